/** A shop that makes nightly copies. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import type { Context } from '#core/server/context.ts';
import type { CopiesState, NewCopyKey } from '#features/copies/contract/copies.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { makeApp } from './app.ts';
import type { MakeDatabase } from './databases.ts';
import { addSpecimens } from './specimens.ts';

export const COPIES = '/api/manage/copies';
/** The fields of a bucket, for a folder. */
export const bucketless = { endpoint: '', region: '', accessKeyId: '', secretAccessKey: '' };

/** Removes the pictures of tests: they are rows without files, and a copy reports missing files. */
export async function forgetPictures({ db }: Pick<Context, 'db'>): Promise<void> {
  await db.updateTable('media').set({ poster_id: null }).execute();
  await db.deleteFrom('specimen_media').execute();
  await db.deleteFrom('media').where('kind', '=', 'picture').execute();
}

/** With one specimen, no key and no place. @param options of `makeApp`. */
export async function copyingShop(
  makeDatabase: MakeDatabase,
  options: { mediaStore?: MediaStore; start?: Date } = {},
) {
  const database = await makeDatabase();
  const dataDir = mkdtempSync(path.join(inject('runFolder'), 'copied-'));
  const shop = await makeApp(database, { config: { dataDir }, ...options });
  await addSpecimens(shop.ctx, [{ title: 'Quartz' }]);
  const owner = await shop.admin();
  const read = async () => (await owner.get(COPIES)).json<CopiesState>();
  const add = (address: string, more = {}, by = owner) =>
    by.post(`${COPIES}/places`, { ...bucketless, address, ...more });
  const makeKey = async (by = owner) => {
    const made = (await by.post(`${COPIES}/key`)).json<NewCopyKey>();
    const list = made.words.split(' ');
    const proved = await by.put(`${COPIES}/key`, {
      typed: made.asked.map((number) => list[number - 1]),
    });
    return { words: made.words, proved };
  };
  const close = async () => {
    await shop.app.close();
    await database.close();
  };
  return { ...shop, database, dataDir, owner, read, add, makeKey, close };
}
