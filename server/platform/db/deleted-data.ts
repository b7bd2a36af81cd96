/** The end of what SQLite has deleted: in its file, and in the log beside it. PostgreSQL sees to both by itself (`autovacuum`). */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

type Opened = { db: Db; dialect: Dialect };
type OpenedWithLog = Opened & { log: { warn(what: object, message: string): void } };

/**
 * The `user_version` of a file is the day on which it was rewritten last, counted from 1970, so that a shop that is started every morning knows it
 * too. 0: it waits for that; earlier versions of the shop, which overwrote nothing, left it so. A new file has nothing to overwrite.
 */
export const NEW_FILE = 1;
const WAITS = 0;
const DAY_MS = 24 * 60 * 60_000;
const dayOf = (clock: Clock): number => Math.floor(clock.now().getTime() / DAY_MS);

/** A file up to this size is rewritten while the shop runs, which serves nobody meanwhile: for half a second. */
const REWRITTEN_AT_ONCE_BYTES = 64_000_000;

/**
 * Empties the log (`shop.db-wal`), in which a row is readable until something else is written over it. Where somebody still reads what was there
 * before, such as a backup, the log stays until the next call: the shop makes one every ten minutes.
 */
export async function emptyLog({ db, dialect, log }: OpenedWithLog): Promise<void> {
  if (dialect === 'sqlite') await orWarn(log, () => truncateLog(db));
}

/**
 * Leaves no byte of what was deleted. Call it after the commit of an erasure. `secure_delete` overwrites the rows themselves, but not the
 * copies that stay behind where SQLite moves a row or the entry of an index to another page: those end with a rewritten file. A large file is
 * rewritten by the next start, and what fails, as on a full disk, by the next round of cleaning up or the next start.
 */
export async function overwriteDeleted(
  { db, dialect, log, clock }: OpenedWithLog & { clock: Clock },
  atOnceBytes = REWRITTEN_AT_ONCE_BYTES,
): Promise<void> {
  if (dialect === 'postgres') return;
  await orWarn(log, async () => {
    if ((await rewrittenOn(db)) !== WAITS) await setRewritten(db, WAITS);
    if (statSync(await fileOf(db)).size <= atOnceBytes) await rewrite(db, clock);
    await truncateLog(db);
  });
}

/** The same where the file was last rewritten on another day, or still waits for it; else empties the log alone. */
export async function overwriteDaily(opened: OpenedWithLog & { clock: Clock }): Promise<void> {
  if (opened.dialect === 'postgres') return;
  if ((await rewrittenOn(opened.db)) === dayOf(opened.clock)) await emptyLog(opened);
  else await overwriteDeleted(opened);
}

/**
 * Rewrites a file without what was deleted from it, where `overwriteDeleted` has left that to the start, or an earlier version of the shop has
 * written the file. The time it takes grows with the file: a second for some hundred megabytes. Where it fails, as on a full disk, the next start
 * tries again.
 * @param say is told before and after, or that it failed.
 */
export async function rewriteWhereDue({ db, dialect }: Opened, clock: Clock, say: (message: string) => void): Promise<void> {
  if (dialect === 'postgres' || (await rewrittenOn(db)) !== WAITS) return;
  const file = await fileOf(db);
  const startedAt = performance.now();
  say(`Rewriting ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB) without the data that were deleted from it.`);
  try {
    await rewrite(db, clock);
    await truncateLog(db);
    say(`Rewritten in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  } catch (error) {
    say(`It could not be rewritten: ${error instanceof Error ? error.message : error}. The next start tries again.`);
  }
}

async function rewrite(db: Db, clock: Clock): Promise<void> {
  await sql`vacuum`.execute(db);
  await setRewritten(db, dayOf(clock));
}

async function truncateLog(db: Db): Promise<void> {
  await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/** What was deleted is deleted, and the caller says so. */
async function orWarn(log: OpenedWithLog['log'], overwrite: () => Promise<void>): Promise<void> {
  try {
    await overwrite();
  } catch (err) {
    log.warn({ err }, 'deleted data were not overwritten');
  }
}

async function rewrittenOn(db: Db): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  return rows[0]?.user_version ?? WAITS;
}

async function setRewritten(db: Db, day: number): Promise<void> {
  await sql`pragma user_version = ${sql.lit(day)}`.execute(db);
}

async function fileOf(db: Db): Promise<string> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file ?? '';
}
