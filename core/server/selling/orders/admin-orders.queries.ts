import { type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Orders, RowChange, Schema } from '#platform/db/schema.ts';
import { containing } from '#platform/text-search.ts';
import { type OrderRow, orderColumns } from './orders.queries.ts';

type OrderFilter = {
  /** Normalized; each must be contained, or be the order's number. */
  tokens: string[];
  status?: OrderStatus | undefined;
  placedBefore?: string | undefined;
};

export async function selectMatching(
  db: Db,
  filter: OrderFilter,
  offset: number,
  limit: number,
): Promise<OrderRow[]> {
  const query = db.selectFrom('orders').select(orderColumns).where(matches(filter));
  return query.orderBy('id', 'desc').offset(offset).limit(limit).execute();
}

export async function countByStatus(db: Db, filter: OrderFilter, overdueBefore: string) {
  return db
    .selectFrom('orders')
    .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
    .select(sql<number>`count(case when created_at < ${overdueBefore} then 1 end)`.as('older'))
    .where(matches(filter))
    .groupBy('status')
    .execute();
}

function matches({ tokens, status, placedBefore }: OrderFilter) {
  return (eb: ExpressionBuilder<Schema, 'orders'>) =>
    eb.and([
      ...(status === undefined ? [] : [eb('status', '=', status)]),
      ...(placedBefore === undefined ? [] : [eb('created_at', '<', placedBefore)]),
      ...tokens.map((token) => {
        const text = sql<SqlBool>`search_text like ${containing(token)} escape '\\'`;
        const number = /^#?([1-9]\d{0,8})$/.exec(token)?.[1];
        return number === undefined ? text : eb.or([text, eb('id', '=', Number(number))]);
      }),
    ]);
}

type Notes = Pick<
  RowChange<Orders>,
  | (
      | 'venmo_payment_id'
      | 'carrier'
      | 'tracking_number'
      | 'paid_how'
      | 'private_note'
      | 'customer_name'
      | 'customer_address'
      | 'search_text'
    )
  | ('customer_email' | 'email_proved_at' | 'mail_key' | 'access_key' | 'parcel')
>;

export async function updateNotes(tx: Tx, id: number, notes: Notes, now: string): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ ...notes, updated_at: now })
    .where('id', '=', id)
    .execute();
}

/** Only the admin and holders of the link can read the order then. */
export async function eraseBuyer(
  tx: Tx,
  id: number,
  erased: { name: string; searchText: string; now: string },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({
      customer_name: erased.name,
      customer_email: '',
      customer_address: erased.name,
      venmo_username: null,
      venmo_payment_id: null,
      paid_how: null,
      private_note: null,
      carrier: null,
      tracking_number: null,
      notes: null,
      ip_address: '',
      email_proved_at: null,
      search_text: erased.searchText,
      erased_at: erased.now,
      updated_at: erased.now,
    })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('order_money')
    .set({ payer: null, note: null })
    .where('order_id', '=', id)
    .execute();
  await tx.deleteFrom('order_buyers').where('order_id', '=', id).execute();
}
