/** Asks a URL that somebody entered, never the network that the shop itself is in. */

import type { IncomingMessage, RequestOptions } from 'node:http';
import { request } from 'node:https';
import { boundedText } from './bounded-text.ts';
import { isPublicUrl, NotPublic, publicLookup } from './public-address.ts';

const TIMEOUT_MS = 10_000;

/** Does not read the answer, and follows no redirect. */
export type PostPublicly = (
  url: string,
  headers: Record<string, string>,
  body: string,
) => Promise<number>;

export const postPublicly: PostPublicly = async (url, headers, body) => {
  const response = await ask(
    url,
    { method: 'POST', headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } },
    body,
  );
  response.destroy();
  return response.statusCode ?? 0;
};

/** Follows no redirect. @throws where the status is not 200, or the text is too long. */
export type GetTextPublicly = (url: string) => Promise<string>;

/** @param open how the URL is asked; a test asks its own machine. */
export const textGetter =
  (
    maxBytes: number,
    open: (url: string, options: RequestOptions) => Promise<IncomingMessage> = ask,
  ): GetTextPublicly =>
  async (url) => {
    const response = await open(url, {
      headers: { accept: 'application/json', 'user-agent': 'Druse' },
    });
    try {
      if (response.statusCode !== 200)
        throw new Error(`It answers with status ${response.statusCode}`);
      const text = await boundedText(response, maxBytes);
      if (text === null) throw new Error(`It sends more than ${maxBytes} bytes`);
      return text;
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
