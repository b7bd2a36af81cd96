/**
 * The worker serves the show's page alone. The server writes the build's version and files above
 * it; so every build has its own worker, which replaces the last when no page of that is open
 * anymore.
 */

import { sendQueue } from '#features/show/web/sending.ts';
import { CACHE_PREFIX, SHOW_SCOPE } from '#features/show/web/show-queries.ts';

/** Types of workers' globals and those of pages cannot share a project. */
type Extendable = Event & { waitUntil(work: Promise<unknown>): void };
type Fetching = Extendable & { request: Request; respondWith(response: Promise<Response>): void };
type Scope = {
  druseShow: { version: string; assets: string[] };
  clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install' | 'activate', listener: (event: Extendable) => void): void;
  addEventListener(type: 'fetch', listener: (event: Fetching) => void): void;
  addEventListener(
    type: 'message',
    listener: (event: Extendable & { data: unknown }) => void,
  ): void;
  addEventListener(type: 'sync', listener: (event: Extendable & { tag: string }) => void): void;
};
const scope = globalThis as unknown as Scope;

const { version, assets } = scope.druseShow;
const cacheName = `${CACHE_PREFIX}${version}`;
const known = new Set(assets);

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('message', (event) => {
  if (event.data === 'activate') event.waitUntil(scope.skipWaiting());
});
scope.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin) return;
  if (request.mode === 'navigate' ? url.pathname === SHOW_SCOPE : known.has(url.pathname)) {
    event.respondWith(cached(request.mode === 'navigate' ? SHOW_SCOPE : url.pathname, request));
  }
});
// The browser calls when there is a network again, and once more where that was not enough.
scope.addEventListener('sync', (event) =>
  event.waitUntil(
    sendQueue().then(({ result }) => {
      if (result === 'later') throw new Error('The shop was not reached');
    }),
  ),
);

/** All of it, or this worker is not installed and the one before goes on. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName);
  const page = await fetch(SHOW_SCOPE, {
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'error',
  });
  if (!page.ok) throw new Error(`The page could not be fetched: ${page.status}`);
  await cache.put(SHOW_SCOPE, page);
  for (const asset of assets) {
    // A file's name changes with its bytes: what an earlier build has is not fetched again.
    const response = (await caches.match(asset)) ?? (await fetch(asset));
    if (!response.ok) throw new Error(`${asset} could not be fetched: ${response.status}`);
    await cache.put(asset, response);
  }
}

async function activate(): Promise<void> {
  for (const name of await caches.keys())
    if (name.startsWith(CACHE_PREFIX) && name !== cacheName) await caches.delete(name);
  await scope.clients.claim();
}

async function cached(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(cacheName);
  return (await cache.match(path, { ignoreVary: true })) ?? fetch(request);
}
