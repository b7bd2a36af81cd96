import type { Kysely } from 'kysely';

/** An idempotency key may stand for a specimen too, and the admin's keys last longer than those of buyers. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      const change = () => db.schema.alterTable('idempotency_keys');
      await change()
        .addColumn('specimen_id', 'integer', (c) => c.references('specimens.id').onDelete('set null'))
        .execute();
      // Whoever deletes a specimen would look through all keys.
      await db.schema.createIndex('idempotency_keys_specimen').on('idempotency_keys').column('specimen_id').execute();
      await change().addColumn('lasts_until', 'timestamptz').execute();
    },
  };
}
