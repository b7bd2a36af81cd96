/** Restores all of a backup, or nothing. */
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#core/contract/problems.ts';
import { rebuildSearchIndex } from '#core/server/catalogue/search/search-index.service.ts';
import type { Context } from '#core/server/context.ts';
import { forgetMediaPlace } from '#core/server/media/files/media-place.service.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { type Archive, filesIn, rowsIn } from '#platform/backup/archive-reader.ts';
import { type Counters, raiseCounters, readCounters } from '#platform/db/backup/counters.ts';
import { emptyTables, insertRows, withForeignKeysDeferred } from '#platform/db/backup/rows.ts';
import { inOwnTransaction, inSnapshot, type Row, rowsOf } from '#platform/db/backup/snapshot.ts';
import { readMigrations, readTables, type Table } from '#platform/db/backup/tables.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { migrate, migrationNames } from '#platform/db/migrate.ts';
import { endsBeforeFirstRelease } from '#platform/db/migrations/first-release-names.ts';
import { type Database, openSqlite } from '#platform/db/open.ts';
import { handleFor } from '#platform/db/purposes.ts';
import type { Schema } from '#platform/db/schema.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { openWorkFolder } from '#platform/storage/leftovers.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { countRows, hasOwner, holdWaitingMails, lockOutWriters } from './backup.queries.ts';
import { type Backup, isInBackups, type Source, takeBackup } from './backup.service.ts';
import { lockForRestore } from './restore-lock.service.ts';

type Rows = AsyncIterable<{ table: string; rows: Row[] }>;
type Engine = { db: Db | Tx; dialect: Context['dialect'] };

type Target = Omit<Source, 'clock'>;

/** How a restore may replace what a running shop has. */
export type Replacing = Pick<Source, 'clock'> & {
  /** As `contentsInTheWay` has named it to the owner, who agreed that it goes. */
  agreed: readonly string[];
  /** @returns lets writers in again. */
  close(): Promise<() => void>;
  /** Keeps the shop as it is: nothing of it is changed before. @returns forgets it. */
  keep(present: Backup): Promise<() => Promise<void>>;
};

const CONCURRENCY = 8;

/**
 * The rows go into a staging database, which refuses rows that do not fit and migrates them; then
 * the files are stored; last, the rows are committed. Ids stay the same.
 * @param replacing the owner has just confirmed that the password may be replaced; null: only an
 * empty installation, without an owner, gets the backup.
 * @throws Problem if the installation has something else, its media store has another file under the name
 * of one of the archive's, or the archive comes from a newer version, or from one before 1.0.0.
 */
export async function restoreBackup(
  ctx: Target,
  archive: Archive,
  replacing: Replacing | null = null,
): Promise<void> {
  const { migrations, counters } = archive.manifest;
  refuseOtherVersions(migrations);
  await refuseContents(ctx, replacing);
  await migrate(handleFor(ctx.db, 'migration'), ctx.dialect);
  const { folder, remove } = openWorkFolder(ctx.config.dataDir, 'restore');
  const added: string[] = [];
  let reopen = () => {};
  let forget = async () => {};
  try {
    const staged = await stage(archive, path.join(folder, 'shop.db'));
    try {
      await storeFiles(ctx.mediaStore, archive, folder, added);
      const newer = await readCounters(staged.db, staged.dialect);
      const tables = await readTables(staged.db, staged.dialect);
      if (replacing) reopen = await replacing.close();
      await inOwnTransaction(ctx.db, ctx.dialect, async (tx) => {
        // The other processes tell their visitors; what they have begun waits, or makes this wait.
        await lockForRestore(tx, ctx.dialect);
        await lockOutWriters(tx, ctx.dialect, await readTables(tx, ctx.dialect));
        await refuseContents({ db: tx, dialect: ctx.dialect }, replacing);
        if (replacing) forget = await keepPresent(ctx, tx, replacing);
        await replaceRows(tx, ctx, rowsFrom(staged, tables), [newer, counters]);
        await rebuildSearchIndex(tx);
        await holdWaitingMails(tx);
        await forgetMediaPlace(tx);
      });
    } finally {
      await staged.close();
    }
  } catch (error) {
    await forget();
    for (const name of added) await ctx.mediaStore.remove(name);
    throw error;
  } finally {
    reopen();
    remove();
  }
}

async function keepPresent(
  ctx: Target,
  tx: Tx,
  { clock, keep }: Replacing,
): Promise<() => Promise<void>> {
  const present = await takeBackup({ ...ctx, clock }, undefined, (_db, _dialect, work) => work(tx));
  try {
    return await keep(present);
  } finally {
    await present.discard();
  }
}

