/** What the page of a collection loads, and its head. */

import { notFound, redirect, rootRouteId } from '@tanstack/react-router';
import { collectionPath } from '#contract/catalogue/collection-rules.ts';
import { excerpt } from '#contract/catalogue/excerpt.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { collectionQuery } from '#web/features/catalogue/collections/collection-queries.ts';
import { absolute, LARGE_PREVIEWS, socialMeta } from '#web/features/storefront/seo/head.ts';
import { collectionLd } from '#web/features/storefront/seo/json-ld.ts';
import { problemCode } from '#web/lib/api.ts';
import type { RouterContext } from '#web/router-context.ts';

type Place = { params: { slug: string } };
type Loaded = Awaited<ReturnType<typeof loader>>;

/** Loads a page of a collection. @returns what its head says, and whether crawlers are to index it: the first page of one that has pieces. */
export async function loader({
  context,
  params: { slug },
  deps: { cursor },
}: Place & { context: RouterContext; deps: { cursor?: string } }) {
  const { queryClient, api } = context;
  const { general } = await queryClient.ensureQueryData(settingsQuery(api));
  const { pages } = await queryClient.ensureInfiniteQueryData(collectionQuery(api, slug, cursor)).catch((error: unknown) => {
    const problem = problemCode(error);
    if (problem === 'bad_request' && cursor !== undefined) throw redirect({ to: '/collection/$slug', params: { slug } });
    // A slug that cannot be one is refused as invalid.
    if (problem === 'not_found' || problem === 'invalid_input') throw notFound({ routeId: rootRouteId });
    throw error;
  });
  const [first] = pages;
  if (!first) throw notFound({ routeId: rootRouteId });
  return {
    title: `${first.name} – ${general.siteTitle}`,
    description: excerpt(first.description || first.subtitle || first.name),
    isIndexed: cursor === undefined && first.total > 0,
  };
}

export function head({ loaderData, params, match }: Place & { loaderData?: Loaded; match: { context: RouterContext } }) {
  if (!loaderData) return {};
  const { title, description, isIndexed } = loaderData;
  const meta = [{ title }, { name: 'description', content: description }];
  if (!isIndexed) return { meta: [...meta, { name: 'robots', content: 'noindex, follow' }] };
  return {
    meta: [...meta, ...(import.meta.env.SSR ? seoTags(match.context, params.slug, description) : [])],
    links: [{ rel: 'canonical', href: absolute(match.context, collectionPath(params.slug)) }],
  };
}

/** For crawlers and link previews, in the server's HTML. */
function seoTags(context: RouterContext, slug: string, description: string) {
  const { queryClient, api } = context;
  const collection = queryClient.getQueryData(collectionQuery(api, slug, undefined).queryKey)?.pages[0];
  const shop = queryClient.getQueryData(settingsQuery(api).queryKey)?.general.siteTitle;
  if (!collection || !shop) return [];
  const { name: title, cover: medium } = collection;
  return [
    LARGE_PREVIEWS,
    ...socialMeta(context, { title, description, path: collectionPath(slug), shop, medium }),
    collectionLd(context, collection, shop),
  ];
}
