import { formatAmount } from '#core/contract/money.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Act, Actor } from '#core/server/act.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { mailsOf } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { perform } from '#core/server/perform.ts';
import { versionOf } from '#platform/http/if-match.ts';
import { knownBuyer } from './known-buyer.service.ts';
import { moneyDays } from './money-days.ts';
import { featureFieldsOf } from './order-followers.ts';
import { historyOf } from './order-history.ts';
import { toAdminOrder, toBuyerOrder, toMovedMoney } from './order-mapper.ts';
import { selectMoney } from './order-money.queries.ts';
import { surplusOf, toRefundOf } from './order-money.ts';
import {
  type LineRow,
  type OrderRow,
  selectEveryLine,
  selectOrder,
  selectOrderEvents,
} from './orders.queries.ts';
import { linesIn, lockWithLines, notFound, refusalOfDeletion } from './orders.service.ts';
import { type ProposalRow, selectLatestProposal } from './proposals.queries.ts';
import { toProposal } from './proposed.ts';

/**
 * @param rule gets order and lines, locked. @returns the order afterwards. @throws Problem
 * not_found; what the rule throws, and then nothing has changed.
 */
export async function actOnOrder(
  ctx: Context,
  id: number,
  rule: (act: Act, order: OrderRow, lines: LineRow[]) => Promise<unknown>,
  actor: Actor = 'owner',
): Promise<OrderDetail> {
  await perform(ctx, actor, async (act) => {
    const { order, lines } = await lockWithLines(act.tx, id);
    await rule(act, order, lines);
  });
  return readDetail(ctx, id);
}

/** @throws Problem not_found. */
export async function readDetail(ctx: Context, id: number): Promise<OrderDetail> {
  const row = await selectOrder(ctx.db, id);
  if (!row) throw notFound();
  const every = await selectEveryLine(ctx.db, [id]);
  const lines = linesIn(every);
  const proposal = await selectLatestProposal(ctx.db, id);
  const events = await selectOrderEvents(ctx.db, id);
  const { secretPath } = toBuyerOrder(row, lines);
  const money = await selectMoney(ctx.db, [id]);
  const order = toAdminOrder(row, lines, money, ctx.clock.now());
  const mails = await mailsOf(ctx.db, id);
  const { dayOf } = moneyDays(ctx, await readSettings(ctx));
  return {
    ...order,
    secretPath,
    erasedAt: row.erased_at,
    emailProvedAt: row.email_proved_at,
    remindsAt: row.hold_reminds_at,
    history: historyOf(events, every),
    money: money.map((moved) => ({
      id: moved.id,
      kind: moved.kind,
      paymentId: moved.payment_id,
      on: dayOf(moved.at),
      payer: moved.payer ?? '',
      note: moved.note ?? '',
      ...toMovedMoney(moved, every),
    })),
    ...(await featureFieldsOf(ctx, row)),
    proposal: proposal?.state === 'open' ? toProposal(proposal) : null,
    surplusAmount: formatAmount(surplusOf(row, money)),
    writtenOffAmount: formatAmount(Math.max(0, row.written_off_cents)),
    giftAmount: formatAmount(Math.max(0, -row.written_off_cents)),
    toRefundAmount: formatAmount(toRefundOf(events, money)),
    contentsVersion: contentsVersion(row, lines, proposal),
    mails,
    hasMailServer: await hasMailServer(ctx),
    deletionRefusal: await refusalOfDeletion(ctx.db, id),
    privateNote: row.private_note ?? '',
    version: versionOf(notesOf(row)),
    buyer: await knownBuyer(ctx.db, row),
  };
}

/** @param proposal the order's latest. */
export const contentsVersion = (
  order: OrderRow,
  lines: LineRow[],
  proposal: ProposalRow | undefined,
): string =>
  versionOf([
    order.status,
    order.total_cents,
    order.shipping_cents,
    lines.map(({ id, price_cents, quantity }) => [id, price_cents, quantity]),
    proposal?.id,
    proposal?.state,
  ]);

export const notesOf = (order: OrderRow) => ({
  venmoPaymentId: order.venmo_payment_id,
  carrier: order.carrier,
  trackingNumber: order.tracking_number,
  paidHow: order.paid_how,
  privateNote: order.private_note,
  customerName: order.customer_name,
  customerEmail: order.customer_email,
  customerAddress: order.customer_address,
});
