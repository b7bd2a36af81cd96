import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { readConfig } from '#core/server/config.ts';
import { namesIn, onStores } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import type { MediaStore } from './media-store.ts';
import { openMediaStore } from './open.ts';

const name = '0123456789abcdef0123456789abcdef-320.avif';
const original = 'private/0123456789abcdef0123456789abcdef.jpg';
const bytes = Buffer.from('ten bytes!');

// radosgw takes 15 seconds to start.
onStores(isThorough ? ['disk', 's3', 'radosgw'] : ['disk', 's3'], (makeStore, environment) => {
  let around: string;
  let store: MediaStore;

  beforeEach(() => {
    around = mkdtempSync(path.join(inject('runFolder'), 'local-'));
    store = makeStore();
  });

  const contentOf = async (file: string, range?: { start: number; end: number }) => {
    const stored = await store.open(file);
    return stored && (await buffer(stored.read(range)));
  };
  const textOf = async (...words: Parameters<typeof contentOf>) =>
    String(await contentOf(...words));
  const local = (content: Uint8Array | string) => {
    const file = path.join(around, 'local');
    writeFileSync(file, content);
    return file;
  };

  test('what was put is read back, whole or in part', async () => {
    await store.put(name, bytes);
    expect(await store.has(name)).toBe(true);
    expect((await store.open(name))?.size).toBe(10);
    expect(await textOf(name)).toBe('ten bytes!');
    expect(await textOf(name, { start: 4, end: 8 })).toBe('bytes');
    expect(await textOf(name, { start: 9, end: 9 })).toBe('!');
    expect(await namesIn(store)).toEqual([name]);
  });

  test('a try to write leaves nothing behind', async () => {
    await store.put(name, bytes);
    await store.tryWriting?.();
    expect(store.tryWriting).toBeDefined();
    expect(await namesIn(store)).toEqual([name]);
  });

  test('a stored file can be read again and again, also concurrently', async () => {
    await store.put(name, bytes);
    const opened = await store.open(name);
    const texts = await Promise.all(
      [1, 2, 3].map(async () => opened && String(await buffer(opened.read()))),
    );
    expect(texts).toEqual(['ten bytes!', 'ten bytes!', 'ten bytes!']);
  });

  test('a large file is read back byte for byte, and so is any part of it', async () => {
    const video = `${'f'.repeat(32)}.mp4`;
    const content = randomBytes(9_000_001);
    await store.putFile(video, local(content));
    expect((await contentOf(video))?.equals(content)).toBe(true);
    const part = await contentOf(video, { start: 4_000_000, end: 8_999_999 });
    expect(part?.equals(content.subarray(4_000_000, 9_000_000))).toBe(true);
  });

  test('an empty file is stored like any other', async () => {
    await store.putFile(name, local(''));
    expect((await store.open(name))?.size).toBe(0);
    expect(await textOf(name)).toBe('');
  });

  test('a local file is stored by its content: changing it later changes nothing', async () => {
    await store.putFile(name, local('before'));
    local('after!');
    expect(await textOf(name)).toBe('before');
  });

  test('a name keeps the bytes that were stored first', async () => {
    expect(await store.put(name, bytes)).toBe(true);
    expect(await store.put(name, Buffer.from('other'))).toBe(false);
    expect(await store.putFile(name, '/does/not/exist')).toBe(false);
    expect(await textOf(name)).toBe('ten bytes!');
  });

  test('a file put many times at once is stored once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.put(name, bytes)));
    expect(await namesIn(store)).toEqual([name]);
    expect(await textOf(name)).toBe('ten bytes!');
  });

  test('a failed put leaves no file', async () => {
    await expect(store.putFile(name, path.join(around, 'missing'))).rejects.toThrow('ENOENT');
    expect(await store.has(name)).toBe(false);
    expect(await namesIn(store)).toEqual([]);
  });

  test('a removed file is gone, and removing it again is no error', async () => {
    await store.put(name, bytes);
    await store.remove(name);
    await store.remove(name);
    expect(await store.open(name)).toBeNull();
  });

  test('a new store lists no files', async () => {
    expect(await store.has(name)).toBe(false);
    expect(await store.open(name)).toBeNull();
    expect(await namesIn(store)).toEqual([]);
  });

  test('private files are stored, read, listed and removed like others', async () => {
    await store.put(original, bytes);
    await store.put(name, Buffer.from('five!'));
    expect(await textOf(original)).toBe('ten bytes!');
    const listed = (await Array.fromAsync(store.list())).toSorted((a, b) =>
      a.name < b.name ? -1 : 1,
    );
    expect(listed.map((file) => [file.name, file.size])).toEqual([
      [name, 5],
      [original, 10],
    ]);
    for (const { modified } of listed)
      expect(Math.abs(modified.getTime() - Date.now())).toBeLessThan(60_000);
    await store.remove(original);
    expect(await namesIn(store)).toEqual([name]);
  });

  test('a reader that leaves halfway does no harm', async () => {
    const video = `${'a'.repeat(32)}.mp4`;
    await store.put(video, randomBytes(3_000_000));
    const opened = await store.open(video);
    for await (const piece of opened?.read() ?? []) {
      expect(piece.length).toBeGreaterThan(0);
      break;
    }
    opened?.read().destroy();
    expect((await contentOf(video))?.length).toBe(3_000_000);
  });

  test('it is opened as configured, and an unusable bucket is refused with the reason', async () => {
    const bucket = environment();
    const configured = { ...bucket, DATA_DIR: around };
    const found = await openMediaStore(readConfig(configured));
    await found.put(original, bytes);
    expect(await namesIn(found)).toContain(original);
    await found.remove(original);
    if (!bucket) return;
    for (const [change, words] of [
      [{ MEDIA_URL: 's3://no-such-bucket-here' }, 'the bucket does not exist'],
      [{ AWS_ACCESS_KEY_ID: 'unknown' }, 'the store does not know this AWS_ACCESS_KEY_ID'],
      [
        { AWS_SECRET_ACCESS_KEY: 'hunter2' },
        'AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID',
      ],
    ] as const) {
      await expect(openMediaStore(readConfig({ ...configured, ...change }))).rejects.toThrow(words);
    }
  });

  describe('an invalid name', () => {
    test.each([
      '../outside.jpg',
      '..',
      '.',
      '',
      '/etc/passwd',
      'folder/file.jpg',
      'folder\\file.jpg',
      '.hidden.jpg',
      'UPPER.JPG',
      'a..jpg',
      'a.jpg\0',
      'a.jpg\n',
      'a.jpg?acl',
      'no-ending',
      'a.b.jpg',
      'private/../a.jpg',
      'private/private/a.jpg',
      'public/a.jpg',
      'private/.jpg',
      `${'a'.repeat(100)}.jpg`,
    ])('%j: nothing is read, written or removed under it', async (bad) => {
      const outside = path.join(around, 'outside.jpg');
      writeFileSync(outside, 'mine');
      expect(await store.has(bad)).toBe(false);
      expect(await store.open(bad)).toBeNull();
      await expect(store.put(bad, bytes)).rejects.toThrow(RangeError);
      await expect(store.putFile(bad, outside)).rejects.toThrow(RangeError);
      await store.remove(bad);
      expect(readFileSync(outside, 'utf8')).toBe('mine');
      expect(await namesIn(store)).toEqual([]);
    });
  });
});
