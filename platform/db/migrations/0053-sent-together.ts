import type { Kysely } from 'kysely';

export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema.alterTable('orders').addColumn('parcel', 'text').execute();
      await db.schema.createIndex('orders_parcel').on('orders').column('parcel').execute();
    },
  };
}
