import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { PARTLY_NONSENSE, specimenList } from '#core/contract/catalogue/specimen-lists.ts';
import { specimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import type { Shelf, ShelfPiece } from '#features/shelf/contract/shelf.ts';
import { MAX_SHELF, type ShelfSearch as Search } from '#features/shelf/contract/shelf-url.ts';
import { CloseIcon } from '#ui/icons.tsx';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { ZOOMED } from './screen-scale.ts';
import { shelfLink } from './shelf-link.ts';
import { ShelfProposals } from './shelf-proposals.tsx';
import { ShelfTools } from './shelf-tools.tsx';
import { type Change, ShelfView, type Standing } from './shelf-view.tsx';
import { isCalibrated, useTrueScale } from './true-scale.ts';

const ShelfSearch = lazy(() => import('./shelf-search.tsx'));
const ShelfCalibration = lazy(() => import('./shelf-calibration.tsx'));

type Props = {
  search: Search;
  shelf: Shelf;
  refused: string | null;
};

const isStanding = (piece: ShelfPiece): piece is Standing => piece.extent !== null;

export function ShelfScreen({ search, shelf: { pieces, missing, proposals }, refused }: Props) {
  const [isTrue, setTrue] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const [calibrations, setCalibrations] = useState(0);
  const scale = useTrueScale(isTrue, calibrations);
  const isHydrated = useHydrated();
  const ids = pieces.map(({ id }) => id);
  const standing = pieces.filter(isStanding);
  const unmeasured = pieces.filter((piece) => !isStanding(piece));
  const { heading, said, onChange, say } = useChanges(pieces);

  return (
    <>
      <div className="page pt-10 pb-8 md:pt-14">
        <h1 ref={heading} tabIndex={-1} className="page-title look-large outline-none">
          {pages.shelf.title}
        </h1>
        <p className="mt-4 max-w-prose text-quiet print:hidden">
          Compare up to six pieces side by side, to scale, with a quarter for reference.
        </p>
        <Notices search={search} missing={missing} refused={refused} />
        {pieces.length > 0 && (
          <ShelfTools
            ids={ids}
            hasStanding={standing.length > 0}
            isTrue={isTrue}
            onTrue={(wanted) => {
              if (wanted && !isCalibrated()) setAsking(true);
              else setTrue(wanted);
            }}
            onCalibrate={() => setAsking(true)}
          />
        )}
        <p role="status" className="mt-3 min-h-6 text-sm text-quiet print:hidden">
          {scale && 'Shown at actual size on this screen. '}
          {scale && !scale.isExact && ZOOMED}
          <span className="sr-only">{said}</span>
        </p>
      </div>
      {standing.length > 0 && (
        <ShelfView pieces={standing} ids={ids} scale={scale?.scale ?? null} onChange={onChange} />
      )}
      {pieces.length === 0 && <EmptyShelf />}
      {unmeasured.length > 0 && <Unmeasured pieces={unmeasured} ids={ids} onChange={onChange} />}
      <section aria-labelledby="add-heading" className="page py-12 print:hidden">
        <h2 id="add-heading" className="text-2xl">
          {pieces.length === 0 ? 'Add your first piece' : 'Add another piece'}
        </h2>
        {pieces.length < MAX_SHELF ? (
          <>
            <div className="needs-script mt-5 min-h-20 max-w-2xl">
              {isHydrated && (
                <Suspense>
                  <ShelfSearch ids={ids}>
                    {(found, onAdded) => (
                      <ShelfProposals
                        specimens={found}
                        ids={ids}
                        onAdd={(specimen) => {
                          onAdded();
                          say(specimen);
                        }}
                      />
                    )}
                  </ShelfSearch>
                </Suspense>
              )}
            </div>
            {proposals.length > 0 && (
              <div className="mt-6">
                <p className="label mb-1 text-quiet">
                  {pieces.length === 0 ? 'New in the gallery' : 'More like the last one'}
                </p>
                <ShelfProposals specimens={proposals} ids={ids} onAdd={say} />
              </div>
            )}
          </>
        ) : (
          <p className="mt-3 text-quiet">
            You’re comparing six pieces, the most that fit. Remove one to add another.
          </p>
        )}
      </section>
      {isAsking && (
        <Suspense>
          <ShelfCalibration
            onClose={() => setAsking(false)}
            onDone={() => {
              setAsking(false);
              setTrue(true);
              setCalibrations((times) => times + 1);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

function Notices({
  search: { surplus, hasNonsense },
  missing,
  refused,
}: Pick<Props, 'search' | 'refused'> & { missing: number }) {
  const notices = [
    refused !== null && `You’re already comparing six pieces. Remove one to add “${refused}”.`,
    surplus !== null &&
      'You can compare up to six pieces. This link has more, so here are the first six.',
    missing === 1 && 'One piece in this link isn’t in the gallery. It may have been removed.',
    missing > 1 &&
      `${missing} pieces in this link aren’t in the gallery. They may have been removed.`,
    hasNonsense && PARTLY_NONSENSE,
  ].filter((notice) => notice !== false);
  if (notices.length === 0) return null;
  return (
    <div role="status" className="mt-5 max-w-prose space-y-2 callout">
      {notices.map((notice) => (
        <p key={notice} className="wrap-anywhere">
          {notice}
        </p>
      ))}
    </div>
  );
}

const EmptyShelf = () => (
  <div className="shelf room">
    <div className="shelf-scale grid justify-items-center gap-4 py-10 text-center">
      <p className="font-serif text-2xl">Nothing to compare yet</p>
      <p className="max-w-prose text-quiet">
        Choose a piece below, or open a piece in the{' '}
        <Link to="/" hash="gallery" className="text-link">
          gallery
        </Link>{' '}
        and tap “Compare sizes” there.
      </p>
    </div>
  </div>
);

type UnmeasuredProps = {
  pieces: ShelfPiece[];
  ids: readonly number[];
  onChange: (change: Change) => void;
};

const Unmeasured = ({ pieces, ids, onChange }: UnmeasuredProps) => (
  <section aria-labelledby="unmeasured" className="page pt-10">
    <h2 id="unmeasured" className="text-2xl">
      No measurements
    </h2>
    <p className="mt-2 text-quiet">No usable measurements, so we can’t show these to scale.</p>
    <ul className="mt-4 grid gap-x-8 sm:grid-cols-2">
      {pieces.map((piece) => (
        <li key={piece.id} className="flex items-center gap-4 border-b border-line py-2">
          <span className="size-14 shrink-0 overflow-hidden bg-raised">
            <ResponsiveImage
              picture={piece.picture}
              sizes="56px"
              alt=""
              className="size-full object-cover"
            />
          </span>
          <Link
            to="/specimen/$specimen"
            params={{ specimen: specimenParam(piece) }}
            className="min-w-0 flex-1 text-ink no-underline wrap-anywhere hover:text-accent"
          >
            {piece.title}
          </Link>
          <Link
            {...shelfLink(ids.filter((id) => id !== piece.id))}
            data-control={`off ${piece.id}`}
            aria-label={`Remove: ${piece.title}`}
            className="icon-button print:hidden"
            onClick={() => onChange({ id: piece.id, title: piece.title, way: 'off' })}
          >
            <CloseIcon className="size-4" />
          </Link>
        </li>
      ))}
    </ul>
  </section>
);

function useChanges(pieces: readonly ShelfPiece[]) {
  const heading = useRef<HTMLHeadingElement>(null);
  const pending = useRef<(Change | { way: 'on'; id: number; title: string }) & { place: number }>(
    undefined,
  );
  const [said, setSaid] = useState('');
  const list = specimenList(pieces.map(({ id }) => id));

  // biome-ignore lint/correctness/useExhaustiveDependencies: what was pressed has happened once the list is another one
  useEffect(() => {
    const change = pending.current;
    if (!change) return;
    pending.current = undefined;
    const place = pieces.findIndex(({ id }) => id === change.id);
    const at = `${place + 1} of ${pieces.length}`;
    setSaid(
      change.way === 'off'
        ? `${change.title} removed.`
        : change.way === 'on'
          ? `${change.title} added, ${at}.`
          : `${change.title} moved, ${at}.`,
    );
    const control = (way: string, id: number | undefined) =>
      document.querySelector<HTMLElement>(`[data-control="${way} ${id}"]`);
    const next = pieces[Math.min(change.place, pieces.length - 1)]?.id;
    const target =
      change.way === 'off'
        ? control('off', next)
        : change.way === 'on'
          ? control('off', change.id)
          : (control(change.way, change.id) ??
            control(change.way === 'left' ? 'right' : 'left', change.id));
    (target ?? heading.current)?.focus();
  }, [list]);

  const note = (change: NonNullable<typeof pending.current>) => {
    pending.current = change;
  };
  return {
    heading,
    said,
    onChange: (change: Change) =>
      note({ ...change, place: pieces.findIndex(({ id }) => id === change.id) }),
    say: ({ id, title }: { id: number; title: string }) =>
      note({ id, title, way: 'on', place: pieces.length }),
  };
}
