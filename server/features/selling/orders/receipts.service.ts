/** Receipts of sales made elsewhere, by email. */
import type { Settings } from '#contract/admin/settings.ts';
import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { ReceiptInput } from '#contract/selling/sales.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { orderSearchText } from './order-search.ts';
import { updateSale } from './orders.queries.ts';
import { erasedText, lockWithLines, mailAbout } from './orders.service.ts';

/** Queues the receipt of a sale in the transaction that records it. */
export async function sendReceiptOf(ctx: Context, tx: Tx, id: number, settings: Settings): Promise<void> {
  const { order, lines } = await lockWithLines(tx, id);
  await mailAbout(ctx, tx, ['order_receipt'], order, lines, settings);
}

/**
 * Emails the receipt of a sale to its buyer, whose address is noted where the sale has none. Sent again with the same key, it is written once.
 * @throws Problem not_found; state_conflict for what is no sale made elsewhere, or has another buyer's address.
 */
export async function sendReceipt(ctx: Context, id: number, { email, key }: ReceiptInput): Promise<void> {
  const settings = await readSettings(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const { order, lines } = await lockWithLines(tx, id);
    if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(id));
    const { claim, label } = orderStatusTable[order.status];
    if (order.kind !== 'elsewhere' || claim !== 'taken')
      throw new Problem('state_conflict', `Order #${id} is ${label.toLowerCase()}, so it has no receipt.`);
    if (order.customer_email !== '' && order.customer_email.toLowerCase() !== email.toLowerCase())
      throw new Problem('state_conflict', `Order #${id} has the email address ${order.customer_email}.`);
    const now = instantOf(ctx.clock);
    const search_text = orderSearchText({ name: order.customer_name, email }, lines);
    if (order.customer_email === '')
      await updateSale(tx, id, { customer_email: email, email_proved_at: now, search_text, updated_at: now });
    await mailAbout(ctx, tx, ['order_receipt'], { ...order, customer_email: email }, lines, settings, {}, `receipt ${id} ${key}`);
  });
}
