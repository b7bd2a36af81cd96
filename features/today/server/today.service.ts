import type { TodayRow } from '#core/contract/admin/today-rows.ts';
import { renditionUrl } from '#core/contract/media/media-urls.ts';
import { newVenmoHandle } from '#core/server/admin/settings/redirects.service.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { mainPictures } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import type { TodayFinding } from '#core/server/feature.ts';
import { waitingJobs } from '#core/server/media/files/jobs/failed-jobs.service.ts';
import { failedMails } from '#core/server/messages/mail/mail.service.ts';
import { hasMailServer } from '#core/server/messages/mail/mail-server.service.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import {
  orderFigure,
  stonesOf,
  strangersOrders,
  waitingOrders,
} from '#core/server/selling/orders/waiting-orders.service.ts';
import type { Today, TodayGroup } from '#features/today/contract/today.ts';
import { type TodayKind, todayKindTable } from '#features/today/contract/today-kinds.ts';
import { endOfDay } from '#platform/end-of-day.ts';
import { readWeek } from './week.service.ts';

const MAX_ROWS = 5;

type Find = (ctx: Context, limit: number, dayEnd: string) => Promise<TodayFinding>;

/** Buyers with an unpaid order may have read the former handle. */
async function newHandle(ctx: Context): Promise<TodayFinding> {
  const { count, rows } = await newVenmoHandle(ctx);
  const unpaid = count === 0 ? 0 : (await orderFigure(ctx, 'pending', '')).count;
  const told = `${unpaid === 1 ? 'One unpaid order was' : `${unpaid} unpaid orders were`} placed before.`;
  return {
    count,
    rows: unpaid === 0 ? rows : rows.map((row) => ({ ...row, detail: `${row.detail} ${told}` })),
  };
}

const finders = {
  newHandle: newHandle,
  toConfirm: (ctx, limit, dayEnd) => waitingOrders(ctx, 'reported', dayEnd, limit),
  unverifiedPayment: (ctx, limit, dayEnd) => waitingOrders(ctx, 'unverified', dayEnd, limit),
  holdEnded: (ctx, limit, dayEnd) => waitingOrders(ctx, 'ended', dayEnd, limit),
  holdEnding: (ctx, limit, dayEnd) => waitingOrders(ctx, 'ending', dayEnd, limit),
  newBuyers: strangersOrders,
  toPack: (ctx, limit, dayEnd) => waitingOrders(ctx, 'paid', dayEnd, limit),
  due: (ctx, limit, dayEnd) => waitingOrders(ctx, 'due', dayEnd, limit),
  toRefund: (ctx, limit, dayEnd) => waitingOrders(ctx, 'toRefund', dayEnd, limit),
  asked: (ctx, limit, dayEnd) => waitingOrders(ctx, 'asked', dayEnd, limit),
  lapsed: (ctx, limit, dayEnd) => waitingOrders(ctx, 'lapsed', dayEnd, limit),
  failedMail: failedMails,
  failedMedia: waitingJobs,
  newOrder: (ctx, limit, dayEnd) => waitingOrders(ctx, 'fresh', dayEnd, limit),
  onHold: (ctx, limit, dayEnd) => waitingOrders(ctx, 'onHold', dayEnd, limit),
} as const satisfies Record<TodayKind, Find>;

const kinds = [
  ...Object.entries(finders).map(([kind, find]: [string, Find]) => ({
    kind,
    order: todayKindTable[kind as TodayKind].order,
    find,
  })),
  ...Object.entries(entriesAt('today')).map(([kind, { order, find }]) => ({ kind, order, find })),
].toSorted((a, b) => a.order - b.order);

/** The day is that of the shop's time zone. */
export async function readToday(ctx: Context): Promise<Today> {
  const { general } = await readSettings(ctx);
  const dayEnd = endOfDay(ctx.clock.now(), general.timeZone);
  const groups: TodayGroup[] = [];
  for (const { kind, find } of kinds) {
    const found = await find(ctx, MAX_ROWS, dayEnd);
    if (found.count > 0) groups.push({ kind, ...found });
  }
  return {
    groups: await withStones(ctx, groups),
    week: await readWeek(ctx, dayEnd),
    hasMailServer: await hasMailServer(ctx),
  };
}

async function withStones(ctx: Context, groups: TodayGroup[]): Promise<TodayGroup[]> {
  const rows = groups.flatMap((group) => group.rows);
  const stones = await stonesOf(ctx, [...new Set(rows.flatMap(({ orderId }) => orderId ?? []))]);
  const pictures = await mainPictures(ctx.db, [
    ...new Set(rows.flatMap(({ specimenId }) => specimenId ?? [])),
  ]);
  const shown = (row: TodayRow): TodayRow => {
    if (row.orderId !== null) return { ...row, ...stones.get(row.orderId) };
    const picture = row.specimenId === null ? undefined : pictures.get(row.specimenId);
    return picture
      ? { ...row, thumbnail: renditionUrl(picture.id, picture.widths[0] ?? 'full', 'jpg') }
      : row;
  };
  return groups.map((group) => ({ ...group, rows: group.rows.map(shown) }));
}
