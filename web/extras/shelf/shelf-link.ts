import { specimenList } from '#contract/catalogue/specimen-lists.ts';

/** Where a press on the shelf leads: the same page with other pieces. For a link of the router's, which does not know the query of this page. */
export const shelfLink = (ids: readonly number[]) => ({
  to: '/shelf' as const,
  search: { pieces: specimenList(ids) || undefined } as never,
  replace: true,
  resetScroll: false,
  preload: false as const,
});
