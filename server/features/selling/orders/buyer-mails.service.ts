/** What the admin writes to a buyer, and what an email would say before it goes. */
import { formatAmount, parseAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import type { BuyerWords, MailDraft, MailDraftInput, OrderDetail } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { mailStatusesByKey } from '#server/features/messages/mail/mail.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { draft, readDetail } from './admin-orders.service.ts';
import { selectMoney } from './order-money.queries.ts';
import { selectLines, selectOrder } from './orders.queries.ts';
import { erasedText, lockWithLines, mailAbout, notFound } from './orders.service.ts';

/**
 * Writes the admin's words to the buyer of an order.
 * @throws Problem not_found; state_conflict where the buyer has no email address.
 */
export async function writeToBuyer(ctx: Context, id: number, { text, key }: BuyerWords): Promise<OrderDetail> {
  const settings = await readSettings(ctx);
  await inTransaction(ctx.db, async (tx) => {
    const { order, lines } = await lockWithLines(tx, id);
    if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(id));
    if (order.customer_email === '') throw new Problem('state_conflict', `Order #${id} has no email address.`);
    const dedupeKey = `words ${id} ${key}`;
    if ((await mailStatusesByKey(tx, [dedupeKey])).size > 0) return;
    await mailAbout(ctx, tx, ['order_words'], order, lines, settings, { words: text }, dedupeKey);
    await addEvents(tx, [{ at: instantOf(ctx.clock), actor: 'owner', kind: 'words_written', orderId: id }]);
  });
  return readDetail(ctx, id);
}

/** What an email to the buyer would say; null without an email address, or where its amount is not one yet. @throws Problem not_found. */
export async function draftMail(ctx: Context, id: number, input: MailDraftInput): Promise<MailDraft> {
  const row = await selectOrder(ctx.db, id);
  if (!row) throw notFound();
  const isMailServer = await hasMailServer(ctx);
  if (row.customer_email === '') return { mail: null, hasMailServer: isMailServer };
  const lines = await selectLines(ctx.db, [id]);
  const money = await selectMoney(ctx.db, [id]);
  if (input.kind === 'order_words')
    return { mail: await draft(ctx, input.kind, row, lines, money, { words: input.text }), hasMailServer: isMailServer };
  const cents = parseAmount(input.amount);
  if (cents === null || (cents === 0 && input.kind === 'order_refunded')) return { mail: null, hasMailServer: isMailServer };
  const title = lines.find((line) => line.id === input.lineId)?.title ?? null;
  const refund = cents === 0 ? null : { amount: formatAmount(cents), method: input.method, title };
  const after = [...money, { kind: 'refund' as const, amount_cents: cents }];
  return { mail: await draft(ctx, input.kind, row, lines, after, { refund }), hasMailServer: isMailServer };
}
