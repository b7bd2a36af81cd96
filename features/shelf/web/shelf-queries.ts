import { queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#core/contract/api.ts';
import { specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import { call } from '#ui/lib/api.ts';

export const shelfQuery = (api: PublicApi, ids: readonly number[]) => {
  const list = specimenList(ids);
  return queryOptions({
    queryKey: ['shelf', list],
    queryFn: () =>
      api.getShelf?.(list) ?? call('GET /api/shelf', { query: { pieces: list || undefined } }),
  });
};
