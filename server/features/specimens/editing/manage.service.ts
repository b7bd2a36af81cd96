/** The admin's list of all specimens. */
import type { ManagePage, ManageQuery, Specimen } from '#contract/specimens.ts';
import type { Context } from '#server/context.ts';
import { isSearch, type ListStatus, rowsOf, searchWithStatus } from '../catalogue/specimen-search.service.ts';
import type { SpecimenFilter } from '../catalogue/specimens.queries.ts';
import { withMainMedium } from '../catalogue/specimens.service.ts';
import { countByVisibilityAndStatus, selectNumberedPage } from './manage.queries.ts';

const PAGE_SIZE = 12;
const everything: SpecimenFilter = { hidden: true };

/** A page of twelve, hidden specimens too: newest first, a search by relevance. A page beyond the last gives the last. */
export async function managePage(ctx: Context, query: ManageQuery): Promise<ManagePage> {
  const { specimens, total, groups } = await listed(ctx, query, (total) => ({ start: pageOf(query, total).start, size: PAGE_SIZE }));
  const { page, pages } = pageOf(query, total);
  return { specimens, page, pages, total, counts: countsOf(groups) };
}

/** What Manage shows, regardless of pages: the first specimens of the list, at most `limit`, and how many there are in all. */
export async function listedInManage(ctx: Context, query: ManageQuery, limit: number): Promise<{ specimens: Specimen[]; total: number }> {
  return listed(ctx, query, () => ({ start: 0, size: limit }));
}

type Listed = { specimens: Specimen[]; total: number; groups: Counted[] };

/** @param rangeOf which part of so many is read. */
async function listed(ctx: Context, query: ManageQuery, rangeOf: (total: number) => { start: number; size: number }): Promise<Listed> {
  if (isSearch(query.search)) {
    const groups = await searchWithStatus(ctx, query.search);
    const shown = groups.filter(passesFilters(query));
    const { start, size } = rangeOf(shown.length);
    const ids = shown.slice(start, start + size).map(({ id }) => id);
    return { specimens: await withMainMedium(ctx.db, await rowsOf(ctx, everything, ids), everything), total: shown.length, groups };
  }
  const groups = await countByVisibilityAndStatus(ctx.db);
  const total = sumOf(groups.filter(passesFilters(query)));
  const { start, size } = rangeOf(total);
  const filter = { ...everything, status: query.status, visible: query.visibility && query.visibility === 'visible' };
  const rows = await selectNumberedPage(ctx.db, filter, start, size);
  return { specimens: await withMainMedium(ctx.db, rows, everything), total, groups };
}

const passesFilters =
  (query: ManageQuery) =>
  ({ visible, status }: ListStatus): boolean =>
    (query.status ?? status) === status && (query.visibility === undefined || (query.visibility === 'visible') === visible);

function pageOf({ page: asked = 1 }: ManageQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE_SIZE));
  const page = Math.min(asked, pages);
  return { page, pages, start: (page - 1) * PAGE_SIZE };
}

/** One specimen, or `count` of them. */
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
