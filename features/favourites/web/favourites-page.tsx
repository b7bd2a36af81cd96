import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { PARTLY_NONSENSE } from '#core/contract/catalogue/specimen-lists.ts';
import { pages } from '#core/contract/storefront/pages.ts';
import { SpecimenPages } from '#core/web/catalogue/gallery/specimen-pages.tsx';
import { toGallery } from '#core/web/routes/ways-back.ts';
import { MAX_FAVOURITES, parseFavourites } from '#features/favourites/contract/favourite-list.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { Notice } from '#ui/notice.tsx';
import { favouritesQuery } from './favourite-queries.ts';
import { useFavourites } from './favourite-store.ts';
import { FavouriteTools } from './favourite-tools.tsx';
// Its hearts, and those of the cards.
import './hearts.ts';

/** Another's favorites change nothing here unless they are saved. */
export default function FavouritesPage() {
  const isHydrated = useHydrated();
  const { ids: shared } = useSearch({ strict: false }) as { ids?: unknown };
  const own = useFavourites();
  // The server draws one page for all URLs.
  const isShared = isHydrated && shared !== undefined;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section className="room min-h-[calc(100svh-var(--header-height))] pt-10 pb-16 md:pt-14 md:pb-24 print:min-h-0">
      <div className="page">
        <h1 ref={heading} tabIndex={-1} className="page-title look-large outline-none">
          {isShared ? 'Shared favorites' : pages.favourites.title}
        </h1>
        <p className="mt-4 hidden text-quiet unscripted:block">
          Favorites need JavaScript. Please turn it on for this site.
        </p>
        {isHydrated &&
          (isShared ? (
            <SharedList list={String(shared)} own={own} />
          ) : (
            <OwnList ids={own} heading={heading} />
          ))}
      </div>
    </section>
  );
}

type OwnProps = { ids: readonly number[]; heading: React.RefObject<HTMLHeadingElement | null> };

function OwnList({ ids, heading }: OwnProps) {
  useFocusAfterRemoval(ids, heading);
  if (ids.length === 0) {
    return (
      <Notice
        className="mt-10 py-16"
        title="No favorites yet"
        text="Tap the heart on a piece to keep it here, on this device."
      >
        <ToGallery />
      </Notice>
    );
  }
  return <Pieces ids={ids} whose="your" tools={<FavouriteTools ids={ids} />} />;
}

function SharedList({ list, own }: { list: string; own: readonly number[] }) {
  const { ids, surplus, hasNonsense } = parseFavourites(list);
  const notices = [
    surplus > 0 &&
      `This link has more than ${MAX_FAVOURITES} pieces, so here are the first ${MAX_FAVOURITES}.`,
    hasNonsense && PARTLY_NONSENSE,
  ].filter((notice) => notice !== false);
  return (
    <>
      {notices.map((notice) => (
        <p key={notice} className="mt-4 text-quiet">
          {notice}
        </p>
      ))}
      {ids.length === 0 ? (
        <Notice
          className="mt-10 py-16"
          title="Nothing in this list"
          text="This link doesn’t name any pieces."
        >
          <ToGallery />
        </Notice>
      ) : (
        <Pieces ids={ids} whose="these" tools={<FavouriteTools ids={ids} own={own} />} />
      )}
    </>
  );
}

type PiecesProps = { ids: readonly number[]; whose: 'your' | 'these'; tools: React.ReactNode };

function Pieces({ ids, whose, tools }: PiecesProps) {
  const { data, error, refetch, isPlaceholderData } = useQuery(favouritesQuery(ids));
  if (error && !data) {
    return (
      <Notice
        isAlert
        className="mt-10 py-16"
        title="Unable to load favorites"
        text={messageOf(error, 'The shop couldn’t be reached.')}
      >
        <Button look="outline" onClick={() => void refetch()}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!data) {
    return (
      <p role="status" className="waiting mt-8 text-quiet">
        Loading favorites…
      </p>
    );
  }
  // What was removed goes at once; what stays is not waited for.
  const specimens = data.specimens.filter(({ id }) => ids.includes(id));
  const missing = isPlaceholderData ? 0 : data.missing;
  return (
    <>
      {tools}
      <h2 className="sr-only">Pieces</h2>
      <p role="status" className="figures mt-8 mb-5 border-t border-line pt-5 text-sm text-quiet">
        {specimens.length === 1 ? '1 specimen' : `${specimens.length} specimens`}
        {missing > 0 &&
          `. ${missing === 1 ? `One of ${whose} favorites is` : `${missing} of ${whose} favorites are`} no longer in the gallery.`}
      </p>
      <SpecimenPages
        pages={[{ specimens, next: null }]}
        isLoading={false}
        isFailed={false}
        more={() => ({ to: '/' })}
        onMore={() => {}}
      />
    </>
  );
}

const ToGallery = () => (
  <Link to="/" hash={toGallery.hash} className={buttonClass('outline')}>
    {toGallery.text}
  </Link>
);

/** A pressed heart goes with its card: the focus goes to the next one, or to the heading. */
function useFocusAfterRemoval(ids: readonly number[], heading: OwnProps['heading']): void {
  const before = useRef(ids);
  useEffect(() => {
    const index = before.current.findIndex((id) => !ids.includes(id));
    before.current = ids;
    // What another tab has removed moves no focus.
    if (index < 0 || document.activeElement !== document.body || !document.hasFocus()) return;
    const next = ids[Math.min(index, ids.length - 1)];
    (
      document.querySelector<HTMLElement>(`main [data-heart="${next}"]`) ?? heading.current
    )?.focus();
  }, [ids, heading]);
}
