import { type Kysely, sql } from 'kysely';

/** Finds the orders whose buyers are still known, the oldest first, however many have been erased. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await sql`create index orders_unerased on orders (created_at) where erased_at is null`.execute(db);
    },
  };
}
