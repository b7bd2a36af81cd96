import { infiniteQueryOptions } from '@tanstack/react-query';
import type { PublicApi } from '#contract/api.ts';
import type { GallerySearch } from '#contract/gallery-search.ts';

/** Every cached gallery, whatever its filters. */
export const galleryKey = ['specimens'] as const;

/** The gallery's pages, `limit` specimens each, beginning at the URL's cursor. */
export const galleryQuery = (api: PublicApi, { cursor, ...filters }: GallerySearch, limit: number) =>
  infiniteQueryOptions({
    queryKey: [...galleryKey, { ...filters, cursor, limit }],
    queryFn: ({ pageParam }) => api.listSpecimens({ ...filters, visible: 'true', limit, cursor: pageParam }),
    initialPageParam: cursor,
    getNextPageParam: (page) => page.next ?? undefined,
  });
