import { DAY_MS } from '#core/contract/durations.ts';
import type { Context } from '#core/server/context.ts';
import type { FindFigure } from '#core/server/feature.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import { orderFigure } from '#core/server/selling/orders/waiting-orders.service.ts';
import type { WeekFigure } from '#features/today/contract/today.ts';

const WEEK_MS = 7 * DAY_MS;

const coreFigures: Record<string, { order: number; label: string; find: FindFigure }> = {
  orders: { order: 20, label: 'Orders', find: (ctx, since) => orderFigure(ctx, 'placed', since) },
  paid: { order: 30, label: 'Received', find: (ctx, since) => orderFigure(ctx, 'paid', since) },
  onHold: {
    order: 40,
    label: 'On hold now',
    find: (ctx, since) => orderFigure(ctx, 'pending', since),
  },
};

/** @param dayEnd the end of the last of the seven days. */
export async function readWeek(ctx: Context, dayEnd: string): Promise<WeekFigure[]> {
  const since = new Date(Date.parse(dayEnd) - WEEK_MS).toISOString();
  const all = Object.entries({ ...coreFigures, ...entriesAt('figures') }).toSorted(
    ([, a], [, b]) => a.order - b.order,
  );
  return Promise.all(
    all.map(async ([name, { label, find }]) => ({
      name,
      label,
      amount: null,
      ...(await find(ctx, since)),
    })),
  );
}
