/** The specimens of the shop: the public list, one specimen, adding one. */
import { setImmediate } from 'node:timers/promises';
import { categories } from '#contract/categories.ts';
import type { Light, Medium } from '#contract/media.ts';
import { largestJpeg, posterOf } from '#contract/media-urls.ts';
import { parseAmount } from '#contract/money.ts';
import { Problem } from '#contract/problems.ts';
import type { SpecimenSort } from '#contract/specimen-sorts.ts';
import type { Specimen, SpecimenDetail, SpecimenInput, SpecimenPage, SpecimenQuery } from '#contract/specimens.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/events/events.service.ts';
import { countIndexed } from '#server/features/search/ranking.service.ts';
import { indexSpecimen, searchTextOf } from '#server/features/search/search-index.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { priceColumns, shippingColumns } from '../editing/specimen-prices.ts';
import { newPieces } from '../stock/stock.service.ts';
import { statusOf } from '../stock/stock-moves.ts';
import { decodeCursor, encodeCursor, type ListSort, type Place } from './specimen-cursor.ts';
import { toMedium, toSpecimen } from './specimen-mapper.ts';
import { type Found, isNarrower, isSearch, rowsOf, search } from './specimen-search.service.ts';
import {
  countSpecimens,
  insertSpecimen,
  type SpecimenFilter,
  type SpecimenRow,
  selectMedia,
  selectSpecimen,
  selectSpecimens,
} from './specimens.queries.ts';

/** Rows of a page where none is asked for: the whole list is read in pages of this size. */
const BATCH = 100;

/** Who looks: `hidden` is true for an admin, who sees hidden specimens too. */
export type Visibility = { hidden: boolean };

/**
 * One page of the list, with the number of all that match. Without a limit: the first 100.
 * @throws Problem bad_request for a cursor of another sort, invalid_input for a price bound that is no amount.
 */
export async function listSpecimens(ctx: Context, query: SpecimenQuery, sight: Visibility): Promise<SpecimenPage> {
  const filter = filterOf(query, sight);
  const sort = sortOf(query);
  const after = placeOf(query);
  const limit = query.limit ?? BATCH;
  if (isSearch(query.search)) {
    // One more than asked for tells whether another page follows.
    const found = await search(ctx, query.search, filter, { sort, after, limit: limit + 1 });
    const { specimens, last } = await foundPage(ctx, filter, sort, found, 0, limit);
    return { specimens, next: last && encodeCursor(sort, last), total: found.total };
  }
  const [{ specimens, last }, total] = await Promise.all([readPage(ctx.db, query, filter, after), countOf(ctx.db, filter)]);
  return { specimens, next: last && encodeCursor(sort, last), total };
}

/** All of them the search index has counted already. */
const countOf = (db: Db, filter: SpecimenFilter) => (isNarrower(filter) ? countSpecimens(db, filter) : countIndexed(db, filter));

/** How many match, wherever a page of them begins. */
export async function countMatching(ctx: Context, query: SpecimenQuery, sight: Visibility): Promise<number> {
  const filter = filterOf(query, sight);
  if (!isSearch(query.search)) return countOf(ctx.db, filter);
  return (await search(ctx, query.search, filter, { sort: 'relevance', after: null, limit: 0 })).total;
}

/** All that match, in batches, other work getting its turn between them. */
export async function* allSpecimens(ctx: Context, query: SpecimenQuery, sight: Visibility): AsyncGenerator<Specimen[]> {
  const filter = filterOf(query, sight);
  let place = placeOf(query);
  if (isSearch(query.search)) {
    const sort = sortOf(query);
    const found = await search(ctx, query.search, filter, { sort, after: place, limit: Number.POSITIVE_INFINITY });
    for (let start = 0; start < found.ids.length; start += BATCH) {
      yield (await foundPage(ctx, filter, sort, found, start, BATCH)).specimens;
      await setImmediate();
    }
    return;
  }
  do {
    const { specimens, last } = await readPage(ctx.db, query, filter, place);
    yield specimens;
    place = last;
    await setImmediate();
  } while (place);
}

/** @throws Problem not_found for an unknown or hidden one alike. */
export async function getSpecimen(ctx: Context, id: number, sight: Visibility): Promise<SpecimenDetail> {
  const row = await selectSpecimen(ctx.db, id);
  if (!row || !(row.visible || sight.hidden)) throw new Problem('not_found', 'Specimen not found');
  const [main, ...additional] = (await mediaOf(ctx.db, [id], 'all')).get(id) ?? [];
  return { ...toSpecimen(row, main), additional };
}

export type SpecimenMediumInput = { mediaId: string; alt: string; light: Light | null };

/**
 * Adds a specimen. Its media must be stored already; the first is the main one.
 * @param options.createdAt an instant, ISO 8601 in UTC, for what is imported; now without.
 */
export async function createSpecimen(
  ctx: Context,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  options: { createdAt?: string; actor?: 'owner' | 'system' } = {},
): Promise<SpecimenDetail> {
  const id = await inTransaction(ctx.db, (tx) => addSpecimen(tx, input, media, { now: instantOf(ctx.clock), ...options }));
  ctx.invalidateCache({ kind: 'specimens', ids: [id] });
  return getSpecimen(ctx, id, { hidden: true });
}

