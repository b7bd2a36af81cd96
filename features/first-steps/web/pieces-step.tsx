import { useInfiniteQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { Settings } from '#core/contract/admin/settings.ts';
import { galleryQuery } from '#core/web/catalogue/gallery/gallery-queries.ts';
import { SpecimenCard } from '#core/web/catalogue/gallery/specimen-card.tsx';
import type { WayProps } from '#core/web/desk-feature.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { FIRST_PIECES } from '#features/first-steps/contract/first-step-rules.ts';
import type { FirstSteps } from '#features/first-steps/contract/first-steps.ts';

const manageRoute = getRouteApi('/frame/manage');

export function PiecesStep({
  shop: { onSale },
  settings: { gallery },
}: {
  shop: FirstSteps;
  settings: Settings;
}) {
  return (
    <>
      <ul className="mt-8 grid gap-x-12 border-t border-line md:grid-cols-2">
        <Parts at="waysIn" Way={Way} />
        <Way to="/upload" title="One piece by hand">
          A photo, a title and a category are enough. Add a price, and list it for sale.
        </Way>
      </ul>
      <section aria-labelledby="seen" className="room mt-10 px-5 py-8 sm:px-8">
        <div className="flex flex-wrap items-baseline justify-between gap-x-8 gap-y-1">
          <h2 id="seen" className="text-2xl">
            {gallery.title}
          </h2>
          <p className="figures text-quiet" role="status">
            {onSale >= FIRST_PIECES
              ? `${onSale} pieces on sale`
              : `${onSale} of ${FIRST_PIECES} pieces on sale`}
          </p>
        </div>
        <Cabinet />
      </section>
      <p className="mt-4 text-fine text-quiet">
        Visitors see what’s here. Drafts wait in{' '}
        <Link to="/manage" activeOptions={{ exact: true }} className="text-link">
          Manage
        </Link>
        , where you publish them.
      </p>
    </>
  );
}

const Way = ({ title, children, ...link }: WayProps) => (
  <li className="border-b border-line">
    <Link {...link} activeProps={{}} className="group block py-4 text-ink no-underline">
      <span className="block font-serif text-xl group-hover:text-accent">{title}</span>
      <span className="mt-0.5 block text-fine text-quiet">{children}</span>
    </Link>
  </li>
);

function Cabinet() {
  const { api } = manageRoute.useRouteContext();
  const { data } = useInfiniteQuery({
    ...galleryQuery(api, {}, FIRST_PIECES),
    refetchOnMount: 'always',
  });
  const pieces = data?.pages[0]?.specimens ?? [];
  const empty = Array.from(
    { length: FIRST_PIECES - pieces.length },
    (_, index) => pieces.length + index + 1,
  );
  return (
    <ul
      className={`mt-6 grid items-end ${pieces.length === 0 ? 'grid-cols-5 gap-2 sm:gap-6' : 'grid-cols-2 gap-x-6 gap-y-8 sm:grid-cols-3 lg:grid-cols-5'}`}
    >
      {pieces.map((piece, index) => (
        <li key={piece.id}>
          <SpecimenCard specimen={piece} index={index} entry="drawn" eager={false} />
        </li>
      ))}
      {data &&
        empty.map((place) => (
          <li
            key={place}
            aria-hidden="true"
            className="figures grid aspect-square place-items-center border border-dashed border-line font-serif text-2xl text-quiet"
          >
            {place}
          </li>
        ))}
    </ul>
  );
}
