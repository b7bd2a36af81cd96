/** What waits for the admin, kind by kind: each feature finds its own. */

import type { Today, TodayGroup, TodayRow } from '#contract/admin/today.ts';
import { type TodayKind, todayKindTable } from '#contract/admin/today-kinds.ts';
import { renditionUrl } from '#contract/media/media-urls.ts';
import type { Context } from '#server/context.ts';
import type { TodayFinding } from '#server/extra.ts';
import { lastingConditions } from '#server/features/admin/conditions/conditions.service.ts';
import { newVenmoHandle } from '#server/features/admin/settings/redirects.service.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { mainPictures } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { waitingJobs } from '#server/features/media/files/jobs/failed-jobs.service.ts';
import { waitingInquiries } from '#server/features/messages/inquiries/inbox.service.ts';
import { failedMails } from '#server/features/messages/mail/mail.service.ts';
import { hasMailServer } from '#server/features/messages/mail/mail-server.service.ts';
import { stonesOf, strangersOrders, waitingOrders } from '#server/features/selling/orders/waiting-orders.service.ts';
import { endOfDay } from '#server/platform/end-of-day.ts';
import { entriesAt } from '#server/plugged-in.ts';
import { readWeek } from './week.service.ts';

/** More of a kind are only counted. */
const MAX_ROWS = 5;

type Find = (ctx: Context, limit: number, dayEnd: string) => Promise<TodayFinding>;

const finders = {
  trouble: lastingConditions,
  newHandle: newVenmoHandle,
  toConfirm: (ctx, limit, dayEnd) => waitingOrders(ctx, 'reported', dayEnd, limit),
  unverifiedPayment: (ctx, limit, dayEnd) => waitingOrders(ctx, 'unverified', dayEnd, limit),
  holdEnded: (ctx, limit, dayEnd) => waitingOrders(ctx, 'ended', dayEnd, limit),
  holdEnding: (ctx, limit, dayEnd) => waitingOrders(ctx, 'ending', dayEnd, limit),
  newBuyers: strangersOrders,
  toPack: (ctx, limit, dayEnd) => waitingOrders(ctx, 'paid', dayEnd, limit),
  question: waitingInquiries,
  failedMail: failedMails,
  failedMedia: waitingJobs,
  newOrder: (ctx, limit, dayEnd) => waitingOrders(ctx, 'fresh', dayEnd, limit),
  onHold: (ctx, limit, dayEnd) => waitingOrders(ctx, 'onHold', dayEnd, limit),
} as const satisfies Record<TodayKind, Find>;

/** The core's kinds and those of the extras, in the order of Today. */
const kinds = [
  ...Object.entries(finders).map(([kind, find]: [string, Find]) => ({ kind, order: todayKindTable[kind as TodayKind].order, find })),
  ...Object.entries(entriesAt('today')).map(([kind, { order, find }]) => ({ kind, order, find })),
].toSorted((a, b) => a.order - b.order);

/** The kinds of which something waits. The day is that of the shop's time zone. */
export async function readToday(ctx: Context): Promise<Today> {
  const { general } = await readSettings(ctx);
  const dayEnd = endOfDay(ctx.clock.now(), general.timeZone);
  const groups: TodayGroup[] = [];
  for (const { kind, find } of kinds) {
    const found = await find(ctx, MAX_ROWS, dayEnd);
    if (found.count > 0) groups.push({ kind, ...found });
  }
  return { groups: await withStones(ctx, groups), week: await readWeek(ctx, dayEnd), hasMailServer: await hasMailServer(ctx) };
}

/** Shows of each row what it is about: the pieces of its order, or its specimen. */
async function withStones(ctx: Context, groups: TodayGroup[]): Promise<TodayGroup[]> {
  const rows = groups.flatMap((group) => group.rows);
  const stones = await stonesOf(ctx, [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))]);
  const pictures = await mainPictures(ctx.db, [...new Set(rows.flatMap(({ specimenId }) => specimenId ?? []))]);
  const shown = (row: TodayRow): TodayRow => {
    if (row.orderId !== null) return { ...row, ...stones.get(row.orderId) };
    const picture = row.specimenId === null ? undefined : pictures.get(row.specimenId);
    return picture ? { ...row, thumbnail: renditionUrl(picture.id, picture.widths[0] ?? 'full', 'jpg') } : row;
  };
  return groups.map((group) => ({ ...group, rows: group.rows.map(shown) }));
}