/** The same inside a transaction of the caller, who calls `invalidateCache` after it. @returns the id. */
export async function addSpecimen(
  tx: Tx,
  input: SpecimenInput,
  media: SpecimenMediumInput[],
  { now, createdAt = now, actor = 'owner' }: { now: string; createdAt?: string; actor?: 'owner' | 'system' },
): Promise<number> {
  if (media.length === 0) throw invalid('image', 'Please select a main image for the specimen');
  const prices = { ...priceColumns(input.price), ...shippingColumns(input.shippingPrice) };
  const pieces = newPieces(input);
  const { title, description, origin, dimensions, weight, category, tags, quantity } = input;
  const row = {
    title,
    description,
    origin,
    dimensions,
    weight,
    category_id: categoryId(category),
    acquisition_date: input.acquisitionDate,
    ...prices,
    for_sale: input.forSale,
    visible: input.visible,
    ...pieces,
    status: statusOf({ ...pieces, byHand: pieces.status_by_hand }),
    tags: JSON.stringify(tags),
    search_text: searchTextOf({ title, description, origin, category, tags }),
    created_at: createdAt,
    updated_at: createdAt,
  };
  const links = media.map(({ mediaId, alt, light }) => ({ media_id: mediaId, alt, light }));
  const id = await insertSpecimen(tx, row, links);
  await indexSpecimen(tx, id, null, row);
  await addEvents(tx, [{ at: now, actor, kind: 'specimen_created', specimenId: id, data: { title, price: prices.price, quantity } }]);
  return id;
}

/** Address of the poster of each specimen: its largest JPEG, or that of a video's poster. */
export async function posterUrls(db: Db | Tx, ids: number[]): Promise<Map<number, string>> {
  const media = await mediaOf(db, ids, 'main');
  return new Map([...media].flatMap(([id, [main]]) => (main ? [[id, largestJpeg(posterOf(main))]] : [])));
}

async function readPage(db: Db, query: SpecimenQuery, filter: SpecimenFilter, after: Place | null) {
  const sort = query.sort ?? 'newest';
  const limit = query.limit ?? BATCH;
  // One row more than asked for tells whether another page follows.
  const found = await selectSpecimens(db, filter, sort, after, limit + 1);
  const rows = found.slice(0, limit);
  const lastRow = found.length > limit ? rows.at(-1) : undefined;
  return { specimens: await withMainMedium(db, rows), last: lastRow ? placeAt(lastRow, sort) : null };
}

/** The rows from `start` on of what a search found. */
async function foundPage(ctx: Context, filter: SpecimenFilter, sort: ListSort, { ids, ranks }: Found, start: number, limit: number) {
  const end = Math.min(start + limit, ids.length);
  const rows = await rowsOf(ctx, filter, Array.prototype.slice.call(ids, start, end));
  const lastRow = end < ids.length ? rows.at(-1) : undefined;
  const relevance = ranks && end < ids.length ? { key: Number(ranks[end - 1]), id: Number(ids[end - 1]) } : null;
  const last: Place | null = sort === 'relevance' ? relevance : lastRow ? placeAt(lastRow, sort) : null;
  return { specimens: await withMainMedium(ctx.db, rows), last };
}

const placeAt = (row: SpecimenRow, sort: SpecimenSort): Place => ({
  key: sort === 'newest' ? row.created_at : row.price_cents,
  id: row.id,
});

/** What the API answers for these rows, in their order. */
export async function withMainMedium(db: Db | Tx, rows: SpecimenRow[]): Promise<Specimen[]> {
  const media = await mediaOf(
    db,
    rows.map((row) => row.id),
    'main',
  );
  return rows.map((row) => toSpecimen(row, media.get(row.id)?.[0]));
}

const sortOf = (query: SpecimenQuery): ListSort => query.sort ?? (isSearch(query.search) ? 'relevance' : 'newest');
const placeOf = (query: SpecimenQuery) => (query.cursor === undefined ? null : decodeCursor(query.cursor, sortOf(query)));

function filterOf(query: SpecimenQuery, { hidden }: Visibility): SpecimenFilter {
  return {
    hidden,
    categoryId: query.category && categoryId(query.category),
    status: query.status,
    minCents: bound('minPrice', query.minPrice),
    maxCents: bound('maxPrice', query.maxPrice),
  };
}

function bound(path: string, amount: string | undefined): number | undefined {
  if (amount === undefined) return undefined;
  const cents = parseAmount(amount);
  if (cents === null) throw invalid(path, 'Please enter an amount such as 120 or 120.50');
  return cents;
}

const categoryId = (category: (typeof categories)[number]) => categories.indexOf(category) + 1;

const invalid = (path: string, message: string) => new Problem('invalid_input', message, { issues: [{ path, message }] });

async function mediaOf(db: Db | Tx, specimenIds: number[], which: 'main' | 'all'): Promise<Map<number, Medium[]>> {
  const rows = specimenIds.length === 0 ? [] : await selectMedia(db, specimenIds, which);
  const bySpecimen = Map.groupBy(rows, (row) => row.specimen_id);
  return new Map([...bySpecimen].map(([id, links]) => [id, links.map(toMedium)]));
}
