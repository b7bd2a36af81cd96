import type { ManageQuery } from '#contract/specimens.ts';
import { specimenStatuses } from '#contract/statuses.ts';

export type ManageSearch = Pick<ManageQuery, 'search' | 'status' | 'visibility' | 'page'>;

/** Reads the query of Manage's URL. Unknown or invalid parts are left out, so that no URL is an error. */
export function parseManageSearch(raw: Record<string, unknown>): ManageSearch {
  const text = typeof raw.search === 'string' ? raw.search.slice(0, 200).toWellFormed().replaceAll('\0', '') : '';
  const page = typeof raw.page === 'string' && /^[1-9]\d{0,5}$/.test(raw.page) ? Number(raw.page) : 1;
  const found: ManageSearch = {
    search: text.trim() === '' ? undefined : text,
    status: specimenStatuses.find((status) => status === raw.status),
    visibility: (['visible', 'hidden'] as const).find((visibility) => visibility === raw.visibility),
    page: page === 1 ? undefined : page,
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined));
}
