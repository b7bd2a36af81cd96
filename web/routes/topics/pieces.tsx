import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { GallerySearch } from '#contract/catalogue/gallery-search.ts';
import type { SpecimenCard } from '#contract/catalogue/specimens.ts';
import { formatCount } from '#contract/counts.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { SpecimenPages } from '#web/features/catalogue/gallery/specimen-pages.tsx';
import { buttonClass } from '#web/ui/button.tsx';

type Props = {
  heading: string;
  specimens: SpecimenCard[];
  /** How many there are; these are the first. */
  total: number;
  /** The gallery's filter that has all of them. */
  filter: GallerySearch;
};

/** The pieces of a species or from a locality, in the dark room; nothing where there are none. */
export function TopicPieces({ heading, specimens, total, filter }: Props) {
  const { api } = useRouteContext({ from: '__root__' });
  const { section_visibility: sections } = useSuspenseQuery(settingsQuery(api)).data;
  if (specimens.length === 0) return null;
  return (
    <section aria-labelledby="pieces" className="room py-14 md:py-20">
      <div className="page">
        <h2 id="pieces" className="text-3xl md:text-4xl">
          {heading}
        </h2>
        <p className="figures mt-2 mb-8 text-quiet">{total === 1 ? '1 specimen' : `${formatCount(total)} specimens`}</p>
        <SpecimenPages
          pages={[{ specimens, next: null }]}
          isLoading={false}
          isFailed={false}
          more={() => ({ to: '/', search: filter })}
          onMore={() => {}}
        />
        {total > specimens.length && sections.gallery && (
          <p className="mt-12 text-center">
            <Link to="/" search={filter} hash="gallery" className={buttonClass('outline')}>
              See all {formatCount(total)} in the gallery
            </Link>
          </p>
        )}
      </div>
    </section>
  );
}
