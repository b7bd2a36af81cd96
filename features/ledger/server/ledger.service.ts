import { type Calendar, calendarOf } from '#core/contract/calendar.ts';
import { formatAmount } from '#core/contract/money.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { type Ledger, type LedgerRow, MAX_LEDGER_ROWS } from '#features/ledger/contract/ledger.ts';
import { catalogueNumbers } from '#features/paper/server/catalogue-numbers.service.ts';
import { readSeller } from '#features/paper/server/slips.service.ts';
import { instantOf } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import { handleFor } from '#platform/db/purposes.ts';
import { type BuyerPlace, placeOfAddress } from './buyer-place.ts';
import {
  addLines,
  type BookedLine,
  bookedLines,
  methodOf,
  noSums,
  type Sums,
} from './ledger-rows.ts';
import { eachMoved, type MovedMoney, movedRange } from './moved-money.ts';

/** @param wanted the present year if undefined. */
export async function readLedger(ctx: Context, wanted: number | undefined): Promise<Ledger> {
  const { db, calendar, year } = await openYear(ctx, wanted);
  const totals = { ...noSums(), cost: 0, profit: 0, fees: 0, withoutCost: { pieces: 0, price: 0 } };
  const places = new Map<string, Sums & BuyerPlace>();
  const rows: LedgerRow[] = [];
  let rowCount = 0;
  for await (const batch of eachMoved(db, boundsOf(calendar, year))) {
    for (const moved of batch) {
      const [lines, place] = [bookedLines(moved), placeOfAddress(moved.row.customer_address)];
      rowCount += lines.length;
      totals.fees += lines.reduce((sum, { fee }) => sum + (fee ?? 0), 0);
      addLines(totals, lines);
      const name = JSON.stringify([place.state, place.country]);
      const sums = places.get(name) ?? { ...place, ...noSums() };
      places.set(name, sums);
      addLines(sums, lines);
      for (const { quantity, price, cost } of lines) {
        if (cost === null) {
          totals.withoutCost.pieces += quantity;
          totals.withoutCost.price += price;
        } else {
          totals.cost += cost;
          totals.profit += price - cost;
        }
      }
    }
    if (rows.length < MAX_LEDGER_ROWS) rows.push(...(await rowsOf(db, calendar, batch)));
  }
  const { size } = await readSetting(ctx, 'paper');
  return {
    year,
    years: await yearsOf(ctx, db, calendar),
    rows: rows.slice(0, MAX_LEDGER_ROWS),
    rowCount,
    totals: {
      ...toSums(totals),
      cost: formatAmount(totals.cost),
      profit: formatAmount(totals.profit),
      fees: formatAmount(totals.fees),
      withoutCost: {
        pieces: totals.withoutCost.pieces,
        price: formatAmount(totals.withoutCost.price),
      },
    },
    places: [...places.values()]
      .toSorted((a, b) => b.price + b.shipping - a.price - a.shipping)
      .map(({ state, country, ...sums }) => ({ state, country, ...toSums(sums) })),
    seller: await readSeller(ctx),
    size,
  };
}

/** In batches. @param wanted the present year if undefined. */
export async function ledgerRows(
  ctx: Context,
  wanted: number | undefined,
): Promise<{ year: number; batches: AsyncGenerator<LedgerRow[]> }> {
  const { db, calendar, year } = await openYear(ctx, wanted);
  async function* batches() {
    for await (const batch of eachMoved(db, boundsOf(calendar, year)))
      yield await rowsOf(db, calendar, batch);
  }
  return { year, batches: batches() };
}

async function openYear(ctx: Context, wanted: number | undefined) {
  const { timeZone } = await readSetting(ctx, 'general');
  const calendar = calendarOf(timeZone);
  // So no ledger takes a connection from the pages.
  return {
    db: handleFor(ctx.db, 'bulk'),
    calendar,
    year: wanted ?? calendar.yearOf(instantOf(ctx.clock)),
  };
}

const boundsOf = (calendar: Calendar, year: number) => ({
  from: calendar.startOf(year),
  until: calendar.startOf(year + 1),
});

/** The latest comes first. */
async function yearsOf(ctx: Context, db: Db, calendar: Calendar): Promise<number[]> {
  const { first, last } = await movedRange(db);
  const known = [
    instantOf(ctx.clock),
    ...(first === null ? [] : [first]),
    ...(last === null ? [] : [last]),
  ].map(calendar.yearOf);
  const [from, to] = [Math.min(...known), Math.max(...known)];
  return Array.from({ length: to - from + 1 }, (_, index) => to - index);
}

async function rowsOf(db: Db, calendar: Calendar, batch: MovedMoney[]): Promise<LedgerRow[]> {
  const ids = [
    ...new Set(batch.flatMap(({ lines }) => lines.flatMap((line) => line.specimen_id ?? []))),
  ];
  const numbers = ids.length === 0 ? new Map<number, string>() : await catalogueNumbers(db, ids);
  return batch.flatMap((moved) =>
    bookedLines(moved).map(
      (line): LedgerRow => ({
        kind: line.kind,
        orderId: moved.row.id,
        paidOn: calendar.dayOf(moved.row.at),
        status: moved.row.status,
        specimenId: line.specimenId,
        title: line.title,
        catalogueNumber: line.specimenId === null ? null : (numbers.get(line.specimenId) ?? null),
        quantity: line.quantity,
        ...amountsOf(line),
        payment: methodOf(moved),
        ...placeOfAddress(moved.row.customer_address),
      }),
    ),
  );
}

const amountsOf = ({ price, shipping, cost, fee }: BookedLine) => ({
  price: formatAmount(price),
  shipping: formatAmount(shipping),
  total: formatAmount(price + shipping),
  cost: cost === null ? null : formatAmount(cost),
  profit: cost === null ? null : formatAmount(price - cost),
  fee: fee === null ? null : formatAmount(fee),
});

const toSums = ({ orders, pieces, price, shipping }: Sums) => ({
  orders,
  pieces,
  price: formatAmount(price),
  shipping: formatAmount(shipping),
  total: formatAmount(price + shipping),
});
