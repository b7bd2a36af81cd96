import { useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { formatCount } from '#contract/counts.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { collectionQuery } from '#web/features/catalogue/collections/collection-queries.ts';
import { SpecimenPages } from '#web/features/catalogue/gallery/specimen-pages.tsx';
import { AskUs } from '#web/ui/ask-us.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ResponsiveImage } from '#web/ui/responsive-image.tsx';

export { head, loader } from './collection-head.ts';

const collectionRoute = getRouteApi('/frame/collection/$slug');

/** One collection: what it is, and its pieces in the order that the admin gave them. */
export default function CollectionPage() {
  const { api } = collectionRoute.useRouteContext();
  const { slug } = collectionRoute.useParams();
  const { cursor } = collectionRoute.useSearch();
  const { data, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = useSuspenseInfiniteQuery(collectionQuery(api, slug, cursor));
  const { contactEmail } = useSuspenseQuery(settingsQuery(api)).data.general;
  const [first] = data.pages;
  if (!first) return null;
  const { name, subtitle, description, cover, total } = first;
  return (
    <section aria-labelledby="collection-heading" className="room min-h-[calc(100svh-var(--header-height))] pt-6 pb-16 md:pb-24">
      <div className="page">
        <Link to="/" hash="collections" className="back-link">
          <ArrowLeftIcon /> All Collections
        </Link>
        <div className="mt-4 grid items-end gap-x-12 gap-y-8 lg:grid-cols-[1fr_1.2fr]">
          <div>
            {subtitle !== '' && <p className="label text-quiet">{subtitle}</p>}
            <h1 id="collection-heading" className="mt-3 text-4xl wrap-anywhere md:text-5xl">
              {name}
            </h1>
            <p className="mt-5 max-w-prose text-lg whitespace-pre-line text-quiet">{description}</p>
          </div>
          {cover && total > 0 && (
            <div className="aspect-[16/9] overflow-hidden bg-raised max-lg:order-first">
              <ResponsiveImage picture={cover} sizes="(width < 1024px) 94vw, 44rem" className="size-full object-cover" />
            </div>
          )}
        </div>
        {total === 0 ? (
          <Notice className="mt-10 py-16" heading="h2" title="Nothing here right now" text="Its pieces have sold or are on the way.">
            <AskUs email={contactEmail} />
          </Notice>
        ) : (
          <>
            <p className="figures mt-10 mb-5 border-t border-line pt-5 text-sm text-quiet">
              {`${formatCount(total)} ${total === 1 ? 'specimen' : 'specimens'}`}
            </p>
            <SpecimenPages
              pages={data.pages}
              isLoading={isFetchingNextPage}
              isFailed={isFetchNextPageError}
              more={(next) => ({ to: '/collection/$slug', params: { slug }, search: { cursor: next } })}
              onMore={() => void fetchNextPage()}
            />
          </>
        )}
      </div>
    </section>
  );
}
