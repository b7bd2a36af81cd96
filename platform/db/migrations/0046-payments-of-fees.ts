import { type Kysely, sql } from 'kysely';

/** A fee goes with its payment. Earlier fees are of the only payment that their order had. */
export function migration() {
  return {
    async up(db: Kysely<never>) {
      await db.schema
        .alterTable('order_money')
        .addColumn('payment_id', 'integer', (c) =>
          c.references('order_money.id').onDelete('cascade'),
        )
        .execute();
      await db.schema
        .createIndex('order_money_payment')
        .on('order_money')
        .column('payment_id')
        .execute();
      await sql`
        update order_money set payment_id = (
          select min(payment.id) from order_money as payment
          where payment.order_id = order_money.order_id and payment.kind = 'payment'
        ) where kind = 'fee'`.execute(db);
    },
  };
}
