/** The admin's list of all specimens. */
import type { ManagePage, ManageQuery } from '#contract/specimens.ts';
import type { Context } from '#server/context.ts';
import { isSearch, type ListStatus, rowsOf, searchWithStatus } from '../catalogue/specimen-search.service.ts';
import type { SpecimenFilter } from '../catalogue/specimens.queries.ts';
import { withMainMedium } from '../catalogue/specimens.service.ts';
import { countByState, selectNumberedPage } from './manage.queries.ts';

const PAGE = 12;
const everything: SpecimenFilter = { hidden: true };

/** A page of twelve, hidden ones too, newest first, or of a search the best match; one beyond the last is the last. */
export async function managePage(ctx: Context, query: ManageQuery): Promise<ManagePage> {
  return isSearch(query.search) ? foundPage(ctx, query.search, query) : listPage(ctx, query);
}

async function listPage(ctx: Context, query: ManageQuery): Promise<ManagePage> {
  const states = await countByState(ctx.db);
  const total = sumOf(states.filter(isAskedFor(query)));
  const { page, pages, start } = place(query, total);
  const filter = { ...everything, status: query.status, visible: query.visibility && query.visibility === 'visible' };
  const rows = await selectNumberedPage(ctx.db, filter, start, PAGE);
  return { specimens: await withMainMedium(ctx.db, rows, everything), page, pages, total, counts: countsOf(states) };
}

async function foundPage(ctx: Context, term: string, query: ManageQuery): Promise<ManagePage> {
  const found = await searchWithStatus(ctx, term);
  const shown = found.filter(isAskedFor(query));
  const { page, pages, start } = place(query, shown.length);
  const ids = shown.slice(start, start + PAGE).map(({ id }) => id);
  const specimens = await withMainMedium(ctx.db, await rowsOf(ctx, everything, ids), everything);
  return { specimens, page, pages, total: shown.length, counts: countsOf(found) };
}

const isAskedFor =
  (query: ManageQuery) =>
  ({ visible, status }: ListStatus): boolean =>
    (query.status ?? status) === status && (query.visibility === undefined || (query.visibility === 'visible') === visible);

function place({ page: asked = 1 }: ManageQuery, total: number) {
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const page = Math.min(asked, pages);
  return { page, pages, start: (page - 1) * PAGE };
}

/** One specimen, or `count` of them. */
type Counted = ListStatus & { count?: number };

const sumOf = (states: Counted[]): number => states.reduce((sum, { count = 1 }) => sum + count, 0);

function countsOf(states: Counted[]): ManagePage['counts'] {
  const counts = { all: sumOf(states), visible: 0, hidden: 0, available: 0, pending: 0, sold: 0 };
  for (const { visible, status, count = 1 } of states) {
    counts[visible ? 'visible' : 'hidden'] += count;
    counts[status] += count;
  }
  return counts;
}