function refuseOtherVersions(migrations: string[]): void {
  if (endsBeforeFirstRelease(migrations))
    throw new Problem(
      'state_conflict',
      'The backup was made by a version of this shop before 1.0.0. Install 1.0.0 first, restore the backup there, start it once, then upgrade.',
    );
  const known = migrationNames();
  if (migrations.some((name, index) => known[index] !== name)) {
    throw new Problem(
      'state_conflict',
      'The backup was made by a newer version of this shop. Upgrade the shop first.',
    );
  }
}

const inTheWay: Record<string, keyof Schema> = Object.assign(
  { specimens: 'specimens', orders: 'orders' },
  ...pluggedInto('tables').map((tables) => tables.inTheWay),
);

/** With numbers, such as “2 specimens”. */
export async function contentsInTheWay(
  { db, dialect }: Engine,
  mayReplaceOwner: boolean,
): Promise<string[]> {
  if ((await readMigrations(db, dialect)).length === 0) return [];
  const contents: string[] = [];
  for (const [name, table] of Object.entries(inTheWay)) {
    const count = await countRows(db, table);
    if (count > 0) contents.push(`${count} ${count === 1 ? name.replace(/s$/, '') : name}`);
  }
  if (!mayReplaceOwner && (await hasOwner(db))) contents.push('an owner with a password');
  return contents;
}

async function refuseContents(engine: Engine, replacing: Replacing | null): Promise<void> {
  const contents = await contentsInTheWay(engine, replacing !== null);
  const list = contents.join(', ');
  if (list === (replacing?.agreed ?? []).join(', ')) return;
  if (replacing)
    throw new Problem(
      'state_conflict',
      `Nothing was changed: the shop now has ${new Intl.ListFormat('en-US').format(contents) || 'nothing of its own'}. Say whether the copy should replace that.`,
    );
  throw new Problem(
    'state_conflict',
    `A backup can only be restored into an empty installation, and this one has ${list}. Use another DATA_DIR or database.`,
  );
}

/**
 * The archive's tables are migrated as a running shop would.
 * @param file of the new database.
 */
export async function stage(archive: Archive, file: string): Promise<Database> {
  const staged = openSqlite(file);
  const { db, dialect } = staged;
  try {
    await migrate(db, dialect, archive.manifest.migrations.at(-1));
    await inTransaction(db, (tx) =>
      replaceRows(tx, staged, rowsIn(archive), [archive.manifest.counters]),
    );
    await migrate(db, dialect);
    return staged;
  } catch (error) {
    await staged.close();
    throw error;
  }
}

/** Copies the tables and columns that both have, as of one moment, into empty tables. */
export async function copyRows(source: Engine, target: Engine): Promise<void> {
  const known = await readTables(target.db, target.dialect);
  await inSnapshot(source.db, source.dialect, async (db) => {
    const tables = common(await readTables(db, source.dialect), known);
    const counters = Object.entries(await readCounters(db, source.dialect)).filter(([table]) =>
      tables.some(({ name }) => name === table),
    );
    await inTransaction(handleFor(target.db, 'migration'), async (tx) => {
      await replaceRows(tx, target, rowsFrom({ db, dialect: source.dialect }, tables), [
        Object.fromEntries(counters),
      ]);
      await rebuildSearchIndex(tx);
    });
  });
}

function common(tables: Table[], others: Table[]): Table[] {
  return tables.flatMap((table) => {
    const names = others.find(({ name }) => name === table.name)?.columns.map(({ name }) => name);
    return names
      ? [{ ...table, columns: table.columns.filter(({ name }) => names.includes(name)) }]
      : [];
  });
}

async function* rowsFrom({ db, dialect }: Engine, tables: Table[]): Rows {
  for (const table of tables) {
    if (!isInBackups(table.name)) continue;
    for await (const rows of rowsOf(db, dialect, table)) yield { table: table.name, rows };
  }
}

async function replaceRows(
  tx: Tx,
  { dialect }: Engine,
  source: Rows,
  counters: Counters[],
): Promise<void> {
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

/** An existing file stays, but only where it is the same. */
async function refuseOther(mediaStore: MediaStore, file: string, localPath: string): Promise<void> {
  const stored = await mediaStore.open(file);
  if (stored?.size === (await stat(localPath)).size) return;
  throw new Problem(
    'state_conflict',
    `The media store has another file under the name ${file}. Use a folder or bucket that no other shop uses.`,
  );
}

/** @param added receives the name of each file that did not exist before. */
async function storeFiles(
  mediaStore: MediaStore,
  archive: Archive,
  folder: string,
  added: string[],
): Promise<void> {
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
    // Also when the archive cannot be read to its end: what is still being stored has to be removed
    // as well.
    await Promise.all(storing);
  }
  if (failure) throw failure;
}
