import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import type { Dialect } from './dialect.ts';
import { handleFor } from './purposes.ts';

/**
 * For rules over rows that do not exist yet, such as "at most five". SQLite has only one writer
 * anyway.
 */
export async function lockNames(tx: Tx, dialect: Dialect, names: string[]): Promise<void> {
  if (dialect === 'sqlite') return;
  // Sorted, so transactions with the same names cannot deadlock.
  for (const name of names.toSorted())
    await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/** Whether another transaction has locked it; waits for none. */
export async function isLocked(db: Db, dialect: Dialect, name: string): Promise<boolean> {
  if (dialect === 'sqlite') return false;
  const { rows } = await sql<{
    free: boolean;
  }>`select pg_try_advisory_xact_lock_shared(hashtextextended(${name}, 0)) as free`.execute(db);
  return rows[0]?.free === false;
}

/**
 * Excludes all processes. Unlike the callback of `inTransaction` it never runs twice, so it may
 * touch files; it should only read from `tx`, as the commit may still fail.
 */
export const whileLocked = <T>(
  { db, dialect }: { db: Db; dialect: Dialect },
  name: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> =>
  handleFor(db, 'bulk')
    .transaction()
    .execute(async (tx) => {
      await lockNames(tx, dialect, [name]);
      return work(tx);
    });
