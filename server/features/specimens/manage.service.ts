/** The owner's list of all specimens. */
import type { ManagePage, ManageQuery } from '#contract/specimens.ts';
import type { Context } from '#server/context.ts';
import { searchWords } from '#server/platform/search-words.ts';
import { countByState, selectNumberedPage } from './manage.queries.ts';
import { countSpecimens, type SpecimenFilter } from './specimens.queries.ts';
import { withMainMedium } from './specimens.service.ts';

const PAGE = 12;

/** A page of twelve, hidden ones too, newest first; one beyond the last is the last. */
export async function managePage(ctx: Context, query: ManageQuery): Promise<ManagePage> {
  const searched: SpecimenFilter = { hidden: true, words: searchWords(query.search ?? '') };
  const filter = { ...searched, status: query.status, visible: query.visibility && query.visibility === 'visible' };
  const [counts, total] = await Promise.all([countByState(ctx.db, searched), countSpecimens(ctx.db, filter)]);
  const pages = Math.max(1, Math.ceil(total / PAGE));
  const page = Math.min(query.page ?? 1, pages);
  const rows = await selectNumberedPage(ctx.db, filter, (page - 1) * PAGE, PAGE);
  return { specimens: await withMainMedium(ctx.db, rows), page, pages, total, counts };
}
