import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useRouteContext } from '@tanstack/react-router';
import type { GallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import type { SpecimenCard } from '#core/contract/catalogue/specimens.ts';
import { formatCount } from '#core/contract/counts.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { SpecimenPages } from '#core/web/catalogue/gallery/specimen-pages.tsx';
import { buttonClass } from '#ui/button.tsx';

type Props = {
  heading: string;
  specimens: SpecimenCard[];
  total: number;
  filter: GallerySearch;
};

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
        <p className="figures mt-2 mb-8 text-quiet">
          {total === 1 ? '1 specimen' : `${formatCount(total)} specimens`}
        </p>
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
