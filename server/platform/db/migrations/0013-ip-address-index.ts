import { type Kysely, sql } from 'kysely';

/** Finds the few orders that still have an IP address, to clear the old ones. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await sql`create index orders_ip_address on orders (created_at) where ip_address <> ''`.execute(db);
    },
  };
}
