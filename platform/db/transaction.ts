import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db, Tx } from './db.ts';
import { failureOf } from './failures.ts';
import { handleFor } from './purposes.ts';

const ATTEMPTS = 5;

/** Repeats the callback after a conflict, at most five times: touch nothing outside `tx`. */
export async function inTransaction<T>(db: Db, callback: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await handleFor(db, 'write').transaction().execute(callback);
    } catch (error) {
      if (attempt === ATTEMPTS || failureOf(error) !== 'conflict') throw error;
      await setTimeout(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/**
 * Undoes the callback's writes unless they are to stay. The statements are alike either way, so the
 * time taken does not tell which it was.
 */
export async function writeOrTakeBack(
  tx: Tx,
  isToStay: boolean,
  callback: () => Promise<void>,
): Promise<void> {
  await sql`savepoint either`.execute(tx);
  await callback();
  await (isToStay ? sql`release savepoint either` : sql`rollback to savepoint either`).execute(tx);
}
