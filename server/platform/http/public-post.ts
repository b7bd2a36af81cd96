/** Sends a little to an https address that somebody has entered, and never into the network that the shop itself is in. */
import { request } from 'node:https';
import { isPublicUrl, NotPublic, publicLookup } from './public-address.ts';

const TIMEOUT_MS = 10_000;

/** Posts a text; resolves to the status of the answer, of which nothing is read, and no redirect is followed. */
export type PostPublicly = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

export const postPublicly: PostPublicly = (url, headers, body) =>
  new Promise((resolve, reject) => {
    if (!isPublicUrl(url)) return reject(new NotPublic(`${url} is not public`));
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) },
        timeout: TIMEOUT_MS,
        signal: AbortSignal.timeout(TIMEOUT_MS),
        lookup: publicLookup(),
      },
      (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
