/** robots.txt, sitemap and feeds: their types; cached but never stale; long ones streamed. */

import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { mediumTag } from '#core/server/media/files/cache-tags.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody } from '#tests/support/orders.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';
import { faultsOf, treeOf } from '#tests/support/xml.ts';
import { isThorough } from './support/thorough.ts';

const files = {
  '/robots.txt': 'text/plain; charset=utf-8',
  '/sitemap.xml': 'application/xml; charset=utf-8',
  '/sitemap-pages.xml': 'application/xml; charset=utf-8',
  '/sitemap-1.xml': 'application/xml; charset=utf-8',
  '/feed.xml': 'application/atom+xml; charset=utf-8',
  '/merchant.xml': 'application/rss+xml; charset=utf-8',
};

let database: TestDatabase;
let shop: TestApp;
const cache = createPageCache();

beforeAll(async () => {
  database = await makeSqlite();
  shop = await makeApp(database, { cache, config: { publicUrl: 'https://druse.example' } });
  await addSpecimens(shop.ctx, [
    { title: 'Azurite' },
    { title: 'Malachite', category: 'Crystals' },
  ]);
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});

const get = (url: string, headers: Record<string, string> = {}) =>
  shop.app.inject({ url, headers });

describe.each(Object.entries(files))('%s', (url, type) => {
  test('is sent with its type, compressed and with an ETag', async () => {
    const plain = await get(url);
    expect([plain.statusCode, plain.headers['content-type']]).toEqual([200, type]);
    expect(plain.headers).toMatchObject({
      vary: 'Accept-Encoding',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.any(String),
    });
    const packed = await get(url, { 'accept-encoding': 'br' });
    const body =
      packed.headers['content-encoding'] === 'br'
        ? brotliDecompressSync(packed.rawPayload).toString()
        : packed.body;
    expect(body).toBe(plain.body);
    const again = await get(url, { 'if-none-match': String(plain.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    const head = await shop.app.inject({ method: 'HEAD', url });
    expect([head.statusCode, head.body, head.headers.etag]).toEqual([200, '', plain.headers.etag]);
  });

  test('names the shop by its own URL, whatever host is requested', async () => {
    cache.invalidate(null);
    const { body } = await get(url, { host: 'evil.example', 'x-forwarded-host': 'evil.example' });
    expect(body).not.toContain('evil');
    expect(body).toContain('https://druse.example/');
  });
});

test('robots.txt disallows the API and the admin pages, and nothing that is public', async () => {
  const { body } = await get('/robots.txt');
  const refused = [...body.matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? '');
  const isRefused = (path: string) => refused.some((start) => path.startsWith(start));
  for (const path of ['/api/orders', '/upload', '/manage', '/orders', '/edit/3', '/settings'])
    expect(isRefused(path), path).toBe(true);
  for (const path of [
    '/',
    '/specimen/1-x',
    '/?category=Minerals',
    '/media/x-full.jpg',
    '/assets/x.js',
    '/shipping',
    '/feed.xml',
  ]) {
    expect(isRefused(path), path).toBe(false);
  }
  expect(body).toMatch(/^Sitemap: https:\/\/druse\.example\/sitemap\.xml$/m);
});

test('a part of the sitemap that is empty or does not exist is 404', async () => {
  for (const url of ['/sitemap-2.xml', '/sitemap-0.xml', '/sitemap-x.xml', '/sitemap-1000000.xml'])
    expect((await get(url)).statusCode, url).toBe(404);
});

describe('a change invalidates what is cached', () => {
  const cachedFiles = () => Object.keys(files).filter((url) => cache.get(url));
  const fill = async () => {
    for (const url of Object.keys(files)) expect((await get(url)).statusCode).toBe(200);
    expect(cachedFiles()).toEqual(Object.keys(files));
  };

  test('of a specimen, in every file that may show it', async () => {
    const admin = await shop.admin();
    await fill();
    shop.clock.forward({ hours: 1 });
    expect((await admin.put('/api/specimens/1', { visible: false })).statusCode).toBe(200);
    expect(cachedFiles()).toEqual(['/robots.txt']);
    for (const url of Object.keys(files))
      expect((await get(url)).body).not.toMatch(/azurite|specimen\/1\b/i);
    await admin.put('/api/specimens/1', { visible: true });
    expect((await get('/sitemap-1.xml')).body).toContain('azurite');
  });

  test('of the stock, in every file that shows it', async () => {
    await fill();
    shop.clock.forward({ hours: 1 });
    expect(
      (await shop.visitor().post('/api/orders', cartBody([{ specimenId: 1, quantity: 1 }])))
        .statusCode,
    ).toBe(201);
    expect(cachedFiles()).toEqual(['/robots.txt', '/sitemap-pages.xml']);
    expect((await get('/merchant.xml')).body).toContain('out_of_stock');
    const url = treeOf((await get('/sitemap-1.xml')).body).urlset.url[0];
    expect(url.lastmod).toBe(shop.clock.now().toISOString());
  });

  test("of the shop's name and texts", async () => {
    await fill();
    await writeSetting(shop.ctx, 'legal', { shipping: 'By post.', returns: '', privacy: '' });
    expect((await get('/sitemap-pages.xml')).body).toContain('/shipping');
    await writeSetting(shop.ctx, 'general', {
      ...(await readSetting(shop.ctx, 'general')),
      siteTitle: 'Vug & Co',
    });
    expect((await get('/feed.xml')).body).toContain('Vug &amp; Co: new arrivals');
    expect((await get('/merchant.xml')).body).toContain('<title>Vug &amp; Co</title>');
  });

  test("of a picture's renditions, in every file that shows the picture", async () => {
    const id = await addPicture(shop.ctx);
    await shop.ctx.db.updateTable('media').set({ complete: false }).where('id', '=', id).execute();
    await shop.ctx.db
      .updateTable('specimen_media')
      .set({ media_id: id })
      .where('specimen_id', '=', 2)
      .execute();
    cache.invalidate(null);
    await fill();
    shop.ctx.invalidateCache([mediumTag(id)]);
    expect(cachedFiles()).toEqual(['/robots.txt', '/sitemap.xml', '/sitemap-pages.xml']);
  });
});

test.runIf(isThorough)(
  'a long product feed is streamed, compressed or not, and not cached',
  async () => {
    const many = Array.from({ length: 2_050 }, (_, index) => ({ title: `Stone ${index}` }));
    await addSpecimens(shop.ctx, many);
    cache.invalidate(null);
    const plain = await get('/merchant.xml');
    const packed = await get('/merchant.xml', { 'accept-encoding': 'gzip' });
    expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body);
    expect(plain.body.match(/<item>/g)?.length).toBeGreaterThan(2_050);
    expect(await faultsOf(plain.body, 'rss')).toEqual([]);
    expect(cache.get('/merchant.xml')).toBeUndefined();
    expect(await faultsOf((await get('/sitemap-2.xml')).body, 'sitemap')).toEqual([]);
    expect((await get('/sitemap.xml')).body).toContain('/sitemap-3.xml');
  },
);
