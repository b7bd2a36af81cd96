import { Problem } from '#core/contract/problems.ts';
import { holdFrom } from '#core/contract/selling/holds.ts';
import { type OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { readDetail } from '#core/server/selling/orders/order-detail.service.ts';
import {
  beforeMoneyChange,
  type LineRow,
  lockWithLines,
  mailAbout,
  moveLines,
  moves,
  type OrderRow,
  selectOrder,
} from '#core/server/selling/orders/orders.service.ts';
import { type LastStep, lastStepOf } from './steps.ts';
import {
  deleteMoney,
  deleteUnsent,
  restoreClaims,
  restoreColumns,
  selectInParcel,
  selectMailsAfter,
  selectMoneyOf,
  takeFromAside,
} from './undo.queries.ts';

/**
 * Takes back the last step of the order, and of those in its package that moved with it.
 * @param at of the step that the admin saw.
 * @throws Problem not_found; state_conflict where something else has happened since, or a piece is
 * somebody else's by now.
 */
export async function undoStep(ctx: Context, id: number, at: string): Promise<OrderDetail> {
  await perform(ctx, 'owner', async (act) => {
    const parcel = (await selectOrder(act.tx, id))?.parcel ?? null;
    for (const one of parcel === null ? [id] : await selectInParcel(act.tx, parcel)) {
      const { order, lines } = await lockWithLines(act.tx, one);
      const last = await lastStepOf(act.tx, order, act.clock.now());
      if (last?.at === at) await takeBack(act, order, lines, last);
      else if (one === id)
        throw new Problem(
          'state_conflict',
          `Something else has happened to order #${id} since. Please look again.`,
        );
    }
  });
  return readDetail(ctx, id);
}

async function takeBack(act: Act, order: OrderRow, lines: LineRow[], last: LastStep) {
  const { tx, now } = act;
  const { before, added, isAside } = last;
  const { id } = order;
  for (const row of await selectMoneyOf(tx, id)) {
    if (!added.includes(row.id) || row.kind === 'fee') continue;
    await beforeMoneyChange(act, row.id);
    const data = { cents: row.amount_cents, method: row.method };
    await act.record({ kind: `${row.kind}_removed`, orderId: id, data });
  }
  const { status } = before.order;
  if (order.status !== status) {
    const { claim } = orderStatusTable[status];
    if (isAside) await takeFromAside(tx, id);
    await moveLines(act, order, lines, (line) => moves[line.claim][claim]);
    await restoreClaims(tx, id, claim);
    const data = { from: order.status, to: status };
    await act.record({ kind: 'order_status', orderId: id, data });
  }
  await deleteMoney(tx, added);
  await restoreColumns(tx, id, {
    ...before.order,
    ...(await laterEnd(act, last)),
    updated_at: now,
  });
  await takeMailsBack(act, id, lines, last, order.status);
}

/** An end that has passed meanwhile would cancel the order at once: the hold begins again. */
async function laterEnd(act: Act, { before: { order } }: LastStep) {
  const { now } = act;
  if (order.status !== 'pending' || order.hold_ends_at === null || order.hold_ends_at > now)
    return {};
  const { endsAt, remindsAt } = holdFrom(new Date(now), (await act.settings()).orders.holdHours);
  return { hold_ends_at: endsAt, hold_reminds_at: remindsAt, hold_asked_at: null };
}

const states: Record<OrderStatus, string> = {
  pending: 'Your order is open, and we’re holding it for you.',
  paid: 'Your order is paid, and we’re packing it.',
  shipped: orderStatusTable.shipped.buyerNotice.text,
  delivered: 'Your order was delivered.',
  cancelled: 'Your order is cancelled.',
};

/** What has gone is answered by the email that says the opposite, if there is one. */
async function takeMailsBack(
  act: Act,
  id: number,
  lines: LineRow[],
  { step, before }: LastStep,
  from: OrderStatus,
) {
  const { tx } = act;
  const out: string[] = [];
  for (const mail of await selectMailsAfter(tx, id, before.lastMail))
    if (!(await deleteUnsent(tx, mail.id))) out.push(mail.subject);
  const order = await selectOrder(tx, id);
  if (out.length === 0 || !order) return;
  const isPending = order.status === 'pending' && from !== order.status;
  if (isPending && (step === 'paid' || step === 'cancelled'))
    await mailAbout(act, [step === 'paid' ? 'order_unpaid' : 'order_reopened'], order, lines);
  else
    await mailAbout(act, ['order_words'], order, lines, {
      words: `Please disregard our email “${out.join('”, “')}”. It was sent by mistake.${step === 'refund' ? ' The refund was not made.' : step === 'payment' ? '' : ` ${states[order.status]}`}`,
    });
}
