import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';

/** The router's link does not know the query of this page. */
export const shelfLink = (ids: readonly number[]) => ({
  to: '/shelf' as const,
  search: { pieces: specimenList(ids) || undefined } as never,
  replace: true,
  resetScroll: false,
  preload: false as const,
});
