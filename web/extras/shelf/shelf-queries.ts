import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';
import type { Shelf } from '#contract/extras/shelf/shelf.ts';
import { shelfList } from '#contract/extras/shelf/shelf-url.ts';
import { call, queryString } from '#web/lib/api.ts';

/** Pieces beside each other, in this sequence. */
export const shelfQuery = (api: PublicApi, ids: readonly number[]) => {
  const list = shelfList(ids);
  return queryOptions({
    queryKey: ['shelf', list],
    queryFn: () => api.getShelf?.(list) ?? call<Shelf>(`/api/shelf${queryString({ pieces: list || undefined })}`),
  });
};
