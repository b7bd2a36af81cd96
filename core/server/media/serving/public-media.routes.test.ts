import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { addSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { addMedia } from '#core/server/media/files/media.service.ts';
import { storeFiles } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { onStores } from '#tests/support/stores.ts';

const id = '0123456789abcdef0123456789abcdef';
const pictureId = 'fedcba9876543210fedcba9876543210';
const video = `/media/${id}.mp4`;
const CACHING = 'public, max-age=86400';
const bytes = randomBytes(100_000);

onStores(['disk', 's3'], (makeStore) => {
  let database: TestDatabase;
  let shop: TestApp;
  let folder: string;

  beforeAll(async () => {
    database = await makeSqlite();
    folder = mkdtempSync(path.join(inject('runFolder'), 'local-'));
    const mediaStore = makeStore();
    shop = await makeApp(database, { mediaStore });
    await mediaStore.put(`${id}.mp4`, bytes);
    await mediaStore.put(`${pictureId}-320.avif`, Buffer.from('avif'));
    await mediaStore.put(`${pictureId}-full.jpg`, Buffer.from('jpeg'));
    await mediaStore.put(`${pictureId}-original.jpg`, Buffer.from('with all its metadata'));
    await mediaStore.put(`private/${pictureId}.jpg`, Buffer.from('secret'));
    const named = (name: string) => ({
      id: name,
      stem: name,
      contentHash: name,
      width: 1600,
      height: 1200,
      original: 'jpg',
    });
    const picture = { ...named(pictureId), widths: [320], placeholder: '', complete: true };
    const turning = { ...named(id), posterId: pictureId, file: `${id}.mp4`, type: 'video/mp4' };
    await perform(shop.ctx, 'owner', async (act) => {
      await addMedia(act.tx, { pictures: [picture], videos: [turning] }, act.now);
      const input = specimenInput.parse({ title: 'Halite', category: 'Minerals' });
      await addSpecimen(act, input, [{ mediaId: id, alt: '', light: null }]);
    });
    writeFileSync(path.join(inject('runFolder'), 'secret.jpg'), 'secret');
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const get = (url: string, headers: Record<string, string> = {}) =>
    shop.app.inject({ url, headers });

  describe('a file', () => {
    test.each([
      [video, 'video/mp4'],
      [`/media/${pictureId}-320.avif`, 'image/avif'],
      [`/media/${pictureId}-full.jpg`, 'image/jpeg'],
    ])('%s is served as %s, cacheable for a day', async (url, type) => {
      const response = await get(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': type,
        'content-length': String(response.rawPayload.length),
        'cache-control': CACHING,
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
      });
    });

    test('is served whole', async () => {
      expect((await get(video)).rawPayload.equals(bytes)).toBe(true);
    });

    test('is described by HEAD without a body', async () => {
      const response = await shop.app.inject({
        method: 'HEAD',
        url: video,
        headers: { range: 'bytes=0-9' },
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({
        'content-type': 'video/mp4',
        'content-length': '100000',
      });
      expect(response.rawPayload).toHaveLength(0);
    });

    test('is not sent again to a client that has it', async () => {
      const etag = String((await get(video)).headers.etag);
      for (const header of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const response = await get(video, { 'if-none-match': header });
        expect(response.statusCode, header).toBe(304);
        expect(response.headers).toMatchObject({ etag: etag, 'cache-control': CACHING });
        expect(response.rawPayload).toHaveLength(0);
      }
      expect((await get(video, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    });
  });

  describe('a range of a file', () => {
    test('is served as requested', async () => {
      const response = await get(video, { range: 'bytes=99000-' });
      expect(response.statusCode).toBe(206);
      expect(response.headers).toMatchObject({
        'content-range': 'bytes 99000-99999/100000',
        'content-length': '1000',
        'content-type': 'video/mp4',
      });
      expect(response.rawPayload.equals(bytes.subarray(99_000))).toBe(true);
    });

    test('beyond the end gets 416 with the size', async () => {
      const response = await get(video, { range: 'bytes=100000-' });
      expect(response.statusCode).toBe(416);
      expect(response.headers['content-range']).toBe('bytes */100000');
      expect(response.headers['cache-control']).toBe('no-store');
    });

    test('of another version gets the whole file', async () => {
      const etag = String((await get(video)).headers.etag);
      expect((await get(video, { range: 'bytes=0-9', 'if-range': etag })).statusCode).toBe(206);
      expect((await get(video, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(
        200,
      );
    });
  });

  describe('any other name', () => {
    test.each([
      `/media/${pictureId}-original.jpg`,
      `/media/private/${pictureId}.jpg`,
      `/media/private%2f${pictureId}.jpg`,
      `/media/${pictureId}.jpg`,
      `/media/${pictureId}-640.avif`,
      `/media/${pictureId}-320.png`,
      `/media/${pictureId}.mp4`,
      `/media/${id}-full.jpg`,
      `/media/${id}-converted.mp4`,
      `/media/${id.toUpperCase()}.mp4`,
      '/media/',
      '/media/secret.jpg',
      '/media/..%2fsecret.jpg',
      '/media/%2e%2e%2fsecret.jpg',
      '/media/..%5csecret.jpg',
      `/media/${id}.mp4%00.jpg`,
      `/media/${id}.mp4%0a`,
      `/media/${id}.mp4/`,
      '/media/%F0%9F%92%8E',
      `/media/${'a'.repeat(200)}.jpg`,
      '/media/__proto__',
    ])('%s is not found', async (url) => {
      const response = await get(url);
      expect(response.statusCode).toBe(404);
      expect(response.body).not.toContain('secret');
      expect([response.headers['cache-control'], response.headers.etag]).toEqual([
        'no-store',
        undefined,
      ]);
    });

    test('is refused before it is looked up if it is malformed or too long', async () => {
      expect((await get('/media/%zz')).statusCode).toBe(400);
      expect((await get('/media/%ff')).statusCode).toBe(400);
      expect((await get(`/media/${'a'.repeat(2_000)}.jpg`)).statusCode).toBe(414);
    });

    test('other methods are refused', async () => {
      expect((await shop.app.inject({ method: 'DELETE', url: video })).statusCode).toBe(405);
    });
  });

  test('a file that does not match its hash is not stored', async () => {
    const localPath = path.join(folder, 'local');
    writeFileSync(localPath, 'spoiled');
    const name = `${'f'.repeat(32)}.mp4`;
    const sha256 = createHash('sha256').update('as it was').digest('hex');
    await expect(storeFiles(shop.ctx, [{ name, localPath, sha256 }])).rejects.toThrow(
      'does not match its hash',
    );
    expect(await shop.ctx.mediaStore.has(name)).toBe(false);
    writeFileSync(localPath, 'as it was');
    await storeFiles(shop.ctx, [{ name, localPath, sha256 }]);
    expect(await shop.ctx.mediaStore.has(name)).toBe(true);
  });
});
