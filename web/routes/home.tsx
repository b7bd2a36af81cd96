import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { type GallerySearch, parseGallerySearch } from '#contract/gallery-search.ts';
import { previewOf } from '#contract/media-address.ts';
import { galleryQuery } from '#web/features/gallery/gallery-queries.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { problemCode } from '#web/lib/api.ts';
import { absolute, socialMeta } from '#web/lib/head.ts';
import { rootRoute } from './root.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  validateSearch: (raw: Record<string, unknown>): GallerySearch & { specimen?: string } => ({
    ...parseGallerySearch(raw),
    ...(typeof raw.specimen === 'string' && /^[1-9]\d{0,9}$/.test(raw.specimen) && { specimen: raw.specimen }),
  }),
  // The quick view's specimen is no part of the page: the list stays as it is beneath it.
  loaderDeps: ({ search: { specimen, ...gallery } }) => gallery,
  loader: async ({ context: { queryClient, api, shell }, deps }) => {
    const settings = await queryClient.ensureQueryData(settingsQuery(api));
    if (!shell && settings.section_visibility.gallery) {
      const query = galleryQuery(api, deps, settings.gallery.itemsPerPage);
      // In the browser the page changes at once and shows its placeholders; a failure is the gallery's own to say.
      if (import.meta.env.SSR) await queryClient.fetchInfiniteQuery(query).catch((error: unknown) => failFirstPage(error, deps));
      else void queryClient.prefetchInfiniteQuery(query);
    }
    const { siteTitle, siteDescription, siteTagline } = settings.general;
    return { title: `${siteTitle} – ${siteTagline}`, description: siteDescription, picture: settings.hero.background };
  },
  head: ({ loaderData, match }) => {
    if (!loaderData) return {};
    const { title, description, picture } = loaderData;
    const image = picture && previewOf(picture);
    const deps = match.loaderDeps as GallerySearch;
    const isPlain = Object.keys(deps).length === 0;
    return {
      meta: [
        { title: deps.search ? `${deps.search} – ${title}` : title },
        { name: 'description', content: description },
        ...(isPlain ? [] : [{ name: 'robots', content: 'noindex, follow' }]),
        ...socialMeta(match.context, { title, description, path: '/', image }),
      ],
      links: [{ rel: 'canonical', href: absolute(match.context, '/') }],
    };
  },
  component: lazyRouteComponent(() => import('./home-page.tsx')),
});

/** An address whose cursor leads nowhere leads to the first page; any other failure is the page's. */
function failFirstPage(error: unknown, { cursor, ...search }: GallerySearch): never {
  if (cursor !== undefined && problemCode(error) === 'bad_request') throw redirect({ to: '/', search });
  throw error;
}
