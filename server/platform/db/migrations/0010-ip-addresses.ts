import type { Kysely } from 'kysely';

/** Says which kind of address these columns hold. Indexes follow by themselves. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      for (const table of ['orders', 'login_attempts']) {
        await db.schema.alterTable(table).renameColumn('address', 'ip_address').execute();
      }
    },
  };
}
