/** Features have claimed the pieces. */
import type { Act } from '#core/server/act.ts';
import { mainPictures } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { NewRow, OrderLines, Orders } from '#platform/db/schema.ts';
import { newHold } from './hold-rules.ts';
import { linePicture } from './line-picture.ts';
import { newKey } from './new-key.ts';
import { insertMoney, selectMoney } from './order-money.queries.ts';
import { receivedOf } from './order-money.ts';
import { orderSearchText } from './order-search.ts';
import {
  insertLines,
  insertOrder,
  keyedOrder,
  type LineRow,
  type OrderRow,
  removeLines,
  selectLines,
  updateSale,
} from './orders.queries.ts';
import { moveLines } from './orders.service.ts';
import { endProposal } from './proposed.ts';

export { keyedOrder, newHold };

export type ClaimedLine = Pick<
  NewRow<OrderLines>,
  'title' | 'price_cents' | 'shipping_cents' | 'quantity' | 'claim'
> & { specimen_id: number };

type Entered = Omit<
  NewRow<Orders>,
  | ('kind' | 'access_key' | 'mail_key' | 'venmo_username' | 'venmo_payment_id' | 'ip_address')
  | ('search_text' | 'created_at' | 'updated_at')
>;

/**
 * @param how `held`: the order that it becomes; undefined: a new one. `payment`: null: none has
 * come yet. @returns the order's id.
 */
export async function enterOrder(
  act: Act,
  entered: Entered,
  claimed: ClaimedLine[],
  {
    held,
    payment,
  }: { held: number | undefined; payment: { method: string | null; at: string } | null },
): Promise<number> {
  const { tx, now } = act;
  const pictures = await mainPictures(
    tx,
    claimed.map((line) => line.specimen_id),
  );
  const lines = claimed.map((line) => ({
    ...line,
    ...linePicture(pictures.get(line.specimen_id)),
  }));
  const buyer = { name: entered.customer_name, email: entered.customer_email };
  const columns = { ...entered, search_text: orderSearchText(buyer, lines), updated_at: now };
  if (held !== undefined) {
    await removeLines(tx, held);
    await updateSale(tx, held, columns);
    await insertLines(tx, held, lines);
  }
  const keys = {
    access_key: newKey(),
    mail_key: newKey(),
    venmo_username: null,
    venmo_payment_id: null,
    ip_address: '',
  };
  const id =
    held ??
    (await insertOrder(tx, { kind: 'elsewhere', ...columns, ...keys, created_at: now }, lines));
  if (payment) {
    const due = entered.total_cents - receivedOf(await selectMoney(tx, [id]));
    if (due > 0)
      await insertMoney(tx, { order_id: id, kind: 'payment', amount_cents: due, ...payment });
  }
  return id;
}

/** Ends its proposal too. @returns its lines. */
export async function releaseHeld(act: Act, order: OrderRow): Promise<LineRow[]> {
  await endProposal(act, order.id, 'overtaken');
  const lines = await selectLines(act.tx, [order.id]);
  await moveLines(act, order, lines, () => 'release');
  return lines;
}

export async function noteEmail(
  { tx, now }: Act,
  order: OrderRow,
  lines: LineRow[],
  email: string,
): Promise<void> {
  await updateSale(tx, order.id, {
    customer_email: email,
    email_proved_at: now,
    search_text: orderSearchText({ name: order.customer_name, email }, lines),
    updated_at: now,
  });
}
