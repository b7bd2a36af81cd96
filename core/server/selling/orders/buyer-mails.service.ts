import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { Problem } from '#core/contract/problems.ts';
import type { BuyerWords, MailDraft, MailDraftInput } from '#core/contract/selling/order-edits.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Context } from '#core/server/context.ts';
import { mailStatusesByKey } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { draft } from './admin-orders.service.ts';
import { actOnOrder } from './order-detail.service.ts';
import { selectMoney } from './order-money.queries.ts';
import { selectLines, selectOrder } from './orders.queries.ts';
import { erasedText, mailAbout, notFound } from './orders.service.ts';

/** @throws Problem not_found; state_conflict where the buyer has no email address. */
export const writeToBuyer = (
  ctx: Context,
  id: number,
  { text, key }: BuyerWords,
): Promise<OrderDetail> =>
  actOnOrder(ctx, id, async (act, order, lines) => {
    if (order.erased_at !== null) throw new Problem('state_conflict', erasedText(id));
    if (order.customer_email === '')
      throw new Problem('state_conflict', `Order #${id} has no email address.`);
    const dedupeKey = `words ${id} ${key}`;
    if ((await mailStatusesByKey(act.tx, [dedupeKey])).size > 0) return;
    await mailAbout(act, ['order_words'], order, lines, { words: text }, dedupeKey);
    await act.record({ kind: 'words_written', orderId: id });
  });

/**
 * Returns null without an email address, or where its amount is not one yet. @throws Problem
 * not_found.
 */
export async function draftMail(
  ctx: Context,
  id: number,
  input: MailDraftInput,
): Promise<MailDraft> {
  const row = await selectOrder(ctx.db, id);
  if (!row) throw notFound();
  const isMailServer = await hasMailServer(ctx);
  if (row.customer_email === '') return { mail: null, hasMailServer: isMailServer };
  const lines = await selectLines(ctx.db, [id]);
  const money = await selectMoney(ctx.db, [id]);
  if (input.kind === 'order_words')
    return {
      mail: await draft(ctx, input.kind, row, lines, money, { words: input.text }),
      hasMailServer: isMailServer,
    };
  const cents = parseAmount(input.amount);
  if (cents === null || (cents === 0 && input.kind !== 'order_cancelled'))
    return { mail: null, hasMailServer: isMailServer };
  if (input.kind === 'order_payment') {
    const came = [...money, { kind: 'payment' as const, amount_cents: cents }];
    const payment = formatAmount(cents);
    return {
      mail: await draft(ctx, input.kind, row, lines, came, { payment }),
      hasMailServer: isMailServer,
    };
  }
  const title = lines.find((line) => line.id === input.lineId)?.title ?? null;
  const refund = cents === 0 ? null : { amount: formatAmount(cents), method: input.method, title };
  const after = [...money, { kind: 'refund' as const, amount_cents: cents }];
  return {
    mail: await draft(ctx, input.kind, row, lines, after, { refund, words: input.words }),
    hasMailServer: isMailServer,
  };
}
