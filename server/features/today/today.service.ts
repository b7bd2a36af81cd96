/** What waits for the admin, kind by kind: each feature finds its own. */
import type { Today, TodayGroup } from '#contract/today.ts';
import { type TodayKind, todayKinds } from '#contract/today-kinds.ts';
import type { Context } from '#server/context.ts';
import { waitingInquiries } from '#server/features/inquiries/inbox.service.ts';
import { failedMails } from '#server/features/mail/mail.service.ts';
import { waitingJobs } from '#server/features/media/jobs/failed-jobs.service.ts';
import { waitingOrders } from '#server/features/orders/waiting-orders.service.ts';
import { readSettings } from '#server/features/settings/settings.service.ts';
import { currentOffers } from '#server/features/waiting-list/entries.service.ts';
import { endOfDay } from '#server/platform/end-of-day.ts';

/** More of a kind are only counted. */
const MAX_ROWS = 5;

type Find = (ctx: Context, limit: number, dayEnd: string) => Promise<Omit<TodayGroup, 'kind'>>;

const finders = {
  toConfirm: (ctx, limit, dayEnd) => waitingOrders(ctx, 'reported', dayEnd, limit),
  holdEnded: (ctx, limit, dayEnd) => waitingOrders(ctx, 'ended', dayEnd, limit),
  holdEnding: (ctx, limit, dayEnd) => waitingOrders(ctx, 'ending', dayEnd, limit),
  toPack: (ctx, limit, dayEnd) => waitingOrders(ctx, 'paid', dayEnd, limit),
  question: waitingInquiries,
  nextInLine: currentOffers,
  failedMail: failedMails,
  failedMedia: waitingJobs,
} as const satisfies Record<TodayKind, Find>;

/** The kinds with something waiting, in the table's order. The day is that of the shop's time zone. */
export async function readToday(ctx: Context): Promise<Today> {
  const { general } = await readSettings(ctx);
  const dayEnd = endOfDay(ctx.clock.now(), general.timeZone);
  const groups: TodayGroup[] = [];
  for (const kind of todayKinds) {
    const found = await finders[kind](ctx, MAX_ROWS, dayEnd);
    if (found.count > 0) groups.push({ kind, ...found });
  }
  return { groups, hasMailServer: ctx.config.smtpUrl !== null };
}
