import type { Db } from '#platform/db/db.ts';

const columns = [
  ...([
    'orders.id',
    'orders.kind',
    'orders.status',
    'customer_address',
    'shipping_cents',
    'total_cents',
  ] as const),
  ...(['paid_how', 'venmo_username', 'venmo_payment_id'] as const),
  ...([
    'money.id as money_id',
    'money.kind as moved',
    'money.amount_cents',
    'money.line_id',
    'money.at',
  ] as const),
] as const;

export type MovedRow = Awaited<ReturnType<typeof selectMoved>>[number];

/** Moved from one instant on and before another, in sequence, behind `after`. */
export async function selectMoved(
  db: Db,
  { from, until }: { from: string; until: string },
  after: { money_id: number; at: string } | null,
  limit: number,
) {
  let query = db
    .selectFrom('order_money as money')
    .innerJoin('orders', 'orders.id', 'money.order_id')
    // A fee was paid the way of its payment.
    .leftJoin('order_money as paid', 'paid.id', 'money.payment_id')
    .select(columns)
    .select((eb) => eb.fn.coalesce('money.method', 'paid.method').as('method'))
    .where('money.at', '>=', from)
    .where('money.at', '<', until);
  if (after !== null)
    query = query.where((eb) =>
      eb.and([
        eb('money.at', '>=', after.at),
        eb.or([eb('money.at', '>', after.at), eb('money.id', '>', after.money_id)]),
      ]),
    );
  return query.orderBy('money.at').orderBy('money.id').limit(limit).execute();
}

export async function selectMoneyOf(db: Db, orderIds: number[]) {
  return db
    .selectFrom('order_money')
    .select(['id', 'order_id', 'kind', 'amount_cents'])
    .where('order_id', 'in', orderIds)
    .orderBy('at')
    .orderBy('id')
    .execute();
}

/** Includes lines that were taken out, and the costs of deleted specimens. */
export async function selectLinesWithCost(db: Db, orderIds: number[]) {
  return db
    .selectFrom('order_lines as line')
    .leftJoin('specimens as specimen', 'specimen.id', 'line.specimen_id')
    .select([
      'line.id',
      'line.order_id',
      'line.specimen_id',
      'line.title',
      'line.price_cents',
      'line.shipping_cents',
      'line.quantity',
      'line.standing',
    ])
    .select((eb) =>
      eb
        .case()
        .when('line.specimen_id', 'is', null)
        .then(eb.ref('line.cost'))
        .else(eb.ref('specimen.cost'))
        .end()
        .as('cost'),
    )
    .where('line.order_id', 'in', orderIds)
    .orderBy('line.id')
    .execute();
}

/** Null: nothing moved. */
export async function selectMovedRange(
  db: Db,
): Promise<{ first: string | null; last: string | null }> {
  return db
    .selectFrom('order_money')
    .select(({ fn }) => [fn.min('at').as('first'), fn.max('at').as('last')])
    .executeTakeFirstOrThrow();
}
