import { MAX_BULK_PIECES } from '#core/contract/catalogue/manage-ids.ts';
import type { ManageIds, ManageIdsQuery } from '#core/contract/catalogue/manage-selection.ts';
import type { ManagePage, ManageQuery, Specimen } from '#core/contract/catalogue/specimens.ts';
import {
  isSearch,
  type ListStatus,
  rowsOf,
  searchWithStatus,
} from '#core/server/catalogue/specimens/reading/specimen-search.service.ts';
import type { SpecimenFilter } from '#core/server/catalogue/specimens/reading/specimens.queries.ts';
import { withMainMedium } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import {
  countByVisibilityAndStatus,
  selectListedIds,
  selectNumberedPage,
} from './manage.queries.ts';

const PAGE_SIZE = 12;
const everything: SpecimenFilter = { hidden: true };

/** Twelve a page: newest first, a search by relevance. A page beyond the last gives the last. */
export async function managePage(ctx: Context, query: ManageQuery): Promise<ManagePage> {
  const { specimens, total, groups } = await listed(ctx, query, (total) => ({
    start: pageOf(query, total).start,
    size: PAGE_SIZE,
  }));
  const { page, pages } = pageOf(query, total);
  return { specimens, page, pages, total, counts: countsOf(groups) };
}

/** Covers all pages. */
export async function listedInManage(
  ctx: Context,
  query: ManageQuery,
  limit: number,
): Promise<{ specimens: Specimen[]; total: number }> {
  return listed(ctx, query, () => ({ start: 0, size: limit }));
}

/** Returns at most as many as one bulk edit takes. */
export async function idsInManage(ctx: Context, query: ManageIdsQuery): Promise<ManageIds> {
  if (isSearch(query.search)) {
    const shown = (await searchWithStatus(ctx, query.search)).filter(passesFilters(query));
    return { ids: shown.slice(0, MAX_BULK_PIECES).map(({ id }) => id), total: shown.length };
  }
  const total = sumOf((await countByVisibilityAndStatus(ctx.db)).filter(passesFilters(query)));
  return { ids: await selectListedIds(ctx.db, filterOf(query), MAX_BULK_PIECES), total };
}

const filterOf = ({ status, visibility }: ManageQuery): SpecimenFilter => ({
  ...everything,
  status,
  visible: visibility && visibility === 'visible',
});

type Listed = { specimens: Specimen[]; total: number; groups: Counted[] };

async function listed(
  ctx: Context,
  query: ManageQuery,
  rangeOf: (total: number) => { start: number; size: number },
): Promise<Listed> {
  if (isSearch(query.search)) {
    const groups = await searchWithStatus(ctx, query.search);
    const shown = groups.filter(passesFilters(query));
    const { start, size } = rangeOf(shown.length);
    const ids = shown.slice(start, start + size).map(({ id }) => id);
    return {
      specimens: await withMainMedium(ctx.db, await rowsOf(ctx, everything, ids), everything),
      total: shown.length,
      groups,
    };
  }
  const groups = await countByVisibilityAndStatus(ctx.db);
  const total = sumOf(groups.filter(passesFilters(query)));
  const { start, size } = rangeOf(total);
  const rows = await selectNumberedPage(ctx.db, filterOf(query), start, size);
  return { specimens: await withMainMedium(ctx.db, rows, everything), total, groups };
}

const passesFilters =
  (query: ManageQuery) =>
  ({ visible, status }: ListStatus): boolean =>
    (query.status ?? status) === status &&
    (query.visibility === undefined || (query.visibility === 'visible') === visible);

function pageOf({ page: asked = 1 }: ManageQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(asked, pages);
  return { page, pages, start: (page - 1) * PAGE_SIZE };
}

type Counted = ListStatus & { count?: number };

const sumOf = (groups: Counted[]): number => groups.reduce((sum, { count = 1 }) => sum + count, 0);

function countsOf(groups: Counted[]): ManagePage['counts'] {
  const counts = { all: sumOf(groups), visible: 0, hidden: 0, available: 0, pending: 0, sold: 0 };
  for (const { visible, status, count = 1 } of groups) {
    counts[visible ? 'visible' : 'hidden'] += count;
    counts[status] += count;
  }
  return counts;
}
