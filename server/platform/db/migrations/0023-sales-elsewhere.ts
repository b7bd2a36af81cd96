import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { allowValues } from './check-values.ts';

/** Sales made elsewhere become orders of their own kind, with the admin's words on how they were paid. */
export function migration(dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      await allowValues(db, dialect, 'orders', 'kind', ['cart', 'direct', 'elsewhere']);
      await db.schema.alterTable('orders').addColumn('paid_how', 'text').execute();
    },
  };
}
