import { formatDollars } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import { hasEnded, isChangeable } from '#core/contract/selling/order-statuses.ts';
import type { Act } from '#core/server/act.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import type { OrderFollower, OrderRow } from '#core/server/feature.ts';
import { queueFeatureMail } from '#core/server/messages/mail/mail.service.ts';
import type { Template } from '#core/server/messages/mail/template.ts';
import { perform } from '#core/server/perform.ts';
import { editOrder } from '#core/server/selling/orders/admin-orders.service.ts';
import { releasedBy } from '#core/server/selling/orders/hold-ends.service.ts';
import {
  lockUnerased,
  mailAbout,
  moveOrder,
  type Reader,
  readableRow,
  selectLines,
} from '#core/server/selling/orders/orders.service.ts';
import { ownOrderTemplates } from './own-order-templates.ts';
import { receivedCents } from './own-orders.queries.ts';

/**
 * Frees the pieces, and tells both sides. Repeating changes nothing. @throws Problem not_found, also
 * for an order that is not the reader's; state_conflict once money has come, or is said to.
 */
export async function cancelOwn(ctx: Context, id: number, reader: Reader): Promise<void> {
  await readableRow(ctx, id, reader);
  await perform(ctx, 'buyer', async (act) => {
    const order = await lockUnerased(act.tx, id);
    if (hasEnded(order.status)) return;
    const received = await receivedCents(act.tx, id);
    if (order.status !== 'pending' || received > 0 || order.payment_reported_at !== null) {
      const { contactEmail } = (await act.settings()).general;
      const reason =
        order.status === 'pending' && received <= 0
          ? `You told us that you’ve sent the payment of order #${id}`
          : order.status === 'pending'
            ? `We’ve received ${formatDollars(received)} for order #${id}`
            : `Order #${id} is ${order.status}`;
      throw new Problem('state_conflict', `${reason}. To cancel it, please email ${contactEmail}.`);
    }
    const lines = await selectLines(act.tx, [id]);
    await act.record({ kind: 'cancelled_by_buyer', orderId: id });
    const moved = await moveOrder(act, order, lines, 'cancelled');
    await act.follow();
    await mailAbout(act, ['order_cancelled'], moved, lines, {
      words: 'You cancelled it on your order’s page.',
    });
    await tellAdmin(act, 'cancelled_by_buyer', order, {
      total: formatDollars(order.total_cents),
      released: await releasedBy(act.tx, lines),
    });
  });
}

/**
 * Says in the history what it was. @throws Problem not_found as `cancelOwn` does; state_conflict
 * once it is shipped or has ended.
 */
export async function changeAddress(
  ctx: Context,
  id: number,
  reader: Reader,
  address: string,
): Promise<void> {
  const order = await readableRow(ctx, id, reader);
  if (!isChangeable(order.status)) throw await tooLate(ctx, order);
  try {
    const edit = { customerAddress: address, writesToBuyer: false };
    await editOrder(ctx, id, edit, undefined, 'buyer');
  } catch (error) {
    // It was shipped meanwhile, and the admin would have to say why.
    if (error instanceof Problem && error.code === 'invalid_input')
      throw await tooLate(ctx, await readableRow(ctx, id, reader));
    throw error;
  }
}

async function tooLate({ db }: Context, { id, status }: OrderRow): Promise<Problem> {
  const { contactEmail } = await readSetting({ db }, 'general');
  return new Problem(
    'state_conflict',
    `Order #${id} is ${status}. To change its address, please email ${contactEmail}.`,
  );
}

/** What the buyer corrects, the admin reads before packing. */
export const tellingAdmin: OrderFollower = {
  edited: async (act, before, after) => {
    const [from, to] = [before.customer_address, after.customer_address];
    if (act.actor !== 'buyer' || from === to) return;
    await tellAdmin(act, 'address_by_buyer', after, { from, to });
  },
};

async function tellAdmin<Kind extends keyof typeof ownOrderTemplates>(
  act: Act,
  kind: Kind,
  { id, customer_name: name, customer_email: address }: OrderRow,
  about: Omit<Parameters<(typeof ownOrderTemplates)[Kind]>[0], 'id' | 'name' | 'hasEmail'>,
): Promise<void> {
  const hasEmail = address !== '';
  await queueFeatureMail(act, {
    kind,
    template: ownOrderTemplates[kind] as Template<object>,
    about: { id, name: name || 'The buyer', hasEmail, ...about },
    other: hasEmail ? { name, address } : null,
    orderId: id,
  });
}
