/** Putting a backup into an empty installation: all of it, or nothing. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { rebuildSearchIndex, SEARCH_TABLES } from '#server/features/search/search-index.service.ts';
import { type Counters, raiseCounters, readCounters } from '#server/platform/db/backup/counters.ts';
import { emptyTables, insertRows, withForeignKeysDeferred } from '#server/platform/db/backup/rows.ts';
import { type Row, rowsOf } from '#server/platform/db/backup/snapshot.ts';
import { readMigrations, readTables } from '#server/platform/db/backup/tables.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';
import { type Database, openSqlite } from '#server/platform/db/open.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { MediaStore } from '#server/platform/storage/media-store.ts';
import { type Archive, filesIn, rowsIn } from './archive-reader.ts';
import { holdWaitingMails, selectOwnThings } from './backup.queries.ts';

type Rows = AsyncIterable<{ table: string; rows: Row[] }>;
type Engine = Pick<Context, 'db' | 'dialect'>;

/** How many files are stored side by side. */
const SIDE_BY_SIDE = 8;

/**
 * Fills the database and the media store with what an archive holds, ids kept. Three steps, so that nothing is written before its turn: the rows
 * go into a staging database, which finds rows that do not fit and brings them up to date; then the files are stored; last, the rows are committed.
 * @throws Problem where the installation is not empty or the archive comes from a newer version.
 */
export async function restoreBackup(ctx: Engine & Pick<Context, 'mediaStore'>, archive: Archive): Promise<void> {
  const { migrations, counters } = archive.manifest;
  refuseNewer(ctx, migrations);
  await refuseFull(ctx);
  await migrate(ctx.db, ctx.dialect);
  const folder = await mkdtemp(path.join(tmpdir(), 'druse-restore-'));
  const added: string[] = [];
  try {
    const staged = await stage(archive, path.join(folder, 'shop.db'));
    try {
      await storeFiles(ctx.mediaStore, archive, folder, added);
      const newer = await readCounters(staged.db, staged.dialect);
      await inTransaction(ctx.db, async (tx) => {
        await fill(tx, ctx, rowsFrom(staged), [newer, counters]);
        await rebuildSearchIndex(tx);
        await holdWaitingMails(tx);
      });
    } finally {
      await staged.close();
    }
  } catch (error) {
    for (const name of added) await ctx.mediaStore.remove(name);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function refuseNewer({ dialect }: Engine, migrations: string[]): void {
  const known = migrationNames(dialect);
  if (migrations.some((name, place) => known[place] !== name)) {
    throw new Problem('state_conflict', 'The backup was made by a newer version of this shop. Bring its sources up to date first.');
  }
}

async function refuseFull({ db, dialect }: Engine): Promise<void> {
  if ((await readMigrations(db, dialect)).length === 0) return;
  const things = await selectOwnThings(db);
  if (things.length === 0) return;
  const words = { specimens: 'specimens', orders: 'orders', owner: 'an owner with a password' };
  const list = things.map((thing) => words[thing]).join(', ');
  throw new Problem(
    'state_conflict',
    `A backup goes into an empty installation only, and this one has ${list}. Use another DATA_DIR or database.`,
  );
}

/** Puts the archive's rows into tables of its own version, and brings those up to date as a running shop would. */
async function stage(archive: Archive, file: string): Promise<Database> {
  const staged = openSqlite(file);
  const { db, dialect } = staged;
  try {
    await migrate(db, dialect, archive.manifest.migrations.at(-1));
    await inTransaction(db, (tx) => fill(tx, staged, rowsIn(archive), [archive.manifest.counters]));
    await migrate(db, dialect);
    return staged;
  } catch (error) {
    await staged.close();
    throw error;
  }
}

async function* rowsFrom({ db, dialect }: Database): Rows {
  const made: readonly string[] = SEARCH_TABLES;
  for (const table of await readTables(db, dialect)) {
    if (made.includes(table.name)) continue;
    for await (const rows of rowsOf(db, dialect, table)) yield { table: table.name, rows };
  }
}

/** Puts these rows in the place of all there are. */
async function fill(tx: Tx, { dialect }: Engine, source: Rows, counters: Counters[]): Promise<void> {
  const tables = await readTables(tx, dialect);
  await withForeignKeysDeferred(tx, dialect, async () => {
    await emptyTables(tx, dialect, tables);
    for await (const { table, rows } of source) {
      const known = tables.find(({ name }) => name === table);
      if (!known) throw new Error(`There is no table ${table}`);
      await insertRows(tx, known, rows);
    }
  });
  for (const some of counters) await raiseCounters(tx, dialect, some);
}

/** @param added is told the name of each file that was not there before. */
async function storeFiles(mediaStore: MediaStore, archive: Archive, folder: string, added: string[]): Promise<void> {
  const storing = new Set<Promise<void>>();
  let failure: unknown;
  const store = async (file: string, local: string) => {
    try {
      if (await mediaStore.putFile(file, local)) added.push(file);
      await rm(local);
    } catch (error) {
      failure ??= error;
    }
  };
  for await (const { file, data } of filesIn(archive)) {
    const local = path.join(folder, file.replace('/', '_'));
    await pipeline(data, createWriteStream(local));
    const stored = store(file, local).finally(() => storing.delete(stored));
    storing.add(stored);
    if (storing.size >= SIDE_BY_SIDE) await Promise.race(storing);
    if (failure) break;
  }
  await Promise.all(storing);
  if (failure) throw failure;
}
