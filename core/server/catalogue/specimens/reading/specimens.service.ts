import { setImmediate } from 'node:timers/promises';
import type { SpecimenSort } from '#core/contract/catalogue/specimen-sorts.ts';
import type {
  Specimen,
  SpecimenDetail,
  SpecimenPage,
  SpecimenQuery,
} from '#core/contract/catalogue/specimens.ts';
import { formatDate, formatDeadline } from '#core/contract/dates.ts';
import type { Medium, Picture } from '#core/contract/media/media.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import { heldUntilText } from '#core/contract/selling/held-until.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import { countIndexed } from '#core/server/catalogue/search/ranking.service.ts';
import {
  matchesOf,
  selectMatching,
} from '#core/server/catalogue/specimens/facets/matching.service.ts';
import { selectHeldUntil } from '#core/server/catalogue/specimens/stock/stock.queries.ts';
import { readStock } from '#core/server/catalogue/specimens/stock/stock.service.ts';
import type { Context } from '#core/server/context.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { instantOf } from '#platform/clock.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { shownFacts } from './shown-facts.service.ts';
import {
  type CursorPosition,
  decodeCursor,
  encodeCursor,
  type ListSort,
} from './specimen-cursor.ts';
import { filterOf } from './specimen-filter.ts';
import { toMedium, toSpecimen, type Visibility } from './specimen-mapper.ts';
import { selectIds } from './specimen-search.queries.ts';
import { type Found, hasFilters, isSearch, rowsOf, search } from './specimen-search.service.ts';
import {
  countSpecimens,
  type SpecimenFilter,
  type SpecimenRow,
  selectMedia,
  selectOldest,
  selectSpecimen,
  selectSpecimens,
} from './specimens.queries.ts';

const BATCH = 100;
const VISITORS = { hidden: false };

/**
 * Without a limit: the first 100. @throws Problem bad_request for a cursor of another sort,
 * invalid_input for a price bound that is no amount.
 */
export async function listSpecimens(
  ctx: Context,
  query: SpecimenQuery,
  visibility: Visibility,
): Promise<SpecimenPage> {
  const filter = filterOf(query, visibility);
  const sort = sortOf(query);
  const after = positionOf(query);
  const limit = query.limit ?? BATCH;
  // One more than asked for tells whether another page follows.
  const found = await find(ctx, query, filter, { sort, after, limit: limit + 1 });
  if (found) {
    const { specimens, last } = await foundPage(ctx, filter, sort, found, 0, limit);
    return { specimens, next: last && encodeCursor(sort, last), total: found.total };
  }
  const [{ specimens, last }, total] = await Promise.all([
    readPage(ctx.db, query, filter, after),
    countOf(ctx.db, filter),
  ]);
  return { specimens, next: last && encodeCursor(sort, last), total };
}

/** Returns null for a list that the database reads in its order. */
async function find(
  ctx: Context,
  query: SpecimenQuery,
  filter: SpecimenFilter,
  page: { sort: ListSort; after: CursorPosition | null; limit: number },
): Promise<Found | null> {
  if (isSearch(query.search)) return search(ctx, query.search, filter, page);
  if (!filter.facets || page.sort === 'relevance') return null;
  return { ...(await selectMatching(ctx, filter, { ...page, sort: page.sort })), ranks: null };
}

/** Without filters the search index knows the number already. */
const countOf = (db: Db, filter: SpecimenFilter) =>
  hasFilters(filter) ? countSpecimens(db, filter) : countIndexed(db, filter);

export async function countMatching(
  ctx: Context,
  query: SpecimenQuery,
  visibility: Visibility,
): Promise<number> {
  const filter = filterOf(query, visibility);
  if (!isSearch(query.search))
    return filter.facets ? (await matchesOf(ctx, filter)).total : countOf(ctx.db, filter);
  return (await search(ctx, query.search, filter, { sort: 'relevance', after: null, limit: 0 }))
    .total;
}

