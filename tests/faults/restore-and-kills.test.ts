/** A shop is killed while a copy takes the place of what it has: then it is the one or the other, whole, and nothing lies about in the clear. */
import { existsSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { RestoreState } from '#features/copies/contract/copies.ts';
import { makeDueCopy } from '#features/copies/server/copies.service.ts';
import { makeApp } from '#tests/support/app.ts';
import { bucketless, COPIES, copyingShop, forgetPictures } from '#tests/support/copies.ts';
import { makeSqlite, onDatabases } from '#tests/support/databases.ts';
import { killedShop } from '#tests/support/killed-shop.ts';
import { auditBooks, directBody } from '#tests/support/orders.ts';
import { newDataDir } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

/** `KILLS=40` for a longer run. */
const KILLS = Number(process.env.KILLS ?? 4);
/** A restore of these takes about as long. */
const WHOLE_MS = 1_200;
const RESTORE = '/api/manage/restore';
const BUYER = 'Ada Buyer';

let copy: { address: string; words: string; close: () => Promise<void> };
beforeAll(async () => {
  const source = await copyingShop(makeSqlite, { start: new Date() });
  const pieces = Array.from({ length: 60 }, (_, n) => ({ title: `Copied ${n}` }));
  await addSpecimens(source.ctx, pieces);
  await forgetPictures(source.ctx);
  const address = mkdtempSync(path.join(inject('runFolder'), 'copies-'));
  const { words } = await source.makeKey();
  await source.add(address);
  await source.owner.post(`${COPIES}/now`);
  await makeDueCopy(source.ctx);
  copy = { address, words, close: source.close };
});
afterAll(() => copy.close());

/** Names of files in the data folder, but for the database's own, that show the buyer's name. */
const inTheClear = (dataDir: string): string[] =>
  readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/^shop\.db/.test(entry.name))
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => shows(file, BUYER));

/** The shop, which has started again, may clean the file up meanwhile. */
function shows(file: string, words: string): boolean {
  try {
    return readFileSync(file).includes(words);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  test.each(Array.from({ length: KILLS }, (_, n) => ((n + 1) * WHOLE_MS) / KILLS))(
    'a shop that is killed %d ms into a restore is the former or the copied one, whole',
    async (milliseconds) => {
      const database = await makeDatabase();
      const before = await makeApp(database, { start: new Date() });
      const [id = 0] = await addSpecimens(before.ctx, [{ title: 'Own' }]);
      await before.visitor().post('/api/orders', directBody(id));
      await before.app.close();
      const dataDir = database.environment?.DATA_DIR ?? newDataDir();
      const shop = killedShop({ DATABASE_URL: '', ...database.environment, DATA_DIR: dataDir });
      await shop.start();
      await shop.logIn();
      const agreed = ['1 specimen', '1 order'];
      const { address, words } = copy;
      await shop.ask('POST', RESTORE, { ...bucketless, address, words, day: null, agreed });
      await shop.killAfter(milliseconds, Promise.resolve());

      const titles = (await database.db.selectFrom('specimens').select('title').execute()).map(
        ({ title }) => title,
      );
      const orders = await database.db.selectFrom('orders').select('customer_name').execute();
      if (titles.includes('Own')) {
        expect([titles, orders]).toEqual([['Own'], [{ customer_name: BUYER }]]);
      } else {
        expect([titles.length, orders]).toEqual([61, []]);
        await shop.logIn();
        const { replacedAt } = await shop.ask<RestoreState>('GET', RESTORE);
        expect(replacedAt).not.toBeNull();
      }
      expect(await auditBooks(database.db)).toEqual([]);
      expect(inTheClear(dataDir)).toEqual([]);
      // There is no such folder where the kill came first.
      const work = path.join(dataDir, 'work');
      expect(existsSync(work) ? readdirSync(work) : []).toEqual([]);
      await shop.kill();
      await database.close();
    },
  );
});
