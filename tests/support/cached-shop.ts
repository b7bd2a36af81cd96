/** The shop with its built pages and its cache, listening on a real port, for tests of the page cache. */
import { connect } from 'node:net';
import path from 'node:path';
import type { Config } from '#core/server/config.ts';
import type { Database } from '#platform/db/open.ts';
import {
  createEmptyCache,
  createPageCache,
  type PageCache,
} from '#platform/page-cache/page-cache.ts';
import { createBuiltRenderer } from '#platform/rendering/renderer.ts';
import { makeApp, type TestApp } from './app.ts';
import { builtShop } from './shop-process.ts';

const dist = path.join(import.meta.dirname, '../../dist');

export type CachedShop = TestApp & {
  origin: string;
  cache: PageCache;
  /** Paths rendered so far. */
  rendered: string[];
  /** Called in the middle of every rendering, after everything has been read. */
  onRendered: (() => Promise<void>) | null;
};

/** @param options.isCached false: every response is made for its request. */
export async function openCachedShop(
  database: Database,
  { isCached = true, config = {} }: { isCached?: boolean; config?: Partial<Config> } = {},
) {
  await builtShop();
  const cache = isCached ? createPageCache() : createEmptyCache();
  const rendered: string[] = [];
  const openRenderer = async () => {
    const renderer = await createBuiltRenderer(dist);
    const render: typeof renderer.render = async (target, options) => {
      rendered.push(target);
      const page = await renderer.render(target, options);
      await shop.onRendered?.();
      return page;
    };
    return { ...renderer, render };
  };
  const options = {
    config: { publicUrl: 'https://druse.example', ...config },
    cache,
    storefront: { openRenderer, assets: path.join(dist, 'client') },
  };
  const shop: CachedShop = {
    ...(await makeApp(database, options)),
    origin: '',
    cache,
    rendered,
    onRendered: null,
  };
  shop.origin = await shop.app.listen({ host: '127.0.0.1', port: 0 });
  return shop;
}

export type RawResponse = { status: number; headers: Record<string, string>; body: Buffer };

/** Sends these very lines over a socket of its own. @param lines the request line and headers. */
export function sendRaw(origin: string, lines: string[]): Promise<RawResponse> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(new URL(origin).port), '127.0.0.1', () =>
      socket.write(`${lines.join('\r\n')}\r\n\r\n`),
    );
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => {
      const all = Buffer.concat(chunks);
      const end = all.indexOf('\r\n\r\n');
      const [first = '', ...rest] = all.subarray(0, end).toString('latin1').split('\r\n');
      const headers = Object.fromEntries(
        rest.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 2),
        ]),
      );
      resolve({ status: Number(first.split(' ')[1]), headers, body: all.subarray(end + 4) });
    });
  });
}

/** A request that a browser might send, with these headers besides. */
export const getRaw = (
  origin: string,
  target: string,
  headers: string[] = [],
  method = 'GET',
): Promise<RawResponse> =>
  sendRaw(origin, [
    `${method} ${target} HTTP/1.1`,
    'Host: druse.example',
    'Connection: close',
    ...headers,
  ]);
