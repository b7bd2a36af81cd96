/** Files of other projects that are odd, damaged or hostile, where they are at hand: each is taken or refused, none upsets the shop. */
import { existsSync, globSync, mkdtempSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { diskStore } from '#server/platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from './support/app.ts';
import { makeSqlite, type TestDatabase } from './support/databases.ts';
import { namesIn } from './support/stores.ts';
import { filePart, formOf } from './support/uploads.ts';

const folder = process.env.ODD_FILES ?? path.join(import.meta.dirname, '../..', 'shared', 'fixtures');
const files = existsSync(folder) ? globSync('**/*.*', { cwd: folder }).filter((file) => statSync(path.join(folder, file)).isFile()) : [];
const reason = files.length > 0 ? '' : ` (skipped: there are none in ${folder}; ODD_FILES names another folder)`;

describe.skipIf(files.length === 0)(`odd files${reason}`, () => {
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

  test.each(files)('%s is taken or refused', async (file) => {
    const bytes = readFileSync(path.join(folder, file));
    const before = await namesIn(mediaStore);
    const answer = await admin.request({ method: 'POST', url: '/api/media', ...formOf([filePart('image', bytes, path.basename(file))]) });
    expect([201, 415, 422], answer.body).toContain(answer.statusCode);
    if (answer.statusCode !== 201) expect(await namesIn(mediaStore)).toEqual(before);
    expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
  });

  test('what was made of those that were taken has nothing of what they said beside their pixels', async () => {
    for (const name of await namesIn(mediaStore)) {
      if (name.startsWith('private/')) continue;
      const { exif, xmp, iptc, icc, orientation } = await sharp(path.join(dataDir, 'media', name)).metadata();
      expect([exif, xmp, iptc, icc, orientation], name).toEqual(Array(5).fill(undefined));
    }
  });
});
