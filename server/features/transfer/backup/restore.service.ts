/** Restores a backup into an empty installation: all of it, or nothing. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import { rebuildSearchIndex } from '#server/features/catalogue/search/search-index.service.ts';
import { forgetMediaPlace } from '#server/features/media/files/media-place.service.ts';
import { type Counters, raiseCounters, readCounters } from '#server/platform/db/backup/counters.ts';
import { emptyTables, insertRows, withForeignKeysDeferred } from '#server/platform/db/backup/rows.ts';
import { inSnapshot, type Row, rowsOf } from '#server/platform/db/backup/snapshot.ts';
import { readMigrations, readTables, type Table } from '#server/platform/db/backup/tables.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { migrate, migrationNames } from '#server/platform/db/migrate.ts';
import { type Database, openSqlite } from '#server/platform/db/open.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { MediaStore } from '#server/platform/storage/media-store.ts';
import { type Archive, filesIn, rowsIn } from './archive-reader.ts';
import { holdWaitingMails, selectContents } from './backup.queries.ts';
import { isInBackups } from './backup.service.ts';

type Rows = AsyncIterable<{ table: string; rows: Row[] }>;
type Engine = Pick<Context, 'db' | 'dialect'>;

/** Files that are stored concurrently. */
const CONCURRENCY = 8;

/**
 * Writes the contents of an archive into the database and the media store; ids stay the same. In three steps: the rows go into a staging
 * database, which refuses rows that do not fit and migrates them; then the files are stored; last, the rows are committed.
 * @param mayReplaceOwner whether the owner's password may be replaced, as the owner has just confirmed.
 * @throws Problem if the installation is not empty, its media store has another file under the name of one of the archive's, or the archive
 * comes from a newer version.
 */
