import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { extract, pack } from 'tar-stream';
import { inject } from 'vitest';
import { SEARCH_TABLES } from '#core/server/catalogue/search/search-index.service.ts';
import { takeBackup } from '#features/backup/server/backup.service.ts';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import { openArchive } from '#platform/backup/archive-check.ts';
import { systemClock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { Database } from '#platform/db/open.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { makeSqlite } from './databases.ts';

export const newFolder = () => mkdtempSync(path.join(inject('runFolder'), 'backup-'));

/** Backs up a database with the media of a folder. @returns the archive's path. */
export const backUp = (
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  media: string,
  config = { dataDir: newFolder() },
): Promise<string> =>
  archiveOf({ db, dialect, config, mediaStore: diskStore(media), clock: systemClock });

async function archiveOf(ctx: Parameters<typeof takeBackup>[0]): Promise<string> {
  const file = path.join(newFolder(), 'shop.tar');
  const backup = await takeBackup(ctx);
  await pipeline(backup.read(), createWriteStream(file));
  await backup.discard();
  return file;
}

/** Backs up a shop, and restores it into a database and a folder of its own. */
export async function restoredCopyOf(ctx: Parameters<typeof takeBackup>[0]) {
  const database = await makeSqlite();
  const media = path.join(newFolder(), 'media');
  await restore(await archiveOf(ctx), database, media);
  return { database, mediaStore: diskStore(media) };
}

export async function restore(
  file: string,
  { db, dialect }: Pick<Database, 'db' | 'dialect'>,
  media: string,
): Promise<void> {
  const config = { dataDir: newFolder() };
  await restoreBackup(
    { db, dialect, config, mediaStore: diskStore(media) },
    await openArchive(file),
  );
}

/** Every row of every table that a backup includes, sorted per table by content. */
export async function allRows(db: Db): Promise<Record<string, unknown[]>> {
  const tables = (await db.introspection.getTables()).map(({ name }) => name);
  const excluded: string[] = [
    'sessions',
    'login_attempts',
    'login_networks',
    'change_log',
    'rate_limit_hits',
    'sealed_secrets',
    'copy_plans',
    'copy_places',
    'conditions',
    'visitor_days',
    ...SEARCH_TABLES,
  ];
  const included = tables.filter((name) => !excluded.includes(name)).sort();
  const contents: Record<string, unknown[]> = {};
  for (const name of included) {
    const rows = await db
      .selectFrom(name as 'orders')
      .selectAll()
      .execute();
    contents[name] = rows.toSorted((a, b) =>
      JSON.stringify(Object.values(a)) < JSON.stringify(Object.values(b)) ? -1 : 1,
    );
  }
  return contents;
}

/** Name and SHA-256 of every file in the folder. */
export const allFiles = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.includes('.'))
    .sort()
    .map(
      (name) =>
        `${name} ${createHash('sha256')
          .update(readFileSync(path.join(folder, name)))
          .digest('hex')}`,
    );

/** Stores up to `size` random bytes under each of the names. */
export async function storeBytes(media: string, names: string[], size = 3_000): Promise<void> {
  const store = diskStore(media);
  for (const name of names) await store.put(name, randomBytes(Math.ceil(Math.random() * size)));
}

/** The entries of a tar file, in order. */
export async function unpack(file: string): Promise<Map<string, Buffer>> {
  const entries = new Map<string, Buffer>();
  const tar = extract();
  tar.end(readFileSync(file));
  for await (const entry of tar)
    entries.set(entry.header.name, await buffer(entry as AsyncIterable<Uint8Array>));
  return entries;
}

/** A tar file of these entries. @returns its path. */
export async function packUp(entries: Iterable<[string, Buffer | string]>): Promise<string> {
  const file = path.join(newFolder(), 'packed.tar');
  const tar = pack();
  for (const [name, content] of entries) tar.entry({ name }, content);
  tar.finalize();
  await pipeline(tar, createWriteStream(file));
  return file;
}

/** The content of SHA256SUMS for these entries. */
export const sumsOf = (entries: Iterable<[string, Buffer | string]>) =>
  [...entries]
    .filter(([name]) => name !== 'SHA256SUMS')
    .map(([name, content]) => `${createHash('sha256').update(content).digest('hex')}  ${name}\n`)
    .join('');
