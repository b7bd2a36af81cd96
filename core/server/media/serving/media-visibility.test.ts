/** Who gets which picture or video under which name. */

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Medium } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { largestJpeg, posterOf } from '#core/contract/media/media-urls.ts';
import { invalidatedByRow } from '#core/server/cache-invalidation.ts';
import { cleanUpMedia } from '#core/server/media/files/cleanup/media-cleanup.service.ts';
import { followChanges } from '#platform/db/changes.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { onEveryPair } from '#tests/support/stores.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';
import { makeVideo } from '#tests/support/videos.ts';

onEveryPair((makeDatabase, makeStore, engine) => {
  let database: TestDatabase;
  let store: MediaStore;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    store = makeStore();
    shop = await makeApp(database, { mediaStore: store, cache: createPageCache() });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const upload = async (
    image: Uint8Array,
    images: Uint8Array[] = [],
    browser = admin,
  ): Promise<SpecimenDetail> => {
    const data = JSON.stringify({
      title: 'Halite',
      category: 'Minerals',
      price: '10.00',
      forSale: true,
    });
    const parts = [
      { name: 'data', value: data },
      filePart('image', image),
      ...images.map((more) => filePart('images', more)),
    ];
    const response = await browser.request({
      method: 'POST',
      url: '/api/specimens',
      ...formOf(parts),
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };
  const show = async ({ id }: SpecimenDetail, visible: boolean) => {
    const response = await admin.put(`/api/specimens/${id}`, {
      title: 'Halite',
      category: 'Minerals',
      visible,
    });
    expect(response.statusCode, response.body).toBe(200);
  };
  const urlsOf = (media: Medium[]) =>
    media.flatMap((medium) => [
      largestJpeg(posterOf(medium)),
      ...(isVideo(medium) ? [medium.url] : []),
    ]);
  const statusOf = async (url: string, browser = shop.visitor()) =>
    (await browser.get(url)).statusCode;
  const get = async (url: string) => {
    const { statusCode, headers } = await shop.visitor().get(url);
    return [statusCode, headers['cache-control']];
  };
  const PUBLIC = [200, 'public, max-age=86400'];
  const GONE = [404, 'no-store'];
  /** Gives a medium the names that it would have from a version without random ids. */
  const rename = async (id: string, oldId: string) => {
    await database.db.updateTable('media').set({ old_id: oldId }).where('id', '=', id).execute();
  };

  test('media of a hidden specimen are there for the admin alone, and again for everybody once it is shown', async () => {
    const specimen = await upload(await smallJpeg(), [makeVideo()]);
    const urls = urlsOf([specimen.main, ...specimen.additional]);
    expect(urls).toHaveLength(3);
    for (const url of urls) expect(await get(url), url).toEqual(PUBLIC);
    await show(specimen, false);
    for (const url of urls) {
      expect(await get(url), url).toEqual(GONE);
      expect((await shop.visitor().request({ method: 'HEAD', url })).statusCode).toBe(404);
      expect(
        (await shop.visitor().get(url, { 'if-none-match': '*', range: 'bytes=0-9' })).statusCode,
      ).toBe(404);
      const seen = await admin.get(url);
      expect([seen.statusCode, seen.headers['cache-control']], url).toEqual([
        200,
        'private, no-cache',
      ]);
    }
    await show(specimen, true);
    for (const url of urls) expect(await get(url), url).toEqual(PUBLIC);
    // Nobody's cookie makes a difference to what everybody may see.
    expect((await admin.get(urls[0] ?? '')).headers['cache-control']).toBe(PUBLIC[1]);
  });

  test('media of a deleted specimen are gone, unless another one shows the same file', async () => {
    const [shared, own] = [await smallJpeg(), await smallJpeg()];
    const [first, second] = [await upload(shared, [own]), await upload(shared)];
    expect(second.main.id).toBe(first.main.id);
    const [sharedUrl = '', ownUrl = ''] = urlsOf([first.main, ...first.additional]);
    expect([await get(sharedUrl), await get(ownUrl)]).toEqual([PUBLIC, PUBLIC]);
    await admin.delete(`/api/specimens/${first.id}`);
    expect([await get(sharedUrl), await get(ownUrl)]).toEqual([PUBLIC, GONE]);
    await admin.delete(`/api/specimens/${second.id}`);
    expect(await get(sharedUrl)).toEqual(GONE);
  });

  test('a picture that was taken away from a specimen is gone', async () => {
    const specimen = await upload(await smallJpeg(), [await smallJpeg()]);
    const [, url = ''] = urlsOf([specimen.main, ...specimen.additional]);
    expect(await get(url)).toEqual(PUBLIC);
    const response = await admin.put(`/api/specimens/${specimen.id}/images`, { images: [] });
    expect(response.statusCode, response.body).toBe(200);
    expect(await get(url)).toEqual(GONE);
  });

  test('a picture is public as long as a setting shows it', async () => {
    const response = await admin.request({
      method: 'POST',
      url: '/api/media',
      ...formOf([filePart('image', await smallJpeg())]),
    });
    const picture = response.json();
    const url = largestJpeg(picture);
    expect(await get(url)).toEqual(GONE);
    await admin.put('/api/settings/hero', { background: picture });
    expect(await get(url)).toEqual(PUBLIC);
    await admin.put('/api/settings/hero', { background: null });
    expect(await get(url)).toEqual(GONE);
  });

  test('a picture is public as long as a collection that is not hidden has it as its cover', async () => {
    const response = await admin.request({
      method: 'POST',
      url: '/api/media',
      ...formOf([filePart('image', await smallJpeg())]),
    });
    const cover = response.json();
    const url = largestJpeg(cover);
    const { id } = (
      await admin.post('/api/manage/collections', { name: 'Shelf', cover, rule: '' })
    ).json();
    expect(await get(url)).toEqual(PUBLIC);
    await admin.put(`/api/manage/collections/${id}`, {
      name: 'Shelf',
      cover,
      rule: '',
      hidden: true,
    });
    expect(await get(url)).toEqual(GONE);
    await admin.put(`/api/manage/collections/${id}`, { name: 'Shelf', cover, rule: '' });
    expect(await get(url)).toEqual(PUBLIC);
    await admin.delete(`/api/manage/collections/${id}`);
    expect(await get(url)).toEqual(GONE);
  });

  test('a client that has a picture asks again at the cost of a few bytes, and without the store', async () => {
    const url = largestJpeg(posterOf((await upload(await smallJpeg())).main));
    const { etag } = (await shop.visitor().get(url)).headers;
    const opened: string[] = [];
    const open: MediaStore['open'] = (name) => {
      opened.push(name);
      return store.open(name);
    };
    const watched = { ...store, open };
    const other = await makeApp(database, { mediaStore: watched });
    const response = await other.visitor().get(url, { 'if-none-match': String(etag) });
    expect([response.statusCode, response.body, response.headers['cache-control']]).toEqual([
      304,
      '',
      PUBLIC[1],
    ]);
    expect(opened).toEqual([]);
    await other.app.close();
  });

  test('the same file has another name in every shop, and after it was removed', async () => {
    const bytes = await smallJpeg();
    const specimen = await upload(bytes);
    const elsewhere = await makeSqlite();
    const otherShop = await makeApp(elsewhere, { mediaStore: makeStore() });
    const ids = [specimen.main.id, (await upload(bytes, [], await otherShop.admin())).main.id];
    await otherShop.app.close();
    await elsewhere.close();
    await admin.delete(`/api/specimens/${specimen.id}`);
    await database.db
      .updateTable('media')
      .set({ created_at: '2026-01-01T00:00:00.000Z' })
      .where('id', '=', specimen.main.id)
      .execute();
    await cleanUpMedia(shop.ctx, { files: false });
    ids.push((await upload(bytes)).main.id);
    expect(new Set(ids).size).toBe(3);
  });

  test('a URL of an older version leads to the present one, and tells nothing of what is hidden', async () => {
    const specimen = await upload(await smallJpeg(), [makeVideo()]);
    const media = [specimen.main, ...specimen.additional];
    for (const [index, { id }] of media.entries()) await rename(id, String(index + 1).repeat(32));
    const [picture = '', , video = ''] = urlsOf(media);
    const former = [
      [picture.replace(/[0-9a-f]{32}/, '1'.repeat(32)), picture],
      [video.replace(/[0-9a-f]{32}/, '2'.repeat(32)), video],
    ] as const;
    for (const [url, now] of former) {
      const response = await shop.visitor().get(url);
      expect([
        response.statusCode,
        response.headers.location,
        response.headers['cache-control'],
      ]).toEqual([301, now, PUBLIC[1]]);
      expect(await get(now)).toEqual(PUBLIC);
    }
    await show(specimen, false);
    for (const [url, now] of former) {
      expect(await get(url)).toEqual(GONE);
      const response = await admin.get(url);
      expect([
        response.statusCode,
        response.headers.location,
        response.headers['cache-control'],
      ]).toEqual([301, now, 'private, no-cache']);
    }
  });

  test('the picture of an order line has a URL of its own, which lasts as long as the order', async () => {
    const specimen = await upload(await smallJpeg(700, 500));
    const order = (await shop.visitor().post('/api/orders', directBody(specimen.id))).json().order;
    const [{ imageUrl }] = order.lines;
    const url = largestJpeg(posterOf(specimen.main));
    expect(imageUrl).not.toBe(url);
    await show(specimen, false);
    await admin.put(`/api/orders/${order.id}/status`, { status: 'cancelled' });
    expect((await admin.delete(`/api/specimens/${specimen.id}`)).statusCode).toBeLessThan(300);
    shop.clock.forward({ days: 2 });
    await cleanUpMedia(shop.ctx, { files: true });
    expect([await get(url), await get(imageUrl)]).toEqual([GONE, [200, 'private, no-cache']]);
    const small = imageUrl.replace(/-\w+\.jpg$/, '-320.jpg');
    expect([small === imageUrl, await get(small)]).toEqual([false, [200, 'private, no-cache']]);
    expect(
      await get(small.replace(/[0-9a-f]{32}/, '0'.repeat(32))),
      'a name that was made up',
    ).toEqual(GONE);
    // As of an order that was placed before the larger sizes were made.
    await database.db
      .updateTable('order_lines')
      .set({ image_url: small.replace('-320', '-640') })
      .where('order_id', '=', order.id)
      .execute();
    expect(await get(small)).toEqual([200, 'private, no-cache']);
    admin = await shop.admin();
    await admin.delete(`/api/orders/${order.id}`);
    expect([await get(imageUrl), await get(small)]).toEqual([GONE, GONE]);
  });

  test.skipIf(engine !== 'postgres')(
    'what one process hides is gone from the others (skipped: one process only)',
    async () => {
      const cache = createPageCache();
      const other = await makeApp(database, { mediaStore: store, cache });
      const databaseUrl = database.environment?.DATABASE_URL ?? '';
      const changes = await followChanges(
        { db: database.db, dialect: database.dialect, databaseUrl },
        {
          onChange: (rows) => rows.map((row) => cache.invalidate(invalidatedByRow(row))),
          onError: console.error,
        },
      );
      const specimen = await upload(await smallJpeg());
      const url = largestJpeg(posterOf(specimen.main));
      expect(await statusOf(url, other.visitor())).toBe(200);
      await show(specimen, false);
      await expect.poll(() => statusOf(url, other.visitor())).toBe(404);
      await show(specimen, true);
      await expect.poll(() => statusOf(url, other.visitor())).toBe(200);
      await changes.close();
      await other.app.close();
    },
  );
});
