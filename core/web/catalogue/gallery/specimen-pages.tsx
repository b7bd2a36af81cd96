import { Link, type LinkProps } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { isSpecimen } from '#core/contract/catalogue/is-specimen.ts';
import type { SpecimenCard as Card } from '#core/contract/catalogue/specimens.ts';
import { Boundary } from '#ui/boundary.tsx';
import { buttonClass } from '#ui/button.tsx';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { SkipLink } from '#ui/skip-link.tsx';
import { followAfterPaint } from './after-paint.ts';
import { SpecimenCard } from './specimen-card.tsx';

/** Further pages need a click, so that the footer can be reached. */
const MAX_AUTOMATIC_PAGES = 2;

type Props = {
  pages: { specimens: Card[]; next: string | null }[];
  isLoading: boolean;
  isFailed: boolean;
  quickView?: (id: number) => { search: Record<string, unknown> };
  /** For browsers without scripts. */
  more: (cursor: string) => LinkProps;
  onMore: () => void;
};

export function SpecimenPages({ pages, isLoading, isFailed, quickView, more, onMore }: Props) {
  const next = pages.at(-1)?.next ?? null;
  return (
    <>
      <SkipLink to="list-end">Skip the list</SkipLink>
      <div id="list" tabIndex={-1} className="specimen-columns outline-none">
        <div className="specimen-grid">
          {pages.map((page, pageIndex) =>
            page.specimens.filter(isSpecimen).map((specimen, index) => (
              <Boundary key={specimen.id}>
                <SpecimenCard
                  specimen={specimen}
                  index={index}
                  entry={pageIndex === 0 ? 'drawn' : 'loaded'}
                  eager={false}
                  quickView={quickView}
                />
              </Boundary>
            )),
          )}
        </div>
      </div>
      {isFailed && (
        <p role="alert" className="mt-10 text-center text-bad">
          We couldn’t load more specimens.
        </p>
      )}
      {next !== null && (
        <More
          link={more(next)}
          isLoading={isLoading}
          isAutomatic={pages.length <= MAX_AUTOMATIC_PAGES && !isFailed}
          onMore={onMore}
        />
      )}
      <div id="list-end" tabIndex={-1} className="outline-none" />
    </>
  );
}

function More({
  link,
  isLoading,
  isAutomatic,
  onMore,
}: {
  link: LinkProps;
  isLoading: boolean;
  isAutomatic: boolean;
  onMore: () => void;
}) {
  const isHydrated = useHydrated();
  const ref = useRef<HTMLDivElement>(null);
  const load = useRef(onMore);
  load.current = onMore;

  useEffect(() => {
    if (!isAutomatic || isLoading || !ref.current) return;
    const see = (entries: IntersectionObserverEntry[]) =>
      entries.at(-1)?.isIntersecting && load.current();
    // Not above the window, or under the header: it would move whoever begins beneath the list.
    const observer = new IntersectionObserver(see, { rootMargin: '-120px 0px 600px' });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, [isAutomatic, isLoading]);

  return (
    <div ref={ref} className="mt-12 text-center">
      {isHydrated && isAutomatic ? (
        <p className="min-h-11 text-quiet">Loading more specimens…</p>
      ) : (
        <Link
          {...link}
          className={buttonClass('outline')}
          aria-busy={isLoading}
          onClick={followAfterPaint(onMore)}
        >
          {isLoading ? 'Loading…' : 'Show more'}
        </Link>
      )}
    </div>
  );
}
