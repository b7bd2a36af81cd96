/** The last seven days in a few figures. */

import type { WeekFigure } from '#contract/admin/today.ts';
import type { Context } from '#server/context.ts';
import type { FindFigure } from '#server/extra.ts';
import { visitorsSince } from '#server/features/admin/visitors/visitors.service.ts';
import { orderFigure } from '#server/features/selling/orders/waiting-orders.service.ts';
import { entriesAt } from '#server/plugged-in.ts';

const WEEK_MS = 7 * 24 * 60 * 60_000;

const coreFigures: Record<string, { order: number; label: string; find: FindFigure }> = {
  visitors: { order: 10, label: 'Visitors', find: async (ctx, since) => ({ count: await visitorsSince(ctx, since) }) },
  orders: { order: 20, label: 'Orders', find: (ctx, since) => orderFigure(ctx, 'placed', since) },
  paid: { order: 30, label: 'Paid', find: (ctx, since) => orderFigure(ctx, 'paid', since) },
  onHold: { order: 40, label: 'On hold now', find: (ctx, since) => orderFigure(ctx, 'pending', since) },
};

/** The core's figures and those of the extras. @param dayEnd the end of the last of the seven days. */
export async function readWeek(ctx: Context, dayEnd: string): Promise<WeekFigure[]> {
  const since = new Date(Date.parse(dayEnd) - WEEK_MS).toISOString();
  const all = Object.entries({ ...coreFigures, ...entriesAt('figures') }).toSorted(([, a], [, b]) => a.order - b.order);
  return Promise.all(all.map(async ([name, { label, find }]) => ({ name, label, amount: null, ...(await find(ctx, since)) })));
}
