import { type Kysely, sql } from 'kysely';
import type { Dialect } from '../dialect.ts';

/** The hours of a hold, and of its reminder, when this migration was written. */
const [ENDS, REMINDS] = [72, 54];

/**
 * A hold gets an end. What earlier versions hold begins anew now; they noted no sign of life, so each of these orders counts as having given
 * one: its admin is asked, and nothing is released by itself.
 */
export function migration(dialect: Dialect) {
  const now = dialect === 'sqlite' ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now')` : sql`now()`;
  const inHours = (hours: number) =>
    dialect === 'sqlite'
      ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${sql.lit(`+${hours} hours`)})`
      : sql`now() + ${sql.lit(`${hours} hours`)}::interval`;
  return {
    async up(db: Kysely<never>) {
      for (const column of ['hold_ends_at', 'hold_reminds_at', 'hold_asked_at', 'sign_of_life_at', 'payment_reported_at']) {
        await db.schema.alterTable('orders').addColumn(column, 'timestamptz').execute();
      }
      await sql`
        update orders set hold_ends_at = ${inHours(ENDS)}, hold_reminds_at = ${inHours(REMINDS)}, sign_of_life_at = ${now}
        where status = 'pending'`.execute(db);
      await db.schema.createIndex('orders_hold_ends').on('orders').columns(['status', 'hold_ends_at']).execute();
      await db.schema.createIndex('orders_hold_reminds').on('orders').columns(['status', 'hold_reminds_at']).execute();
    },
  };
}
