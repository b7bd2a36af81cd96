import { createRoute, redirect } from '@tanstack/react-router';
import { type GallerySearch, parseGallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { collectionsQuery } from '#core/web/catalogue/collections/collection-queries.ts';
import {
  facetsQuery,
  galleryQuery,
  listTitle,
  readFilters,
} from '#core/web/catalogue/gallery/gallery-queries.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import {
  absolute,
  categoryPath,
  LARGE_PREVIEWS,
  socialMeta,
} from '#core/web/storefront/seo/head.ts';
import { galleryLd } from '#core/web/storefront/seo/json-ld.ts';
import { problemCode } from '#ui/lib/api.ts';
import { frameRoute } from './root.tsx';
import { screenOf } from './screens.ts';

export const homeRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: pages.home.path,
  validateSearch: (raw: Record<string, unknown>): GallerySearch & { specimen?: string } => ({
    ...parseGallerySearch(raw),
    ...(typeof raw.specimen === 'string' &&
      /^[1-9]\d{0,9}$/.test(raw.specimen) && { specimen: raw.specimen }),
  }),
  // Neither the quick view's specimen nor unknown parameters, such as a newsletter's, change the
  // list.
  loaderDeps: ({ search }): GallerySearch => parseGallerySearch(search),
  loader: async ({ context: { queryClient, api, shell }, deps }) => {
    const settings = await queryClient.ensureQueryData(settingsQuery(api));
    if (!shell && settings.section_visibility.gallery) {
      const query = galleryQuery(api, deps, settings.gallery.itemsPerPage);
      // In the browser the page changes at once and shows placeholders; the gallery reports a
      // failure itself.
      const facets = facetsQuery(api, deps);
      const counts = settings.gallery.showFilters && queryClient.prefetchQuery(facets);
      if (import.meta.env.SSR) {
        await queryClient
          .fetchInfiniteQuery(query)
          .catch((error: unknown) => failFirstPage(error, deps));
        await counts;
        // What is not counted yet is left out, so that the browser asks for it.
        if (queryClient.getQueryData(facets.queryKey) === null) queryClient.removeQueries(facets);
      } else void queryClient.prefetchInfiniteQuery(query);
    }
    if (!shell && settings.section_visibility.collections && settings.hasCollections) {
      const collections = queryClient.ensureQueryData(collectionsQuery(api));
      if (import.meta.env.SSR) await collections;
    }
    const named = import.meta.env.SSR
      ? readFilters(queryClient.getQueryData(facetsQuery(api, deps).queryKey), deps)
      : undefined;
    return {
      title: listTitle(settings.general, deps, named?.words),
      description: settings.general.siteDescription,
      page: named?.page,
    };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {};
    const { title, description, page } = loaderData;
    const search = match.loaderDeps as GallerySearch;
    const { category, sort, ...others } = search;
    // Search engines index the whole gallery and each category, but no other filters; a filter with
    // a page of its own names that.
    const isWorthFinding = Object.keys(others).length === 0;
    const own = isWorthFinding ? (category ? categoryPath(category) : '/') : page;
    const path = own ?? `/?${new URLSearchParams(search)}`;
    return {
      meta: [
        { title },
        { name: 'description', content: description },
        ...(own ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
        ...(import.meta.env.SSR
          ? seoTags(match.context, search, { title, description, path }, isWorthFinding)
          : []),
      ],
      links: own ? [{ rel: 'canonical', href: absolute(match.context, path) }] : [],
    };
  },
  component: screenOf('home'),
});

/** An invalid cursor redirects to the first page; the page handles any other failure. */
function failFirstPage(error: unknown, { cursor, ...search }: GallerySearch): never {
  if (cursor !== undefined && problemCode(error) === 'bad_request')
    throw redirect({ to: '/', search });
  throw error;
}

type PageText = { title: string; description: string; path: string };

function seoTags(
  context: RouterContext,
  search: GallerySearch,
  page: PageText,
  isWorthFinding: boolean,
) {
  const { queryClient, api } = context;
  const settings = queryClient.getQueryData(settingsQuery(api).queryKey);
  if (!settings) return [];
  const { queryKey } = galleryQuery(api, search, settings.gallery.itemsPerPage);
  const specimens = queryClient.getQueryData(queryKey)?.pages[0]?.specimens ?? [];
  const first = specimens[0]?.main ?? null;
  const medium = isWorthFinding && !search.category ? (settings.hero.background ?? first) : first;
  return [
    ...socialMeta(context, { ...page, shop: settings.general.siteTitle, medium }),
    ...(isWorthFinding
      ? [LARGE_PREVIEWS, galleryLd(context, settings, { specimens, category: search.category })]
      : []),
  ];
}
