/** The end of what SQLite has deleted: in its file, and in the log beside it. PostgreSQL sees to both by itself (`autovacuum`). */
import { statSync } from 'node:fs';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

type Opened = { db: Db; dialect: Dialect };
type OpenedWithLog = Opened & { log: { warn(what: object, message: string): void } };

/** The `user_version` of a file in which nothing waits to be overwritten. Earlier versions of the shop, which overwrote nothing, left it at 0. */
export const OVERWRITTEN = 1;
/** A file up to this size is rewritten while the shop runs, which serves nobody meanwhile: for half a second. */
const REWRITTEN_AT_ONCE_BYTES = 64_000_000;

/**
 * Empties the log (`shop.db-wal`), in which a row is readable until something else is written over it. Where somebody still reads what was there
 * before, such as a backup, the log stays until the next call: the shop makes one every ten minutes.
 */
export async function emptyLog({ db, dialect }: Opened): Promise<void> {
  if (dialect === 'sqlite') await sql`pragma wal_checkpoint(truncate)`.execute(db);
}

/**
 * Leaves no byte of what was deleted. Call it after the commit of an erasure. `secure_delete` overwrites the rows themselves, but not the
 * copies that stay behind where SQLite moves a row or the entry of an index to another page: those end with a rewritten file. A large file is
 * rewritten by the next start.
 */
export async function overwriteDeleted({ db, dialect, log }: OpenedWithLog, atOnceBytes = REWRITTEN_AT_ONCE_BYTES): Promise<void> {
  if (dialect === 'postgres') return;
  try {
    if (statSync(await fileOf({ db })).size <= atOnceBytes) await sql`vacuum`.execute(db);
    else await sql`pragma user_version = 0`.execute(db);
    await emptyLog({ db, dialect });
  } catch (err) {
    // What was erased is erased, and the caller has said so.
    log.warn({ err }, 'deleted data were not overwritten');
  }
}

/**
 * Rewrites a file without what was deleted from it, where `overwriteDeleted` has left that to the start, or an earlier version of the shop has
 * written the file. The time it takes grows with the file: a second for some hundred megabytes. Where it fails, as on a full disk, the next start
 * tries again.
 * @param say is told before and after, or that it failed.
 */
export async function rewriteWhereDue({ db, dialect }: Opened, say: (message: string) => void): Promise<void> {
  if (dialect === 'postgres') return;
  const { rows } = await sql<{ user_version: number }>`pragma user_version`.execute(db);
  if (rows[0]?.user_version !== 0) return;
  const file = await fileOf({ db });
  const startedAt = performance.now();
  say(`Rewriting ${file} (${(statSync(file).size / 1e6).toFixed(1)} MB) without the data that were deleted from it.`);
  try {
    await sql`vacuum`.execute(db);
    await sql`pragma user_version = ${sql.lit(OVERWRITTEN)}`.execute(db);
    await emptyLog({ db, dialect });
    say(`Rewritten in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.`);
  } catch (error) {
    say(`It could not be rewritten: ${error instanceof Error ? error.message : error}. The next start tries again.`);
  }
}

async function fileOf({ db }: Pick<Opened, 'db'>): Promise<string> {
  const { rows } = await sql<{ file: string }>`select file from pragma_database_list where name = 'main'`.execute(db);
  return rows[0]?.file ?? '';
}
