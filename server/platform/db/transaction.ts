import { setTimeout } from 'node:timers/promises';
import type { Db, Tx } from './db.ts';

const ATTEMPTS = 5;

/** Runs the work in a transaction; starts anew, a bounded number of times, where the engine gave up for others' sake. Must have no effects but on `tx`. */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || !isTransient(error)) throw error;
      await setTimeout(Math.random() * 20 * 2 ** attempt);
    }
  }
}

/** PostgreSQL: serialization failure, deadlock. SQLite: busy. */
function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode } = error as Error & { code?: unknown; errcode?: unknown };
  return code === '40001' || code === '40P01' || (code === 'ERR_SQLITE_ERROR' && typeof errcode === 'number' && (errcode & 0xff) === 5);
}
