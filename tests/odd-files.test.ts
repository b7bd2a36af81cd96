/** Odd, damaged or hostile files of other projects, if they are at hand: each is accepted or refused, and none harms the shop. */
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from './support/app.ts';
import { makeSqlite, type TestDatabase } from './support/databases.ts';
import { namesIn } from './support/stores.ts';
import { isThorough } from './support/thorough.ts';
import { filePart, formOf } from './support/uploads.ts';

const folder =
  process.env.ODD_FILES ?? path.join(import.meta.dirname, '../..', 'shared', 'fixtures');
const files = existsSync(folder)
  ? globSync('**/*.*', { cwd: folder }).filter((file) => statSync(path.join(folder, file)).isFile())
  : [];
const reason =
  files.length > 0 ? '' : ` (skipped: there are none in ${folder}; ODD_FILES names another folder)`;

describe.runIf(isThorough && files.length > 0)(`odd files${reason}`, () => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  const dataDir = mkdtempSync(path.join(inject('runFolder'), 'odd-'));
  const mediaStore = diskStore(path.join(dataDir, 'media'));

  beforeAll(async () => {
    database = await makeSqlite();
    shop = await makeApp(database, { mediaStore, config: { dataDir } });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test.each(files)('%s is accepted or refused', async (file) => {
    const bytes = readFileSync(path.join(folder, file));
    const before = await namesIn(mediaStore);
    const response = await admin.request({
      method: 'POST',
      url: '/api/media',
      ...formOf([filePart('image', bytes, path.basename(file))]),
    });
    expect([201, 415, 422], response.body).toContain(response.statusCode);
    if (response.statusCode !== 201) expect(await namesIn(mediaStore)).toEqual(before);
    expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
  });

  test('no rendition of an accepted file has metadata', async () => {
    for (const name of await namesIn(mediaStore)) {
      if (name.startsWith('private/')) continue;
      const { exif, xmp, iptc, icc, orientation } = await sharp(
        path.join(dataDir, 'media', name),
      ).metadata();
      expect([exif, xmp, iptc, icc, orientation], name).toEqual(Array(5).fill(undefined));
    }
  });
});
