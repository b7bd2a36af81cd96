import type { Kysely } from 'kysely';

/**
 * What the owner does not ask of an order's total, below 0 for a surplus kept, and of each payment
 * and refund who sent it, a note, and where it came from.
 */
export function migration() {
  return {
    async up({ schema }: Kysely<never>) {
      await schema
        .alterTable('orders')
        .addColumn('written_off_cents', 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
      for (const column of ['payer', 'note', 'origin', 'payment_hash'])
        await schema.alterTable('order_money').addColumn(column, 'text').execute();
    },
  };
}
