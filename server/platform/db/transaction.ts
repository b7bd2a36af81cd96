import { setTimeout } from 'node:timers/promises';
import type { Db, Tx } from './db.ts';
import { failureOf } from './failures.ts';

const ATTEMPTS = 5;

/**
 * Runs the work in a transaction, again if the engine gave up because of a concurrent transaction, at most five times.
 * The callback may run more than once; touch nothing outside `tx`.
 */
export async function inTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await db.transaction().execute(work);
    } catch (error) {
      if (attempt === ATTEMPTS || failureOf(error) !== 'conflict') throw error;
      await setTimeout(Math.random() * 20 * 2 ** attempt);
    }
  }
}
