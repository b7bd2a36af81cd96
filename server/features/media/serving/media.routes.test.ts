import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { onStores } from '#tests/support/stores.ts';
import { storeFiles } from '../media.service.ts';

const id = '0123456789abcdef0123456789abcdef';
const video = `/media/${id}.mp4`;
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
    await mediaStore.put(`${id}-320.avif`, Buffer.from('avif'));
    await mediaStore.put(`${id}-full.jpg`, Buffer.from('jpeg'));
    await mediaStore.put(`${id}-original.jpg`, Buffer.from('with all its metadata'));
    await mediaStore.put(`private/${id}.jpg`, Buffer.from('secret'));
    writeFileSync(path.join(inject('runFolder'), 'secret.jpg'), 'secret');
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const get = (url: string, headers: Record<string, string> = {}) => shop.app.inject({ url, headers });

  describe('a file', () => {
    test.each([
      [video, 'video/mp4'],
      [`/media/${id}-320.avif`, 'image/avif'],
      [`/media/${id}-full.jpg`, 'image/jpeg'],
    ])('%s is sent as %s, to be kept for ever', async (url, type) => {
      const answer = await get(url);
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({
        'content-type': type,
        'content-length': String(answer.rawPayload.length),
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'cross-origin-resource-policy': 'cross-origin',
        'accept-ranges': 'bytes',
      });
    });

    test('has all its bytes', async () => {
      expect((await get(video)).rawPayload.equals(bytes)).toBe(true);
    });

    test('is described without being sent', async () => {
      const answer = await shop.app.inject({ method: 'HEAD', url: video, headers: { range: 'bytes=0-9' } });
      expect(answer.statusCode).toBe(200);
      expect(answer.headers).toMatchObject({ 'content-type': 'video/mp4', 'content-length': '100000' });
      expect(answer.rawPayload).toHaveLength(0);
    });

    test('is not sent again to whoever has it', async () => {
      const tag = String((await get(video)).headers.etag);
      for (const header of [tag, `W/${tag}`, `"other", ${tag}`, '*']) {
        const answer = await get(video, { 'if-none-match': header });
        expect(answer.statusCode, header).toBe(304);
        expect(answer.headers).toMatchObject({ etag: tag, 'cache-control': 'public, max-age=31536000, immutable' });
        expect(answer.rawPayload).toHaveLength(0);
      }
      expect((await get(video, { 'if-none-match': '"other"' })).statusCode).toBe(200);
    });
  });

  describe('a part of a file', () => {
    test('is sent as asked for', async () => {
      const answer = await get(video, { range: 'bytes=99000-' });
      expect(answer.statusCode).toBe(206);
      expect(answer.headers).toMatchObject({
        'content-range': 'bytes 99000-99999/100000',
        'content-length': '1000',
        'content-type': 'video/mp4',
      });
      expect(answer.rawPayload.equals(bytes.subarray(99_000))).toBe(true);
    });

    test('beyond the end is 416 with the size', async () => {
      const answer = await get(video, { range: 'bytes=100000-' });
      expect(answer.statusCode).toBe(416);
      expect(answer.headers['content-range']).toBe('bytes */100000');
      expect(answer.headers['cache-control']).toBe('no-store');
    });

    test('of another version is refused: the whole file comes', async () => {
      const tag = String((await get(video)).headers.etag);
      expect((await get(video, { range: 'bytes=0-9', 'if-range': tag })).statusCode).toBe(206);
      expect((await get(video, { range: 'bytes=0-9', 'if-range': '"other"' })).statusCode).toBe(200);
    });
  });

  describe('anything else', () => {
    test.each([
      `/media/${id}-original.jpg`,
      `/media/private/${id}.jpg`,
      `/media/private%2f${id}.jpg`,
      `/media/${id}.jpg`,
      `/media/${id}-640.avif`,
      `/media/${id}-320.png`,
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
      const answer = await get(url);
      expect(answer.statusCode).toBe(404);
      expect(answer.body).not.toContain('secret');
      expect(answer.headers['cache-control']).not.toContain('immutable');
    });

    test('a name that is no text, or endless, is refused before it is looked for', async () => {
      expect((await get('/media/%zz')).statusCode).toBe(400);
      expect((await get('/media/%ff')).statusCode).toBe(400);
      expect((await get(`/media/${'a'.repeat(2_000)}.jpg`)).statusCode).toBe(414);
    });

    test('files are only read', async () => {
      expect((await shop.app.inject({ method: 'DELETE', url: video })).statusCode).toBe(405);
    });
  });

  test('a file that is not what its hash says is not stored', async () => {
    const localPath = path.join(folder, 'local');
    writeFileSync(localPath, 'spoiled');
    const name = `${'f'.repeat(32)}.mp4`;
    const sha256 = createHash('sha256').update('as it was').digest('hex');
    await expect(storeFiles(shop.ctx, [{ name, localPath, sha256 }])).rejects.toThrow('does not match its hash');
    expect(await shop.ctx.mediaStore.has(name)).toBe(false);
    writeFileSync(localPath, 'as it was');
    await storeFiles(shop.ctx, [{ name, localPath, sha256 }]);
    expect((await get(`/media/${name}`)).body).toBe('as it was');
  });
});