export async function firstMatching(
  ctx: Context,
  query: SpecimenQuery,
  limit: number,
): Promise<Specimen[]> {
  const filter = filterOf(query, VISITORS);
  const sort = sortOf(query);
  const found = await find(ctx, query, filter, { sort, after: null, limit });
  const page = found
    ? foundPage(ctx, filter, sort, found, 0, limit)
    : readPage(ctx.db, { ...query, limit }, filter, null);
  return (await page).specimens;
}

/** The oldest is the last to stop matching; null where none does. */
export async function anyMatching(ctx: Context, query: SpecimenQuery): Promise<number | null> {
  const filter = filterOf(query, VISITORS);
  const found = await find(ctx, query, filter, { sort: sortOf(query), after: null, limit: 1 });
  return found ? (found.ids[0] ?? null) : selectOldest(ctx.db, filter);
}

export async function matchingIds(
  ctx: Context,
  query: SpecimenQuery,
  limit: number,
): Promise<number[]> {
  const filter = filterOf(query, VISITORS);
  const found = await find(ctx, query, filter, { sort: sortOf(query), after: null, limit });
  const ids = found
    ? Array.from(found.ids)
    : await selectIds(ctx.db, { dialect: ctx.dialect, filter, among: null });
  return ids.slice(0, limit);
}

/** Lets other requests run between batches. */
export async function* allSpecimens(
  ctx: Context,
  query: SpecimenQuery,
  visibility: Visibility,
): AsyncGenerator<Specimen[]> {
  const filter = filterOf(query, visibility);
  let position = positionOf(query);
  const sort = sortOf(query);
  const found = await find(ctx, query, filter, {
    sort,
    after: position,
    limit: Number.POSITIVE_INFINITY,
  });
  if (found) {
    for (let start = 0; start < found.ids.length; start += BATCH) {
      yield (await foundPage(ctx, filter, sort, found, start, BATCH)).specimens;
      await setImmediate();
    }
    return;
  }
  do {
    const { specimens, last } = await readPage(ctx.db, query, filter, position);
    yield specimens;
    position = last;
    await setImmediate();
  } while (position);
}

/** @throws Problem not_found, for a hidden one as for an unknown one. */
export async function getSpecimen(
  ctx: Context,
  id: number,
  visibility: Visibility,
): Promise<SpecimenDetail> {
  const row = await selectSpecimen(ctx.db, id);
  if (!row || !(row.visible || visibility.hidden)) throw noSuchSpecimen();
  let media = (await mediaOf(ctx.db, [id], 'all')).get(id) ?? [];
  for (const { shown } of pluggedInto('specimenMedia'))
    media = (await shown?.(ctx.db, media, visibility)) ?? media;
  const [main, ...additional] = media;
  const specimen = toSpecimen(row, main, visibility);
  const facts = await shownFacts(ctx, specimen, [specimen.main, ...additional], row.locality_id);
  const { timeZone } = await readSetting(ctx, 'general');
  const addedOn = formatDate(specimen.createdAt, timeZone);
  const pending = row.status === 'pending' ? await pendingState(ctx, row, timeZone) : notPending;
  return { ...specimen, additional, facts, addedOn, isMeasured: row.size_mm !== null, ...pending };
}

type PendingState = Pick<
  SpecimenDetail,
  'heldUntil' | 'reservedUntil' | 'pendingUntil' | 'canWait' | 'waitingHours'
>;
const notPending: PendingState = {
  heldUntil: null,
  reservedUntil: null,
  pendingUntil: null,
  canWait: false,
  waitingHours: 0,
};

/** No one can wait who cannot be told. */
async function pendingState(
  ctx: Context,
  row: SpecimenRow,
  timeZone: string,
): Promise<PendingState> {
  const { id, held, waiting, visible, for_sale, price_cents, shipping_cents } = row;
  const now = instantOf(ctx.clock);
  const heldUntil = held > 0 ? await selectHeldUntil(ctx.db, id, now) : null;
  const isOffered = visible && for_sale && price_cents !== null && shipping_cents !== null;
  let reservedUntil: string | null = null;
  let waitingHours = 0;
  for (const offers of pluggedInto('offers')) {
    if (waiting > 0) reservedUntil ??= await offers.reservedUntil(ctx.db, id, now);
    if (isOffered) waitingHours ||= await offers.waitingHours(ctx);
  }
  return {
    heldUntil,
    reservedUntil,
    pendingUntil: reservedUntil
      ? `Reserved for the next in line until ${formatDeadline(reservedUntil, timeZone)}`
      : heldUntil && heldUntilText(heldUntil, timeZone),
    canWait: waitingHours > 0,
    waitingHours,
  };
}

