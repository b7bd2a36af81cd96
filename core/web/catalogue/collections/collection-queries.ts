import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#core/contract/api.ts';

export const collectionsKey = ['collections'] as const;

export const collectionsQuery = (api: PublicApi) =>
  queryOptions({ queryKey: [...collectionsKey, 'home'], queryFn: () => api.listCollections() });

export const collectionQuery = (api: PublicApi, slug: string, cursor: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...collectionsKey, slug, cursor],
    queryFn: ({ pageParam }) => api.getCollection(slug, pageParam),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next ?? undefined,
  });
