import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, notFound, redirect } from '@tanstack/react-router';
import { collectionPath } from '#core/contract/catalogue/collection-rules.ts';
import { excerpt } from '#core/contract/catalogue/excerpt.ts';
import { formatCount } from '#core/contract/counts.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { collectionQuery } from '#core/web/catalogue/collections/collection-queries.ts';
import { SpecimenPages } from '#core/web/catalogue/gallery/specimen-pages.tsx';
import type { RouterContext } from '#core/web/router-context.ts';
import { absolute, LARGE_PREVIEWS, socialMeta } from '#core/web/storefront/seo/head.ts';
import { collectionLd } from '#core/web/storefront/seo/json-ld.ts';
import { AskUs } from '#ui/ask-us.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { problemCode } from '#ui/lib/api.ts';
import { Notice } from '#ui/notice.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';

type Place = { params: { slug: string } };
type Loaded = Awaited<ReturnType<typeof loader>>;

/** @returns what the head says, and whether crawlers index it: only a first page with pieces. */
export async function loader({
  context,
  params: { slug },
  deps: { cursor },
}: Place & { context: RouterContext; deps: { cursor?: string } }) {
  const { queryClient, api } = context;
  const { general } = await queryClient.ensureQueryData(settingsQuery(api));
  const { pages } = await queryClient
    .ensureInfiniteQueryData(collectionQuery(api, slug, cursor))
    .catch((error: unknown) => {
      const problem = problemCode(error);
      if (problem === 'bad_request' && cursor !== undefined)
        throw redirect({ to: '/collection/$slug', params: { slug } });
      // A slug that cannot be one is refused as invalid.
      if (problem === 'not_found' || problem === 'invalid_input') throw notFound();
      throw error;
    });
  const [first] = pages;
  if (!first) throw notFound();
  return {
    title: `${first.name} – ${general.siteTitle}`,
    description: excerpt(first.description || first.subtitle || first.name),
    isIndexed: cursor === undefined && first.total > 0,
  };
}

export function head({
  loaderData,
  params,
  match,
}: Place & { loaderData?: Loaded; match: { context: RouterContext } }) {
  if (!loaderData) return {};
  const { title, description, isIndexed } = loaderData;
  const meta = [{ title }, { name: 'description', content: description }];
  if (!isIndexed) return { meta: [...meta, { name: 'robots', content: 'noindex, follow' }] };
  return {
    meta: [
      ...meta,
      ...(import.meta.env.SSR ? seoTags(match.context, params.slug, description) : []),
    ],
    links: [{ rel: 'canonical', href: absolute(match.context, collectionPath(params.slug)) }],
  };
}

function seoTags(context: RouterContext, slug: string, description: string) {
  const { queryClient, api } = context;
  const collection = queryClient.getQueryData(collectionQuery(api, slug, undefined).queryKey)
    ?.pages[0];
  const shop = queryClient.getQueryData(settingsQuery(api).queryKey)?.general.siteTitle;
  if (!collection || !shop) return [];
  const { name: title, cover: medium } = collection;
  return [
    LARGE_PREVIEWS,
    ...socialMeta(context, { title, description, path: collectionPath(slug), shop, medium }),
    collectionLd(context, collection, shop),
  ];
}

const collectionRoute = getRouteApi('/frame/collection/$slug');

export default function CollectionPage() {
  const { api } = collectionRoute.useRouteContext();
  const { slug } = collectionRoute.useParams();
  const { cursor } = collectionRoute.useSearch();
  const { data, isFetchingNextPage, isFetchNextPageError, fetchNextPage } =
    useSuspenseInfiniteQuery(collectionQuery(api, slug, cursor));
  const { contactEmail } = useSuspenseQuery(settingsQuery(api)).data.general;
  const [first] = data.pages;
  if (!first) return null;
  const { name, subtitle, description, cover, total } = first;
  return (
    <section
      aria-labelledby="collection-heading"
      className="room min-h-[calc(100svh-var(--header-height))] pt-6 pb-16 md:pb-24"
    >
      <div className="page">
        <Link to="/" hash="collections" className="back-link">
          <ArrowLeftIcon /> All Collections
        </Link>
        <div className="mt-4 grid items-end gap-x-12 gap-y-8 lg:grid-cols-[1fr_1.2fr]">
          <div className="wrap-anywhere">
            {subtitle !== '' && <p className="label text-quiet">{subtitle}</p>}
            <h1 id="collection-heading" className="mt-3 page-title look-large">
              {name}
            </h1>
            <p className="mt-5 max-w-prose text-lg whitespace-pre-line text-quiet">{description}</p>
          </div>
          {cover && total > 0 && (
            <div className="aspect-[16/9] overflow-hidden bg-raised max-lg:order-first">
              <ResponsiveImage
                picture={cover}
                sizes="(width < 1024px) 94vw, 44rem"
                className="size-full object-cover"
              />
            </div>
          )}
        </div>
        {total === 0 ? (
          <Notice
            className="mt-10 py-16"
            heading="h2"
            title="Nothing here right now"
            text="Its pieces have sold or are on the way."
          >
            <AskUs email={contactEmail} />
          </Notice>
        ) : (
          <>
            <h2 className="figures mt-10 mb-5 border-t border-line pt-5 font-sans text-sm text-quiet">
              {`${formatCount(total)} ${total === 1 ? 'specimen' : 'specimens'}`}
            </h2>
            <SpecimenPages
              pages={data.pages}
              isLoading={isFetchingNextPage}
              isFailed={isFetchNextPageError}
              more={(next) => ({
                to: '/collection/$slug',
                params: { slug },
                search: { cursor: next },
              })}
              onMore={() => void fetchNextPage()}
            />
          </>
        )}
      </div>
    </section>
  );
}
