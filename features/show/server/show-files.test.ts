/** What makes the page of the show work without a network is the admin's alone, and reaches no other page. */
import { globSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { pages } from '#core/contract/storefront/pages.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import type { Browser } from '#tests/support/app.ts';
import { type CachedShop, openCachedShop } from '#tests/support/cached-shop.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { root } from '#tests/support/imports.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const client = path.join(root, 'dist/client');

let database: TestDatabase;
let shop: CachedShop;
let admin: Browser;

beforeAll(async () => {
  database = await makeSqlite();
  shop = await openCachedShop(database);
  admin = await shop.admin();
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});

/** What a built file is made of: `show-desk-page.js`. Most scripts are called by their hash alone. */
function nameOf(file: string): string {
  const manifest: Record<string, { file: string; name?: string }> = JSON.parse(
    readFileSync(path.join(client, '.vite/manifest.json'), 'utf8'),
  );
  const chunk = Object.values(manifest).find(
    (one) => path.basename(one.file) === path.basename(file),
  );
  return chunk?.name && file.endsWith('.js')
    ? `${chunk.name}.js`
    : path.basename(file).replace(/-[\w-]{8}\./, '.');
}

/** What the worker is told above its code. */
async function workerData(): Promise<{ version: string; assets: string[] }> {
  const { body } = await admin.get('/show/worker.js');
  return JSON.parse(/^self\.druseShow = (.*);\n/.exec(body)?.[1] ?? '');
}

test('worker, manifest and page are the admin’s; visitors get none of them', async () => {
  for (const file of ['/show/worker.js', '/show/manifest.webmanifest']) {
    expect((await shop.visitor().get(file)).statusCode, file).toBe(401);
    expect((await admin.get(file)).statusCode, file).toBe(200);
  }
  expect((await shop.visitor().get('/show')).headers.location).toBe('/');
});

test('the worker may serve the page of the show and nothing wider, and is asked for each time', async () => {
  const { headers } = await admin.get('/show/worker.js');
  expect(headers).toMatchObject({
    'service-worker-allowed': '/show',
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'no-cache',
  });
  const manifest = (await admin.get('/show/manifest.webmanifest')).json();
  expect(manifest).toMatchObject({
    scope: '/show',
    start_url: '/show',
    display: 'standalone',
    icons: [{ sizes: '512x512' }],
  });
  expect((await shop.visitor().get(manifest.icons[0].src)).headers['content-type']).toBe(
    'image/png',
  );
});

test('it has what the page needs, its reader of codes too, and no other page’s files', async () => {
  const { assets } = await workerData();
  for (const asset of assets)
    expect(statSync(path.join(client, asset)).size, asset).toBeGreaterThan(0);
  const names = assets.map(nameOf);
  expect(names).toEqual(
    expect.arrayContaining([
      'entry-client.js',
      'entry-client.css',
      'show-desk-page.js',
      'scanner.js',
      'zxing_reader.wasm',
    ]),
  );
  expect(names.filter((name) => name.endsWith('.woff2')).length).toBeGreaterThan(0);
  expect(names.filter((name) => /-page\.js$/.test(name))).toEqual(['show-desk-page.js']);
  // All that the frame of the page names, so that it opens without a network.
  const frame = (await admin.get('/show')).body;
  const named = [...frame.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url = '']) => url);
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((url) => !assets.includes(url))).toEqual([]);
});

test('another frame of the page is another worker, the same one is the same', async () => {
  const { version } = await workerData();
  expect((await workerData()).version).toBe(version);
  const { general } = (await admin.get('/api/settings')).json();
  await writeSetting(shop.ctx, 'general', { ...general, siteTitle: 'Another name' });
  expect((await workerData()).version).not.toBe(version);
});

test('camera and WebAssembly are allowed to the page of the show alone', async () => {
  const [id] = await addSpecimens(shop.ctx, [{ title: 'Azurite' }]);
  const admins = Object.values(pages).filter(({ access }) => access === 'admin');
  const paths = [
    '/',
    `/specimen/${id}`,
    '/shelf',
    '/manage',
    '/nothing',
    '/api/settings',
    ...admins.map((page) => page.path.replace('$id', String(id))),
  ];
  const allowed: string[] = [];
  for (const url of paths) {
    const { headers, body } = await admin.get(url);
    const isAllowed = String(headers['content-security-policy']).includes('wasm-unsafe-eval');
    expect(String(headers['permissions-policy']).includes('camera=(self)'), url).toBe(isAllowed);
    if (isAllowed) allowed.push(url);
    expect(body, url).not.toMatch(/rel="manifest"|serviceWorker/);
  }
  expect(allowed).toEqual(['/show']);
});

test('only the page of the show registers a worker, and only what it loads knows its camera’s reader', () => {
  const scripts = globSync('assets/*.js', { cwd: client }).map(
    (file) => [path.basename(file), readFileSync(path.join(client, file), 'utf8')] as const,
  );
  const registering = scripts
    .filter(([, text]) => /serviceWorker\??\.register\(/.test(text))
    .map(([name]) => nameOf(name));
  expect(registering).toEqual(['show-desk-page.js']);
  const ofReader = scripts
    .filter(([, text]) => text.includes('jsdelivr'))
    .map(([name]) => nameOf(name));
  expect(ofReader).toEqual(['ponyfill.js']);
});
