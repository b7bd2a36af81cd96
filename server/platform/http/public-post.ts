/** Asks an https address that somebody has entered, or sends a little there, and never into the network that the shop itself is in. */
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request } from 'node:https';
import { isPublicUrl, NotPublic, publicLookup } from './public-address.ts';

const TIMEOUT_MS = 10_000;

/** Posts a text; resolves to the status of the answer, of which nothing is read, and no redirect is followed. */
export type PostPublicly = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

export const postPublicly: PostPublicly = async (url, headers, body) => {
  const response = await ask(url, { method: 'POST', headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } }, body);
  response.destroy();
  return response.statusCode ?? 0;
};

/** Resolves to the text at an address; no redirect is followed. @throws where the status is not 200, and of a text that is too long. */
export type GetTextPublicly = (url: string) => Promise<string>;

/** @param open how the address is asked; a test asks its own machine. */
export const textGetter =
  (maxBytes: number, open: (url: string, options: RequestOptions) => Promise<IncomingMessage> = ask): GetTextPublicly =>
  async (url) => {
    const response = await open(url, { headers: { accept: 'application/json', 'user-agent': 'Druse' } });
    try {
      if (response.statusCode !== 200) throw new Error(`It answers with status ${response.statusCode}`);
      const chunks: Buffer[] = [];
      let bytes = 0;
      for await (const chunk of response) {
        bytes += (chunk as Buffer).length;
        if (bytes > maxBytes) throw new Error(`It sends more than ${maxBytes} bytes`);
        chunks.push(chunk as Buffer);
      }
      return Buffer.concat(chunks).toString();
    } finally {
      response.destroy();
    }
  };

const ask = (url: string, options: RequestOptions, body?: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    if (!isPublicUrl(url)) return reject(new NotPublic(`${url} is not public`));
    const sent = request(
      url,
      {
        ...options,
        timeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        lookup: publicLookup(),
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
