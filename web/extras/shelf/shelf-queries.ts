import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';
import { specimenList } from '#contract/catalogue/specimen-lists.ts';
import type { Shelf } from '#contract/extras/shelf/shelf.ts';
import { call, queryString } from '#web/lib/api.ts';

/** Pieces beside each other, in this sequence. */
export const shelfQuery = (api: PublicApi, ids: readonly number[]) => {
  const list = specimenList(ids);
  return queryOptions({
    queryKey: ['shelf', list],
    queryFn: () => api.getShelf?.(list) ?? call<Shelf>(`/api/shelf${queryString({ pieces: list || undefined })}`),
  });
};
