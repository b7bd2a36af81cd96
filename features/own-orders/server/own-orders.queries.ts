import type { Tx } from '#platform/db/db.ts';

/** What the shop has of it: payments less refunds. */
export async function receivedCents(tx: Tx, orderId: number): Promise<number> {
  const money = await tx
    .selectFrom('order_money')
    .select(['kind', 'amount_cents'])
    .where('order_id', '=', orderId)
    .where('kind', '<>', 'fee')
    .execute();
  return money.reduce(
    (sum, { kind, amount_cents: cents }) => sum + (kind === 'payment' ? cents : -cents),
    0,
  );
}
