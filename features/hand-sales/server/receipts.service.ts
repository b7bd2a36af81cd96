import { Problem } from '#core/contract/problems.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { noteEmail } from '#core/server/selling/orders/entering.service.ts';
import {
  erasedText,
  lockWithLines,
  mailAbout,
} from '#core/server/selling/orders/orders.service.ts';
import type { ReceiptInput } from '#features/hand-sales/contract/sales.ts';

export async function sendReceiptOf(act: Act, id: number): Promise<void> {
  const { order, lines } = await lockWithLines(act.tx, id);
  await mailAbout(act, ['order_receipt'], order, lines);
}

/**
 * Notes the buyer's address where the sale has none. The same key writes the receipt once.
 * @throws Problem not_found; state_conflict for what is no sale made elsewhere, or has another
 * buyer's address.
 */
export async function sendReceipt(
  ctx: Context,
  id: number,
  { email, key }: ReceiptInput,
): Promise<void> {
  await perform(ctx, 'owner', async (act) => {
    const { order, lines } = await lockWithLines(act.tx, id);
    if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(id));
    const { claim, label } = orderStatusTable[order.status];
    if (order.kind !== 'elsewhere' || claim !== 'taken')
      throw new Problem(
        'state_conflict',
        `Order #${id} is ${label.toLowerCase()}, so it has no receipt.`,
      );
    if (order.customer_email !== '' && order.customer_email.toLowerCase() !== email.toLowerCase())
      throw new Problem(
        'state_conflict',
        `Order #${id} has the email address ${order.customer_email}.`,
      );
    if (order.customer_email === '') await noteEmail(act, order, lines, email);
    const addressed = { ...order, customer_email: email };
    await mailAbout(act, ['order_receipt'], addressed, lines, {}, `receipt ${id} ${key}`);
  });
}
