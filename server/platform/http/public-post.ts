/** Asks an https address that somebody has entered, or sends a little there, and never into the network that the shop itself is in. */
import { lookup } from 'node:dns';
import type { IncomingMessage, RequestOptions } from 'node:http';
import { request } from 'node:https';
import { BlockList, isIP, isIPv4 } from 'node:net';

const TIMEOUT_MS = 10_000;

const inner = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  inner.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of [
  ['::', 96],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  inner.addSubnet(network, prefix, 'ipv6');

/** Whether an IP address is one of the public internet. */
export const isPublicAddress = (address: string): boolean =>
  isIP(address) !== 0 && !inner.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');

/** Whether a text is an https address whose host is not plainly inside. What its name means is checked when it is opened. */
export function isPublicUrl(text: string): boolean {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '') return false;
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  return isIP(host) === 0 ? host.includes('.') && !/(^|\.)(localhost|local|internal)\.?$/i.test(host) : isPublicAddress(host);
}

export class NotPublic extends Error {
  override name = 'NotPublic';
}

/** Posts a text; resolves to the status of the answer, of which nothing is read, and no redirect is followed. */
export type PostPublicly = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

export const postPublicly: PostPublicly = async (url, headers, body) => {
  const response = await ask(url, { method: 'POST', headers: { ...headers, 'content-length': String(Buffer.byteLength(body)) } }, body);
  response.destroy();
  return response.statusCode ?? 0;
};

/** Resolves to the text at an address; no redirect is followed. @throws where the status is not 200, and of a text that is too long. */
export type GetPublicly = (url: string) => Promise<string>;

/** @param open how the address is asked; a test asks its own machine. */
export const publicGetter =
  (maxBytes: number, open: (url: string, options: RequestOptions) => Promise<IncomingMessage> = ask): GetPublicly =>
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
        // The address that is checked is the one that is connected to.
        lookup: (host, lookupOptions, done) =>
          lookup(host, { ...lookupOptions, all: true }, (error, addresses) => {
            if (error) return done(error, []);
            const inside = addresses.find(({ address }) => !isPublicAddress(address));
            if (inside) return done(new NotPublic(`${host} is ${inside.address}`), []);
            if (lookupOptions.all) done(null, addresses);
            else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
          }),
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end(body);
  });
