import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import type { Dialect } from './dialect.ts';

/**
 * Lets only one transaction at a time work under each of these names, until it ends: for rules over rows that do not exist yet, such as "at most five".
 * SQLite has one writer anyway.
 */
export async function lockNames(tx: Tx, dialect: Dialect, names: string[]): Promise<void> {
  if (dialect === 'sqlite') return;
  // Sorted, so that two transactions with the same names never wait for each other.
  for (const name of names.toSorted()) await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx);
}

/**
 * Runs the work while no other transaction works under the name, in this or any other process. It runs once and never again, so that it may touch
 * files, unlike the callback of `inTransaction`; it should only read from `tx`, because the commit may still fail.
 */
export const whileLocked = <T>({ db, dialect }: { db: Db; dialect: Dialect }, name: string, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute(async (tx) => {
    await lockNames(tx, dialect, [name]);
    return work(tx);
  });
