import { mkdtempSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import { replaceCopy } from './copy-folder.ts';

let umask: number;
beforeEach(() => {
  // The shop's own, by which its other files are private.
  umask = process.umask(0o077);
});
afterEach(() => {
  process.umask(umask);
});

test.skipIf(process.platform === 'win32')(
  'a web server that is another user can read a copy, and the folders that were made for it',
  async () => {
    const parent = mkdtempSync(path.join(inject('runFolder'), 'copy-'));
    const target = path.join(parent, 'www', 'shop');
    for (const name of ['first.html', 'second.html']) {
      await replaceCopy(target, async (folder) => {
        await folder.write('index.html', name);
        await folder.write('media/deep/one.jpg', new Uint8Array(3));
      });
    }
    const modes = readdirSync(parent, { recursive: true, encoding: 'utf8' }).map((name) => {
      const found = statSync(path.join(parent, name));
      return [name, (found.mode & 0o777).toString(8), found.isDirectory()];
    });
    expect(modes.toSorted()).toEqual([
      ['www', '755', true],
      ['www/shop', '755', true],
      ['www/shop/files-of-this-copy.txt', '644', false],
      ['www/shop/index.html', '644', false],
      ['www/shop/media', '755', true],
      ['www/shop/media/deep', '755', true],
      ['www/shop/media/deep/one.jpg', '644', false],
    ]);
  },
);
