/**
 * A session alone changes where a sold piece goes: its buyer hears of it at the address they gave.
 */
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Act } from '#core/server/act.ts';
import type { OrderFollower, OrderRow } from '#core/server/feature.ts';
import { queueFeatureMail } from '#core/server/messages/mail/mail.service.ts';
import { lockOrder, selectLines } from '#core/server/selling/orders/orders.service.ts';
import { noticeTemplates } from './notice-templates.ts';
import { keepHashes } from './removed.service.ts';

async function notice(
  act: Act,
  kind: 'order_address_changed' | 'order_link_ended',
  { id, customer_email: address }: OrderRow,
): Promise<void> {
  if (address === '') return;
  const other = { name: '', address };
  await queueFeatureMail(act, {
    kind,
    template: noticeTemplates[kind],
    about: { id },
    other,
    orderId: id,
  });
}

/** The mail outlives its order, so it belongs to none. */
export async function noticeRemoval(act: Act, id: number): Promise<void> {
  const order = await lockOrder(act.tx, id);
  if (order) await keepHashes(act, order);
  if (order?.status !== 'pending' || order.customer_email === '') return;
  const titles = (await selectLines(act.tx, [id])).map(({ title }) => title);
  await queueFeatureMail(act, {
    kind: 'order_removed',
    template: noticeTemplates.order_removed,
    about: { id, titles },
    other: { name: '', address: order.customer_email },
  });
}

export const noticing: OrderFollower = {
  edited: async (act, before, after) => {
    if (orderStatusTable[before.status].claim !== 'taken') return;
    if (before.customer_address !== after.customer_address)
      await notice(act, 'order_address_changed', after);
    if (before.customer_email.toLowerCase() !== after.customer_email.toLowerCase())
      await notice(act, 'order_link_ended', before);
  },
};
