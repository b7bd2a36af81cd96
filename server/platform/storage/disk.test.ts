import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, inject, test } from 'vitest';
import { diskStore } from './disk.ts';
import type { MediaStore } from './media-store.ts';

const name = '0123456789abcdef0123456789abcdef-320.avif';
const bytes = Buffer.from('ten bytes!');

let around: string;
let folder: string;
let store: MediaStore;

beforeEach(() => {
  around = mkdtempSync(path.join(inject('runFolder'), 'media-'));
  folder = path.join(around, 'media');
  store = diskStore(folder);
});

const contentOf = async (file: string, range?: { start: number; end: number }) => {
  const stored = await store.open(file);
  return stored && (await buffer(stored.read(range))).toString();
};

describe('files in a folder', () => {
  test('what was put is read back, whole or in part, and leaves nothing else behind', async () => {
    await store.put(name, bytes);
    expect(await store.has(name)).toBe(true);
    expect((await store.open(name))?.size).toBe(10);
    expect(await contentOf(name)).toBe('ten bytes!');
    expect(await contentOf(name, { start: 4, end: 8 })).toBe('bytes');
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('a local file is stored by its content: changing it later changes nothing', async () => {
    const local = path.join(around, 'local');
    writeFileSync(local, 'before');
    await store.putFile(name, local);
    writeFileSync(local, 'after!');
    expect(await contentOf(name)).toBe('before');
  });

  test('a name keeps the bytes it was first given', async () => {
    await store.put(name, bytes);
    await store.put(name, Buffer.from('other'));
    await store.putFile(name, '/does/not/exist');
    expect(await contentOf(name)).toBe('ten bytes!');
  });

  test('the same file put many times at once is there once', async () => {
    await Promise.all(Array.from({ length: 20 }, () => store.put(name, bytes)));
    expect(readdirSync(folder)).toEqual([name]);
    expect(await contentOf(name)).toBe('ten bytes!');
  });

  test('a failed put leaves no file, not even a part', async () => {
    await expect(store.putFile(name, path.join(around, 'missing'))).rejects.toThrow('ENOENT');
    expect(await store.has(name)).toBe(false);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a removed file is gone, and removing it again is no error', async () => {
    await store.put(name, bytes);
    await store.remove(name);
    await store.remove(name);
    expect(await store.open(name)).toBeNull();
  });

  test('before the first file there is none', async () => {
    expect(await store.has(name)).toBe(false);
    expect(await store.open(name)).toBeNull();
    expect(await Array.fromAsync(store.list())).toEqual([]);
    await store.removeLeftovers?.(new Date());
  });

  test('private files lie apart, and are stored, read, listed and removed like others', async () => {
    const original = 'private/0123456789abcdef0123456789abcdef.jpg';
    await store.put(original, bytes);
    await store.put(name, Buffer.from('five!'));
    expect(await contentOf(original)).toBe('ten bytes!');
    const listed = await Array.fromAsync(store.list());
    expect(listed.map((file) => [file.name, file.size]).toSorted()).toEqual([
      [name, 5],
      [original, 10],
    ]);
    for (const { modified } of listed) expect(Math.abs(modified.getTime() - Date.now())).toBeLessThan(60_000);
    await store.remove(original);
    expect(await store.has(original)).toBe(false);
    expect(await store.has(name)).toBe(true);
  });

  test('what was cut off while it was written is no file, and goes once it is old', async () => {
    await store.put(name, bytes);
    const leftover = path.join(folder, '.01234567-89ab-cdef-0123-456789abcdef.part');
    writeFileSync(leftover, 'hal');
    expect((await Array.fromAsync(store.list())).map((file) => file.name)).toEqual([name]);
    await store.removeLeftovers?.(new Date(Date.now() - 60_000));
    expect(readdirSync(folder)).toHaveLength(2);
    await store.removeLeftovers?.(new Date(Date.now() + 60_000));
    expect(readdirSync(folder)).toEqual([name]);
  });
});

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
  'no-ending',
  'a.b.jpg',
  'private/../a.jpg',
  'private/private/a.jpg',
  'public/a.jpg',
  'private/.jpg',
  `${'a'.repeat(100)}.jpg`,
])('%j is no name: nothing is read, written or removed under it', async (bad) => {
  const outside = path.join(around, 'outside.jpg');
  writeFileSync(outside, 'mine');
  expect(await store.has(bad)).toBe(false);
  expect(await store.open(bad)).toBeNull();
  await expect(store.put(bad, bytes)).rejects.toThrow(RangeError);
  await expect(store.putFile(bad, outside)).rejects.toThrow(RangeError);
  await store.remove(bad);
  expect(readFileSync(outside, 'utf8')).toBe('mine');
  expect(readdirSync(around)).toEqual(['outside.jpg']);
});
