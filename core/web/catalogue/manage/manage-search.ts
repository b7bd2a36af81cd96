import type { ManageQuery } from '#core/contract/catalogue/specimens.ts';
import { specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import { searchTerm } from '#ui/lib/search-term.ts';
import { wholeNumber } from '#ui/lib/whole-number.ts';

export type ManageSearch = Pick<ManageQuery, 'search' | 'status' | 'visibility' | 'page'>;

/** Leaves out unknown or invalid parts, so that no URL is an error. */
export function parseManageSearch(raw: Record<string, unknown>): ManageSearch {
  const page = wholeNumber(raw.page, 6);
  const found: ManageSearch = {
    search: searchTerm(raw.search),
    status: specimenStatuses.find((status) => status === raw.status),
    visibility: (['visible', 'hidden'] as const).find(
      (visibility) => visibility === raw.visibility,
    ),
    page: page === 1 ? undefined : page,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