export async function restoreBackup(ctx: Engine & Pick<Context, 'mediaStore'>, archive: Archive, mayReplaceOwner = false): Promise<void> {
  const { migrations, counters } = archive.manifest;
  refuseNewer(migrations);
  await refuseNonEmpty(ctx, mayReplaceOwner);
  const db = handleFor(ctx.db, 'migration');
  await migrate(db, ctx.dialect);
  const folder = await mkdtemp(path.join(tmpdir(), 'druse-restore-'));
  const added: string[] = [];
  try {
    const staged = await stage(archive, path.join(folder, 'shop.db'));
    try {
      await storeFiles(ctx.mediaStore, archive, folder, added);
      const newer = await readCounters(staged.db, staged.dialect);
      const tables = await readTables(staged.db, staged.dialect);
      await inTransaction(db, async (tx) => {
        await replaceRows(tx, ctx, rowsFrom(staged, tables), [newer, counters]);
        await rebuildSearchIndex(tx);
        await holdWaitingMails(tx);
        await forgetMediaPlace(tx);
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

function refuseNewer(migrations: string[]): void {
  const known = migrationNames();
  if (migrations.some((name, index) => known[index] !== name)) {
    throw new Problem('state_conflict', 'The backup was made by a newer version of this shop. Upgrade the shop first.');
  }
}

const labels = { specimens: 'specimens', orders: 'orders', questions: 'questions', owner: 'an owner with a password' };

/** What the installation has, in words, that keeps a backup from being restored into it. */
export async function contentsInTheWay({ db, dialect }: Engine, mayReplaceOwner: boolean): Promise<string[]> {
  if ((await readMigrations(db, dialect)).length === 0) return [];
  const contents = await selectContents(db);
  return contents.filter((kind) => kind !== 'owner' || !mayReplaceOwner).map((kind) => labels[kind]);
}

async function refuseNonEmpty(engine: Engine, mayReplaceOwner: boolean): Promise<void> {
  const contents = await contentsInTheWay(engine, mayReplaceOwner);
  if (contents.length === 0) return;
  const list = contents.join(', ');
  throw new Problem(
    'state_conflict',
    `A backup can only be restored into an empty installation, and this one has ${list}. Use another DATA_DIR or database.`,
  );
}

/** Puts the archive's rows into tables of its own version, then migrates those as a running shop would. @param file of the new database. */
export async function stage(archive: Archive, file: string): Promise<Database> {
  const staged = openSqlite(file);
  const { db, dialect } = staged;
  try {
    await migrate(db, dialect, archive.manifest.migrations.at(-1));
    await inTransaction(db, (tx) => replaceRows(tx, staged, rowsIn(archive), [archive.manifest.counters]));
    await migrate(db, dialect);
    return staged;
  } catch (error) {
    await staged.close();
    throw error;
  }
}

/** Copies the rows that a backup would have, as of one moment, into another whose tables are empty: what both have of tables and columns. */
export async function copyRows(source: Engine, target: Engine): Promise<void> {
  const known = await readTables(target.db, target.dialect);
  await inSnapshot(source.db, source.dialect, async (db) => {
    const tables = common(await readTables(db, source.dialect), known);
    const counters = Object.entries(await readCounters(db, source.dialect)).filter(([table]) => tables.some(({ name }) => name === table));
    await inTransaction(handleFor(target.db, 'migration'), async (tx) => {
      await replaceRows(tx, target, rowsFrom({ db, dialect: source.dialect }, tables), [Object.fromEntries(counters)]);
      await rebuildSearchIndex(tx);
    });
  });
}

/** The tables that others have too, with the columns that those have. */
function common(tables: Table[], others: Table[]): Table[] {
  return tables.flatMap((table) => {
    const names = others.find(({ name }) => name === table.name)?.columns.map(({ name }) => name);
    return names ? [{ ...table, columns: table.columns.filter(({ name }) => names.includes(name)) }] : [];
  });
}

async function* rowsFrom({ db, dialect }: Engine, tables: Table[]): Rows {
  for (const table of tables) {
    if (!isInBackups(table.name)) continue;
    for await (const rows of rowsOf(db, dialect, table)) yield { table: table.name, rows };
  }
}

/** Replaces all rows by these, and raises the counters. */
async function replaceRows(tx: Tx, { dialect }: Engine, source: Rows, counters: Counters[]): Promise<void> {
  const tables = await readTables(tx, dialect);
  await withForeignKeysDeferred(tx, dialect, async () => {
    await emptyTables(tx, dialect, tables);
    for await (const { table, rows } of source) {
      const known = tables.find(({ name }) => name === table);
      if (!known) throw new Error(`There is no table ${table}`);
      await insertRows(tx, known, rows);
    }
  });
  for (const values of counters) await raiseCounters(tx, dialect, values);
}

/** A file that is there already stays, but only where it is the same. */
async function refuseOther(mediaStore: MediaStore, file: string, localPath: string): Promise<void> {
  const stored = await mediaStore.open(file);
  if (stored?.size === (await stat(localPath)).size) return;
  throw new Problem(
    'state_conflict',
    `The media store has another file under the name ${file}. Use a folder or bucket that no other shop uses.`,
  );
}

/** @param added receives the name of each file that did not exist before. */
async function storeFiles(mediaStore: MediaStore, archive: Archive, folder: string, added: string[]): Promise<void> {
  const storing = new Set<Promise<void>>();
  let failure: unknown;
  const store = async (file: string, localPath: string) => {
    try {
      if (await mediaStore.putFile(file, localPath)) added.push(file);
      else await refuseOther(mediaStore, file, localPath);
      await rm(localPath);
    } catch (error) {
      failure ??= error;
    }
  };
  try {
    for await (const { file, data } of filesIn(archive)) {
      const localPath = path.join(folder, file.replace('/', '_'));
      await pipeline(data, createWriteStream(localPath));
      const stored = store(file, localPath).finally(() => storing.delete(stored));
      storing.add(stored);
      if (storing.size >= CONCURRENCY) await Promise.race(storing);
      if (failure) break;
    }
  } finally {
    // Also when the archive cannot be read to its end: what is still being stored has to be removed as well.
    await Promise.all(storing);
  }
  if (failure) throw failure;
}
