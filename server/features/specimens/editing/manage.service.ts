/** The admin's list of all specimens. */
import type { ManagePage, ManageQuery } from '#contract/specimens.ts';
import type { Context } from '#server/context.ts';
import { isSearch, type ListStatus, rowsOf, searchWithStatus } from '../catalogue/specimen-search.service.ts';
import type { SpecimenFilter } from '../catalogue/specimens.queries.ts';
import { withMainMedium } from '../catalogue/specimens.service.ts';
import { countByVisibilityAndStatus, selectNumberedPage } from './manage.queries.ts';

const PAGE_SIZE = 12;
const everything: SpecimenFilter = { hidden: true };

/** A page of twelve, hidden specimens too: newest first, a search by relevance. A page beyond the last gives the last. */
export async function managePage(ctx: Context, query: ManageQuery): Promise<ManagePage> {
  return isSearch(query.search) ? foundPage(ctx, query.search, query) : listPage(ctx, query);
}

async function listPage(ctx: Context, query: ManageQuery): Promise<ManagePage> {
  const groups = await countByVisibilityAndStatus(ctx.db);
  const total = sumOf(groups.filter(passesFilters(query)));
  const { page, pages, start } = pageOf(query, total);
  const filter = { ...everything, status: query.status, visible: query.visibility && query.visibility === 'visible' };
  const rows = await selectNumberedPage(ctx.db, filter, start, PAGE_SIZE);
  return { specimens: await withMainMedium(ctx.db, rows, everything), page, pages, total, counts: countsOf(groups) };
}

async function foundPage(ctx: Context, term: string, query: ManageQuery): Promise<ManagePage> {
  const found = await searchWithStatus(ctx, term);
  const shown = found.filter(passesFilters(query));
  const { page, pages, start } = pageOf(query, shown.length);
  const ids = shown.slice(start, start + PAGE_SIZE).map(({ id }) => id);
  const specimens = await withMainMedium(ctx.db, await rowsOf(ctx, everything, ids), everything);
  return { specimens, page, pages, total: shown.length, counts: countsOf(found) };
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
