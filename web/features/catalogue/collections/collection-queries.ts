import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';

/** Everything cached about collections. */
export const collectionsKey = ['collections'] as const;

/** The collections of the home page. */
export const collectionsQuery = (api: PublicApi) =>
  queryOptions({ queryKey: [...collectionsKey, 'home'], queryFn: () => api.listCollections() });

/** The pages of one collection, beginning at the URL's cursor. */
export const collectionQuery = (api: PublicApi, slug: string, cursor: string | undefined) =>
  infiniteQueryOptions({
    queryKey: [...collectionsKey, slug, cursor],
    queryFn: ({ pageParam }) => api.getCollection(slug, pageParam),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next ?? undefined,
  });
