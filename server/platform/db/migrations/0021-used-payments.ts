import { createHash } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Dialect } from '../dialect.ts';

type Tables = { orders: { id: number; venmo_payment_id: string | null }; used_payments: { payment_hash: string; order_id: number } };

/** The payments that are noted on orders, each at most once. */
export function migration(_dialect: Dialect) {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .createTable('used_payments')
        .addColumn('payment_hash', 'text', (c) => c.primaryKey().notNull())
        .addColumn('order_id', 'integer', (c) => c.references('orders.id').onDelete('set null'))
        .execute();
      await db.schema.createIndex('used_payments_order').on('used_payments').column('order_id').execute();
      const tables = db as unknown as Kysely<Tables>;
      const noted = await tables
        .selectFrom('orders')
        .select(['id', 'venmo_payment_id'])
        .where('venmo_payment_id', 'is not', null)
        .execute();
      for (const { id, venmo_payment_id } of noted) {
        const hash = createHash('sha256')
          .update(venmo_payment_id ?? '')
          .digest('hex');
        await tables
          .insertInto('used_payments')
          .values({ payment_hash: hash, order_id: id })
          .onConflict((conflict) => conflict.column('payment_hash').doNothing())
          .execute();
      }
    },
  };
}
