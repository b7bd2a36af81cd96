import { notFound, useMatch } from '@tanstack/react-router';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import type { InCards } from '#core/contract/catalogue/specimens.ts';
import { localityPath, speciesPath } from '#core/contract/catalogue/topic-urls.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import type { RouterContext } from '#core/web/router-context.ts';
import { absolute, LARGE_PREVIEWS, socialMeta } from '#core/web/storefront/seo/head.ts';
import { breadcrumbsLd } from '#core/web/storefront/seo/json-ld.ts';
import type { LocalityTopic, SpeciesTopic } from '#features/topics/contract/topics.ts';
import { problemCode } from '#ui/lib/api.ts';
import { LocalityPage } from './locality.tsx';
import { SpeciesPage } from './species.tsx';
import { localityQuery, speciesQuery } from './topic-queries.ts';

export default function TopicPage() {
  const { fullPath } = useMatch({ strict: false });
  return fullPath === pages.species.path ? <SpeciesPage /> : <LocalityPage />;
}

type Kind = 'species' | 'locality';
type Params = { topic: string };
type Topic = InCards<SpeciesTopic> | InCards<LocalityTopic>;

/** @returns what the page's head says. */
export async function loader({
  context,
  params,
  location,
}: {
  context: RouterContext;
  params: Params;
  location: { pathname: string };
}) {
  const { general } = await context.queryClient.ensureQueryData(settingsQuery(context.api));
  try {
    const { name } = await load(context, kindAt(location.pathname), params);
    return { name, shop: general.siteTitle, path: location.pathname };
  } catch (error) {
    if (problemCode(error) === 'not_found') throw notFound();
    throw error;
  }
}

type Match = { context: RouterContext; params: Params };

export function head({
  loaderData,
  match,
}: {
  loaderData?: Awaited<ReturnType<typeof loader>>;
  match: Match;
}) {
  if (!loaderData) return {};
  const { name, shop, path } = loaderData;
  return {
    meta: [
      { title: `${name} – ${shop}` },
      ...(import.meta.env.SSR
        ? seoTags(match.context, kindAt(path), match.params, loaderData)
        : []),
    ],
    links: [{ rel: 'canonical', href: absolute(match.context, path) }],
  };
}

const kindAt = (path: string): Kind => (path.startsWith('/species/') ? 'species' : 'locality');

const idOf = (param: string) => parseSpecimenParam(param) ?? 0;

const load = (
  { queryClient, api }: RouterContext,
  kind: Kind,
  { topic }: Params,
): Promise<Topic> =>
  kind === 'species'
    ? queryClient.ensureQueryData(speciesQuery(api, topic))
    : queryClient.ensureQueryData(localityQuery(api, idOf(topic)));

const loaded = (
  { queryClient, api }: RouterContext,
  kind: Kind,
  { topic }: Params,
): Topic | undefined =>
  kind === 'species'
    ? queryClient.getQueryData(speciesQuery(api, topic).queryKey)
    : queryClient.getQueryData(localityQuery(api, idOf(topic)).queryKey);

/**
 * For crawlers and link previews, in the server's HTML. A page without pieces is nothing to be
 * found.
 */
function seoTags(
  context: RouterContext,
  kind: Kind,
  params: Params,
  page: { name: string; shop: string; path: string },
) {
  const topic = loaded(context, kind, params);
  if (!topic) return [];
  const { name, shop, path } = page;
  const pieces = topic.total === 1 ? '1 piece' : `${topic.total} pieces`;
  const description =
    kind === 'species'
      ? `${name}: what it is, where it comes from, and ${pieces} at ${shop}.`
      : `${pieces} from ${name} at ${shop}.`;
  return [
    { name: 'description', content: description },
    ...(topic.total === 0 ? [{ name: 'robots', content: 'noindex, follow' }] : [LARGE_PREVIEWS]),
    ...socialMeta(context, {
      title: name,
      description,
      path,
      shop,
      medium: topic.specimens[0]?.main ?? null,
    }),
    breadcrumbsLd(context, shop, [...stepsTo(topic), [name, path]]),
  ];
}

const stepsTo = (topic: Topic): [name: string, path: string][] =>
  'above' in topic
    ? topic.above.map((place) => [place.name, localityPath(place)])
    : topic.of === null
      ? []
      : [[topic.of, speciesPath(topic.of)]];
