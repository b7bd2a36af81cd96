/** A server that answers as the shop does, with the scripts taken out of its pages. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** All script elements but those that hold data for search engines. */
const SCRIPTS = /<script(?! type="application\/ld\+json")[^>]*>.*?<\/script>/gs;

async function pass(response: IncomingMessage, answer: ServerResponse): Promise<void> {
  if (!response.headers['content-type']?.startsWith('text/html')) {
    answer.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(answer);
    return;
  }
  const html = brotliDecompressSync(await buffer(response))
    .toString('utf8')
    .replace(SCRIPTS, '');
  const body = brotliCompressSync(html);
  answer.writeHead(response.statusCode ?? 500, {
    ...response.headers,
    'content-length': body.length,
  });
  answer.end(body);
}

/** @param shop its origin, from which every response is fetched. */
export async function serveUnscripted(
  shop: string,
): Promise<{ origin: string; close(): Promise<void> }> {
  const server = createServer((asked, answer) => {
    const headers = { ...asked.headers, host: new URL(shop).host, 'accept-encoding': 'br' };
    const forwarded = request(
      shop + asked.url,
      { method: asked.method ?? 'GET', headers },
      (response) => {
        pass(response, answer).catch(() => answer.destroy());
      },
    );
    forwarded.on('error', () => answer.destroy());
    asked.pipe(forwarded);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