/** Keeps the order; leaves out unknown ids. */
export async function specimensOf(
  ctx: Context,
  ids: number[],
  visibility: Visibility,
): Promise<Specimen[]> {
  return ids.length === 0
    ? []
    : withMainMedium(ctx.db, await rowsOf(ctx, visibility, ids), visibility);
}

/** A main video shows its poster. */
export async function mainPictures(db: Db | Tx, ids: number[]): Promise<Map<number, Picture>> {
  const media = await mediaOf(db, ids, 'main');
  return new Map([...media].flatMap(([id, [main]]) => (main ? [[id, posterOf(main)]] : [])));
}

/** Leaves out hidden specimens. */
export async function shownPictures(db: Db | Tx, ids: number[]): Promise<Map<number, Picture>> {
  const stock = await readStock(db, ids);
  return mainPictures(
    db,
    ids.filter((id) => stock.get(id)?.visible),
  );
}

async function readPage(
  db: Db,
  query: SpecimenQuery,
  filter: SpecimenFilter,
  after: CursorPosition | null,
) {
  const sort = query.sort ?? 'newest';
  const limit = query.limit ?? BATCH;
  // One more than asked for tells whether another page follows.
  const found = await selectSpecimens(db, filter, sort, after, limit + 1);
  const rows = found.slice(0, limit);
  const lastRow = found.length > limit ? rows.at(-1) : undefined;
  return {
    specimens: await withMainMedium(db, rows, filter),
    last: lastRow ? positionAt(lastRow, sort) : null,
  };
}

async function foundPage(
  ctx: Context,
  filter: SpecimenFilter,
  sort: ListSort,
  { ids, ranks }: Found,
  start: number,
  limit: number,
) {
  const end = Math.min(start + limit, ids.length);
  const rows = await rowsOf(ctx, filter, Array.prototype.slice.call(ids, start, end));
  const lastRow = end < ids.length ? rows.at(-1) : undefined;
  const relevance =
    ranks && end < ids.length ? { key: Number(ranks[end - 1]), id: Number(ids[end - 1]) } : null;
  const last: CursorPosition | null =
    sort === 'relevance' ? relevance : lastRow ? positionAt(lastRow, sort) : null;
  return { specimens: await withMainMedium(ctx.db, rows, filter), last };
}

const positionAt = (row: SpecimenRow, sort: SpecimenSort): CursorPosition => ({
  key: sort === 'newest' ? row.created_at : row.price_cents,
  id: row.id,
});

export async function withMainMedium(
  db: Db | Tx,
  rows: SpecimenRow[],
  visibility: Visibility,
): Promise<Specimen[]> {
  const media = await mediaOf(
    db,
    rows.map((row) => row.id),
    'main',
  );
  return rows.map((row) => toSpecimen(row, media.get(row.id)?.[0], visibility));
}

const sortOf = (query: SpecimenQuery): ListSort =>
  query.sort ?? (isSearch(query.search) ? 'relevance' : 'newest');
const positionOf = (query: SpecimenQuery) =>
  query.cursor === undefined ? null : decodeCursor(query.cursor, sortOf(query));

async function mediaOf(
  db: Db | Tx,
  specimenIds: number[],
  which: 'main' | 'all',
): Promise<Map<number, Medium[]>> {
  const rows = specimenIds.length === 0 ? [] : await selectMedia(db, specimenIds, which);
  const bySpecimen = Map.groupBy(rows, (row) => row.specimen_id);
  return new Map([...bySpecimen].map(([id, links]) => [id, links.map(toMedium)]));
}

export const noSuchSpecimen = () => new Problem('not_found', 'Specimen not found');
