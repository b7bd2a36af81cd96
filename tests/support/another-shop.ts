/** Another shop, for tests: a server of this machine that stands for hosts of the internet, over https. */
import type { lookup } from 'node:dns';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { publicLookup } from '#platform/http/public-address.ts';
import { type GetPublicly, getFrom } from '#platform/http/public-get.ts';
import { root } from './imports.ts';

type Answer = Uint8Array | number | ((request: IncomingMessage, response: ServerResponse) => void);

/** @param answers by host and path, such as `cdn.shop.example/a.jpg`: bytes, a status, or what is done; others are 404. */
export async function anotherShop(answers: Record<string, Answer>) {
  const pem = readFileSync(path.join(root, 'tests/fixtures/another-shop.pem'), 'utf8');
  const asked: string[] = [];
  /** The names whose addresses were asked for. */
  const lookedUp: string[] = [];
  /** What the names mean, or why that cannot be asked; no address: there is no such host. Others are this machine. */
  const addresses: Record<string, string[] | Error> = {};
  const server = createServer({ key: pem, cert: pem }, (request, response) => {
    const what = `${request.headers.host?.split(':')[0]}${request.url}`;
    asked.push(what);
    const answer = answers[what] ?? 404;
    if (typeof answer === 'function') return answer(request, response);
    if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(200, { 'content-type': 'image/jpeg' }).end(answer);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const ask = ((
    host: string,
    _options: object,
    done: (error: Error | null, found: { address: string; family: number }[]) => void,
  ) => {
    lookedUp.push(host);
    const found = addresses[host] ?? ['127.0.0.1'];
    if (found instanceof Error) return done(found, []);
    done(
      found.length === 0 ? new Error('ENOTFOUND') : null,
      found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  }) as unknown as typeof lookup;
  /** The check that the shop itself has, and none other, but for this machine. */
  const isHere = (address: string) => address === '127.0.0.1';
  const get: GetPublicly = getFrom({
    lookup: publicLookup(ask, isHere),
    port: String(port),
    ca: pem,
  });
  /** With the shop's own check of addresses: this machine is inside. */
  const strictGet: GetPublicly = getFrom({
    lookup: publicLookup(ask),
    port: String(port),
    ca: pem,
  });
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { answers, asked, lookedUp, addresses, get, strictGet, close };
}

export type AnotherShop = Awaited<ReturnType<typeof anotherShop>>;
