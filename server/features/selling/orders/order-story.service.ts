/** What happened to an order, for those who ask by its number alone. */
import { Problem } from '#contract/problems.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import { aheadOf, inTime, storyOf } from '#contract/selling/order-story.ts';
import type { OrderEvent } from '#contract/selling/orders.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { readDetail } from './admin-orders.service.ts';
import { historyOf } from './order-history.ts';
import { selectOrder, selectOrderEvents } from './orders.queries.ts';

export type OrderStory = {
  id: number;
  /** As the admin reads it; "Deleted" where only the log knows of the order. */
  status: string;
  totalCents: number | null;
  timeZone: string;
  story: OrderEvent[];
  /** What the schedule will do next. */
  ahead: OrderEvent[];
};

/** The story of an order, also of one that was erased or deleted. @throws Problem not_found for a number without any trace. */
export async function readStory(ctx: Context, id: number): Promise<OrderStory> {
  const { timeZone } = (await readSettings(ctx)).general;
  const row = await selectOrder(ctx.db, id);
  if (row) {
    const order = await readDetail(ctx, id);
    const { label } = orderStatusTable[order.status];
    return { id, status: label, totalCents: row.total_cents, timeZone, story: storyOf(order), ahead: aheadOf(order) };
  }
  const events = await selectOrderEvents(ctx.db, id);
  if (events.length === 0) throw new Problem('not_found', `There is no order #${id} in this shop, and its log knows of none.`);
  // Its lines went with it, and so did the titles that they had copied.
  const story = historyOf(
    events,
    events.map(({ specimen_id }) => ({ specimen_id, title: `Specimen #${specimen_id}` })),
  );
  return { id, status: 'Deleted', totalCents: null, timeZone, story: inTime(story), ahead: [] };
}
