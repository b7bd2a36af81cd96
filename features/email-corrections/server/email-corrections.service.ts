import { isMailToAdmin } from '#core/contract/messages/mail-statuses.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import { mailsOf } from '#core/server/messages/mail/mail.service.ts';
import { editOrder } from '#core/server/selling/orders/admin-orders.service.ts';
import {
  type OrderRow,
  type Reader,
  readOrder,
  selectOrder,
} from '#core/server/selling/orders/orders.service.ts';
import type { Db } from '#platform/db/db.ts';

/** @throws Problem not_found, also for an order that is not the reader's. */
export async function hasFailed(ctx: Context, id: number, reader: Reader): Promise<boolean> {
  await readOrder(ctx, id, reader);
  const order = await selectOrder(ctx.db, id);
  return order !== undefined && (await isUnreachable(ctx.db, order));
}

/**
 * What is known of the former address does not open the order anymore. @throws Problem not_found as
 * `hasFailed` does; state_conflict where emails arrive, or may.
 */
export async function correctEmail(
  ctx: Context,
  id: number,
  reader: Reader,
  email: string,
): Promise<void> {
  if (!(await hasFailed(ctx, id, reader)))
    throw new Problem(
      'state_conflict',
      'Our email is on its way to this address. If it is wrong, please write to us.',
    );
  await editOrder(ctx, id, { customerEmail: email, writesToBuyer: false }, undefined, 'buyer');
}

async function isUnreachable(db: Db, order: OrderRow): Promise<boolean> {
  if (order.status !== 'pending' || order.email_proved_at !== null) return false;
  const mails = (await mailsOf(db, order.id)).filter(
    ({ kind, to }) => !isMailToAdmin(kind) && to === order.customer_email,
  );
  return mails.length > 0 && mails.every(({ status }) => status === 'failed');
}
