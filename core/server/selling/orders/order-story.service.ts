import { Problem } from '#core/contract/problems.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import { aheadOf, inTime, storyOf } from '#core/contract/selling/order-story.ts';
import type { OrderEvent } from '#core/contract/selling/orders.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { readDetail } from './order-detail.service.ts';
import { historyOf } from './order-history.ts';
import { selectOrder, selectOrderEvents } from './orders.queries.ts';

export type OrderStory = {
  id: number;
  /** "Deleted" where only the log knows the order. */
  status: string;
  totalCents: number | null;
  timeZone: string;
  story: OrderEvent[];
  /** What the schedule will do next. */
  ahead: OrderEvent[];
};

/** Includes erased and deleted orders. @throws Problem not_found for a number without any trace. */
export async function readStory(ctx: Context, id: number): Promise<OrderStory> {
  const { timeZone } = (await readSettings(ctx)).general;
  const row = await selectOrder(ctx.db, id);
  if (row) {
    const order = await readDetail(ctx, id);
    const { label } = orderStatusTable[order.status];
    return {
      id,
      status: label,
      totalCents: row.total_cents,
      timeZone,
      story: storyOf(order),
      ahead: aheadOf(order),
    };
  }
  const events = await selectOrderEvents(ctx.db, id);
  if (events.length === 0)
    throw new Problem(
      'not_found',
      `There is no order #${id} in this shop, and its log knows of none.`,
    );
  // The titles went with its lines.
  const story = historyOf(
    events,
    events.map(({ specimen_id }) => ({ specimen_id, title: `Specimen #${specimen_id}` })),
  );
  return { id, status: 'Deleted', totalCents: null, timeZone, story: inTime(story), ahead: [] };
}
