import { Problem } from '#core/contract/problems.ts';
import { type OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { readShopSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import {
  changeStatus,
  previewStatusChange,
} from '#core/server/selling/orders/admin-orders.service.ts';
import { readDetail } from '#core/server/selling/orders/order-detail.service.ts';
import {
  goneText,
  inState,
  mailedWith,
  type OrderRow,
  ordersOf,
  selectOrder,
} from '#core/server/selling/orders/orders.service.ts';
import type { BulkMove } from '#features/bulk-shipping/contract/bulk-moves.ts';
import type {
  BulkMoveInput,
  BulkMovePlan,
  BulkMoveReport,
} from '#features/bulk-shipping/contract/bulk-shipping.ts';

type Planned = BulkMovePlan['orders'][number];
type Result = BulkMoveReport['results'][number];

const progressOf = (status: OrderStatus) => orderStatusTable[status].progress;

/** Null where the order goes forward. */
function refusalOfMove(order: Pick<OrderRow, 'id' | 'status'>, to: BulkMove): string | null {
  const progress = progressOf(order.status);
  return progress !== null && progress < (progressOf(to) ?? 0) ? null : inState(order).message;
}

/** The others of its package that move with it. */
async function companionsOf({ db }: Context, order: OrderRow, to: BulkMove): Promise<number[]> {
  const found: number[] = [];
  for (const id of await mailedWith(db, order)) {
    const other = id === order.id ? undefined : await selectOrder(db, id);
    if (other && refusalOfMove(other, to) === null) found.push(id);
  }
  return found;
}

/** What moving the orders would do. Adds those that travel with them; leaves out unknown ones. */
export async function planMoves(ctx: Context, to: BulkMove, ids: number[]): Promise<BulkMovePlan> {
  const plans = new Map<number, Planned>();
  for (const id of ids) {
    if (plans.get(id)?.refusal === null) continue;
    const row = await selectOrder(ctx.db, id);
    if (!row) continue;
    const planned = await planMove(ctx, row, to);
    plans.set(id, planned);
    if (planned.refusal !== null) continue;
    for (const other of await companionsOf(ctx, row, to)) {
      const companion = await selectOrder(ctx.db, other);
      if (companion)
        plans.set(other, {
          ...(await shownOf(ctx, companion)),
          refusal: null,
          goesWith: id,
          isEmailed: false,
        });
    }
  }
  const { mailDelay } = (await readShopSettings(ctx)).orders;
  return { orders: [...plans.values()], mailDelay };
}

async function planMove(ctx: Context, row: OrderRow, to: BulkMove): Promise<Planned> {
  const effects = await previewStatusChange(ctx, row.id, { status: to });
  return {
    ...(await shownOf(ctx, row)),
    refusal: refusalOfMove(row, to) ?? effects.refusal,
    goesWith: null,
    isEmailed: effects.mail !== null && effects.hasMailServer,
  };
}

async function shownOf(ctx: Context, { id, status, customer_name: customerName }: OrderRow) {
  const [order] = await ordersOf(ctx, [id]);
  return { id, customerName, from: status, dueAmount: order?.dueAmount ?? '0.00' };
}

/**
 * Each order takes the step of its own page in an act of its own: history, email, package and undo
 * are the same, and what one refuses stops no other.
 */
export async function moveOrders(
  ctx: Context,
  { status, orders }: BulkMoveInput,
): Promise<BulkMoveReport> {
  const results = new Map<number, Result>();
  for (const { id, from } of orders) {
    if (results.get(id)?.isDone) continue;
    const row = await selectOrder(ctx.db, id);
    const others = row ? await companionsOf(ctx, row, status) : [];
    const result = await trying(id, async () => {
      if (!row) throw new Problem('not_found', goneText(id));
      const refusal = refusalOfMove(row, status);
      if (refusal !== null) throw new Problem('state_conflict', refusal);
      await changeStatus(ctx, id, { status }, `"${from}"`);
      const { undo } = await readDetail(ctx, id);
      const isOurs = undo !== null && undo.step === status;
      return isOurs ? { at: undo.at, sendsAt: undo.sendsAt } : null;
    });
    results.set(id, result);
    if (result.isDone)
      for (const other of others) results.set(other, { ...done(other), undo: null });
  }
  return { results: [...results.values()] };
}

const done = (id: number) => ({ id, isDone: true, message: '' });

async function trying(id: number, act: () => Promise<Result['undo']>): Promise<Result> {
  try {
    return { ...done(id), undo: await act() };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { code, message } = error;
    const why = code === 'changed_meanwhile' ? 'It was changed in another tab.' : message;
    return {
      id,
      isDone: false,
      message: why.includes(`#${id} `) ? why : `Order #${id} stays as it is. ${why}`,
      undo: null,
    };
  }
}
