import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

describe('the media folder', () => {
  test('is created with the first file, and holds nothing else', async () => {
    await store.removeLeftovers?.(new Date());
    expect(readdirSync(around)).toEqual([]);
    await Promise.all(Array.from({ length: 20 }, () => store.put(name, bytes)));
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('keeps nothing of a file that could not be stored', async () => {
    await expect(store.putFile(name, path.join(around, 'missing'))).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('keeps private files in a subfolder', async () => {
    await store.put(`private/${name}`, bytes);
    expect([readdirSync(folder), readdirSync(path.join(folder, 'private'))]).toEqual([
      ['private'],
      [name],
    ]);
  });

  test('removes leftovers of interrupted writes once they are old, and never lists them', async () => {
    await store.put(name, bytes);
    const leftover = path.join(folder, '.01234567-89ab-cdef-0123-456789abcdef.part');
    writeFileSync(leftover, 'hal');
    expect((await Array.fromAsync(store.list())).map((file) => file.name)).toEqual([name]);
    await store.removeLeftovers?.(new Date(Date.now() - 60_000));
    expect(readdirSync(folder)).toHaveLength(2);
    await store.removeLeftovers?.(new Date(Date.now() + 60_000));
    expect(readdirSync(folder)).toEqual([name]);
  });

  test('confines every name: nothing outside it is written, read or removed', async () => {
    const outside = path.join(around, 'outside.jpg');
    writeFileSync(outside, 'mine');
    await expect(store.put('../outside.jpg', bytes)).rejects.toThrow(RangeError);
    await store.remove('../outside.jpg');
    expect(await store.open('../outside.jpg')).toBeNull();
    expect([readdirSync(around), readFileSync(outside, 'utf8')]).toEqual([['outside.jpg'], 'mine']);
  });
});
