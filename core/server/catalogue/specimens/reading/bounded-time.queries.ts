import { sql } from 'kysely';
import { Problem } from '#core/contract/problems.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';

const STATEMENT_TIMEOUT = '2s';
const CANCELLED = '57014';

/**
 * No statement takes longer than two seconds, and all see the same moment. SQLite has no such
 * limit: there the searches themselves bound what each statement reads. @throws Problem unavailable
 * where the limit was reached.
 */
export async function inBoundedTime<T>(
  db: Db,
  dialect: Dialect,
  search: (db: Db | Tx) => Promise<T>,
): Promise<T> {
  if (dialect === 'sqlite') return search(db);
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        await sql`set local statement_timeout = ${sql.lit(STATEMENT_TIMEOUT)}`.execute(tx);
        return search(tx);
      });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === CANCELLED) {
      throw new Problem(
        'unavailable',
        'Search is taking too long right now. Please try again in a moment.',
        { retryAfter: 5 },
      );
    }
    throw error;
  }
}
