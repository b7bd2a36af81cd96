import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import type { Settings } from '#core/contract/admin/settings.ts';
import type { PublicApi } from '#core/contract/api.ts';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import { formatCount } from '#core/contract/counts.ts';
import { ListParts } from '#core/web/in-lists.tsx';
import { AskUs } from '#ui/ask-us.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { SkipLink } from '#ui/skip-link.tsx';
import { Filters } from './filters.tsx';
import { galleryQuery } from './gallery-queries.ts';
import { SpecimenPages } from './specimen-pages.tsx';

const PLACEHOLDERS = ['3/4', '4/3', '1/1', '4/5', '4/3', '3/4', '1/1', '4/3'];

const RETURN = { isReturn: true };

type Props = {
  api: PublicApi;
  settings: Settings['gallery'];
  search: GallerySearch;
  email: string;
  firstRun: ReactNode;
};

export function Gallery({ api, settings, search, email, firstRun }: Props) {
  const {
    data,
    error,
    isPending,
    isFetchingNextPage,
    fetchNextPage,
    isFetchNextPageError,
    refetch,
  } = useInfiniteQuery(galleryQuery(api, search, settings.itemsPerPage));
  const quickView = useCallback(
    (id: number) => ({ search: { ...search, specimen: String(id) } }),
    [search],
  );
  const specimens = data?.pages.flatMap((page) => page.specimens) ?? [];
  const total = data?.pages[0]?.total ?? 0;
  const term = search.search;
  // There is too little to search among.
  const isBare = data !== undefined && total < 2 && Object.keys(search).length === 0;
  const isEmpty = isBare && total === 0;
  const count = (
    <p className="min-h-6 text-sm text-quiet" role="status">
      {total > 0 && `${formatCount(total)} ${total === 1 ? 'specimen' : 'specimens'}`}
    </p>
  );

  const follow = <ListParts at="list" search={search} />;

  return (
    <section
      id="gallery"
      aria-labelledby="gallery-heading"
      className={`${isEmpty ? 'border-b border-line' : 'room'} pt-6 pb-12 md:pb-24`}
    >
      <div className="page">
        {specimens.length > 0 && <SkipLink to="list">Skip to the specimens</SkipLink>}
        <div className="flex flex-wrap items-baseline justify-between gap-x-12 gap-y-2 wrap-anywhere">
          <h2 id="gallery-heading" className="page-title look-large">
            {term ? `Search Results: "${term}"` : settings.title}
          </h2>
          {term ? (
            <Link to="/" state={RETURN} resetScroll={false} className="text-link">
              Clear search and view all specimens
            </Link>
          ) : (
            <p className="text-quiet">{settings.description}</p>
          )}
        </div>

        {isBare || !settings.showFilters ? (
          !isEmpty && (
            <div className="mt-3 mb-4 flex flex-wrap justify-between gap-x-6 text-sm text-quiet">
              {count}
              {follow}
            </div>
          )
        ) : (
          <Filters api={api} search={search} beneath={follow}>
            {count}
          </Filters>
        )}

        {search.cursor && (
          <p className="mb-6">
            <Link
              to="/"
              search={({ cursor, ...rest }: GallerySearch) => rest}
              hash="gallery"
              className="text-link"
            >
              Back to the first page
            </Link>
          </p>
        )}

        {isPending && <Placeholders />}
        {error && !data && (
          <Notice
            heading="h3"
            className="border-t-0 py-16"
            title="Unable to load specimens"
            text="There was an error loading the specimens. Please try again later."
          >
            <Button look="outline" onClick={() => void refetch()}>
              Try again
            </Button>
          </Notice>
        )}
        {data && specimens.length === 0 && <Empty search={search} email={email} />}
        {isEmpty && firstRun}
        {data && specimens.length > 0 && (
          <SpecimenPages
            pages={data.pages}
            isFailed={isFetchNextPageError}
            isLoading={isFetchingNextPage}
            quickView={quickView}
            more={(cursor) => ({ to: '/', search: { ...search, cursor }, hash: 'gallery' })}
            onMore={() => void fetchNextPage()}
          />
        )}
      </div>
    </section>
  );
}

function Placeholders() {
  return (
    <div
      role="status"
      aria-label="Loading specimens"
      className="waiting columns-1 gap-9 sm:columns-2 md:columns-3"
    >
      {PLACEHOLDERS.map((ratio, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: eight placeholders that never change
        <div key={index} className="mb-9 break-inside-avoid">
          <div className="bg-raised" style={{ aspectRatio: ratio }} />
          <div className="mt-4 h-5 w-2/3 bg-raised" />
          <div className="mt-2 h-4 w-1/2 bg-raised" />
        </div>
      ))}
    </div>
  );
}

function Empty({ search, email }: Pick<Props, 'search' | 'email'>) {
  const { search: term, cursor, sort, ...filters } = search;
  const hasFilters = Object.keys(filters).length > 0;
  const text = term
    ? `We couldn't find any specimens matching "${term}". Try another search term.`
    : hasFilters
      ? 'Try removing one.'
      : cursor
        ? 'There’s nothing more in this list.'
        : 'There are currently no specimens in the collection.';
  return (
    <Notice
      heading="h3"
      className="border-y-0 py-16"
      title={
        term
          ? 'No matches found'
          : hasFilters
            ? 'Nothing matches these filters'
            : 'No specimens found'
      }
      text={text}
    >
      {term || hasFilters || cursor ? (
        <Link to="/" state={RETURN} resetScroll={false} className={buttonClass('outline')}>
          View all specimens
        </Link>
      ) : (
        <p className="text-lg">
          <ListParts at="list" search={search} isEmpty />
        </p>
      )}
      <AskUs email={email} />
    </Notice>
  );
}
