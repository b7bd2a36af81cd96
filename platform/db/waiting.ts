/**
 * The database may come later than the shop: a supervisor that gives up after some tries would
 * leave the shop closed.
 */
import { sql } from 'kysely';
import type { Clock } from '#platform/clock.ts';
import type { Db } from './db.ts';
import { failureOf } from './failures.ts';

const PAUSE_MS = 1_000;
const LINE_EVERY_MS = 10_000;
const MAX_MS = 120_000;

/**
 * Waits two minutes at most, and says so every ten seconds.
 * @param say gets a sentence with the reason.
 * @throws what the last try threw, or at once what waiting does not change, such as a wrong
 * password.
 */
export async function waitForDatabase(
  db: Db,
  clock: Clock,
  say: (message: string) => void,
): Promise<void> {
  const startedAt = clock.now().getTime();
  for (let saidAt = Number.NEGATIVE_INFINITY; ; ) {
    try {
      await sql`select 1`.execute(db);
      return;
    } catch (error) {
      const now = clock.now().getTime();
      if (failureOf(error) !== 'unavailable' || now - startedAt >= MAX_MS) throw error;
      if (now - saidAt >= LINE_EVERY_MS) {
        say(
          `The database does not answer yet, so the shop waits for it: ${error instanceof Error ? error.message : error}`,
        );
        saidAt = now;
      }
    }
    await clock.wait(PAUSE_MS);
  }
}
