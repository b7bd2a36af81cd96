import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { formatCount } from '#contract/counts.ts';
import type { ShowPiece } from '#contract/extras/show/show.ts';
import { randomId } from '#web/lib/storage.ts';
import { Button } from '#web/ui/button.tsx';
import { PlusIcon } from '#web/ui/edit-icons.tsx';
import { CameraIcon } from '#web/ui/tool-icons.tsx';
import { ageWords, DevicePanel } from './device-panel.tsx';
import { findPieces, scanned } from './finding.ts';
import { OwnEntry } from './own-entry.tsx';
import { PieceForm } from './piece-form.tsx';
import { PieceView, priceText } from './piece-view.tsx';
import { Queue } from './queue.tsx';
import { type Entry, isEmpty, newPiece, newSale, soldHere } from './queue-rules.ts';
import { SaleForm } from './sale-form.tsx';
import { type Device, putEntry, removeEntry, StorageFull } from './show-queries.ts';
import type { ShowSearch } from './show-search.ts';
import { StoredPicture } from './stored-picture.tsx';
import { useIsOnline, useSending } from './use-device.ts';
import { NO_ROOM, NOT_KEPT } from './use-typed-entry.ts';

const Scanner = lazy(() => import('./scanner.tsx'));

const SHOWN = 30;

type Props = {
  device: Device;
  search: ShowSearch;
  onGo: (search: ShowSearch) => void;
  timeZone: string;
  /** Who is logged in, as far as the shop has said; null: nobody, or it was not reached. */
  me: string | null;
};

/** The table at a mineral show, on one device: finds pieces, writes down what is sold, and sends it when it can. */
export function ShowRoom({ device, search, onGo, timeZone, me }: Props) {
  const { pieces, entries, taken } = device;
  const isOnline = useIsOnline();
  const { state, send } = useSending(entries, me);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [problem, setProblem] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const entry = entries.find(({ key }) => key === search.entry);
  const piece = pieces.find(({ id }) => id === search.piece);
  const soldOf = ({ id }: ShowPiece) => soldHere(entries, id, taken?.takenAt ?? 0);
  const freeOf = (one: ShowPiece) => Math.max(0, one.free - soldOf(one));
  const place = entry?.state === 'draft' ? `entry ${entry.key}` : piece ? `piece ${piece.id}` : search.scan ? 'scan' : 'list';

  const isFirst = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each view starts at the top
  useEffect(() => {
    if (!isFirst.current) {
      scrollTo({ top: 0 });
      heading.current?.focus({ preventScroll: true });
    }
    isFirst.current = false;
  }, [place]);

  async function begin(begun: Entry) {
    try {
      await putEntry(begun);
      setProblem(null);
      onGo({ entry: begun.key });
    } catch (error) {
      setProblem(error instanceof StorageFull ? NO_ROOM : NOT_KEPT);
    }
  }
  const sell = (one: ShowPiece) => begin(newSale(randomId(), Date.now(), { ...one, free: freeOf(one) }));
  const add = (catalogueNumber = '') => {
    const last = entries.findLast((one) => one.kind === 'piece');
    return begin(
      newPiece(randomId(), Date.now(), { catalogueNumber, category: last?.kind === 'piece' ? last.typed.category : 'Minerals' }),
    );
  };

  /** @returns what is wrong with a code, in words. */
  function follow(text: string): string | null {
    const code = scanned(text, pieces, [...(taken?.shopUrls ?? []), location.origin]);
    if (code.kind === 'piece') onGo({ piece: code.id });
    else if (code.kind === 'number') void add(code.catalogueNumber);
    else if (code.kind === 'unknown')
      return `Piece ${code.id} isn’t on this device. It may be sold, not for sale, or new. Refresh your pieces.`;
    else return 'That’s not one of our labels.';
    return null;
  }

  const titles: Record<string, string> = { scan: 'Scan a label', list: 'Mineral show' };
  const title = place.startsWith('entry') ? (entry?.kind === 'piece' ? 'New piece' : 'Sold here') : (titles[place] ?? 'Piece');
  const back = () =>
    onGo(entry?.kind === 'sale' && pieces.some(({ id }) => id === entry.typed.specimenId) ? { piece: entry.typed.specimenId } : {});
  const discard = async (key: string) => {
    back();
    await removeEntry(key).catch(() => {});
  };
  const ends = (key: string) => ({
    onRecorded: () => onGo({}),
    onDiscard: () => void discard(key),
    onBack: back,
    isWorth: (now: Entry) =>
      !isEmpty(now, now.kind === 'sale' ? (pieces.find(({ id }) => id === now.typed.specimenId)?.price ?? null) : null),
  });
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 ref={heading} tabIndex={-1} className="text-4xl outline-none">
          {title}
        </h1>
        <p role="status" className="figures text-sm text-quiet">
          {isOnline ? 'Online' : 'Offline'}
          {taken && ` · pieces as of ${ageWords(Date.now() - taken.takenAt)}`}
        </p>
      </div>
      {problem !== null && (
        <p role="alert" className="mt-4 callout look-bad">
          {problem}
        </p>
      )}
      {entry?.state === 'draft' ? (
        <>
          {entry.kind === 'sale' && <p className="mt-2 text-xl wrap-anywhere">{entry.typed.title}</p>}
          <OwnEntry key={entry.key} entryKey={entry.key} onGone={() => onGo({})}>
            {(own) => (own.kind === 'sale' ? <SaleForm begun={own} {...ends(own.key)} /> : <PieceForm begun={own} {...ends(own.key)} />)}
          </OwnEntry>
        </>
      ) : piece ? (
        <PieceView piece={piece} free={freeOf(piece)} soldHere={soldOf(piece)} onSell={() => void sell(piece)} onBack={() => onGo({})} />
      ) : search.scan ? (
        <Suspense fallback={<p className="waiting mt-5 text-quiet">Starting the camera...</p>}>
          <Scanner onCode={follow} onClose={() => onGo({})} />
        </Suspense>
      ) : (
        <>
          <div className="mt-5 grid grid-cols-2 gap-3">
            <Button className="min-h-20 flex-col gap-1! text-lg!" onClick={() => onGo({ scan: 'yes' })}>
              <CameraIcon className="size-7" /> Scan a label
            </Button>
            <Button look="outline" className="min-h-20 flex-col gap-1! text-lg!" onClick={() => void add()}>
              <PlusIcon className="size-7" /> New piece
            </Button>
          </div>
          <Queue
            entries={entries}
            state={state}
            isOnline={isOnline}
            timeZone={timeZone}
            onSend={send}
            onOpen={(key) => onGo({ entry: key })}
          />
          {taken && (
            <Pieces
              pieces={findPieces(pieces, typed)}
              typed={typed}
              shown={shown}
              onType={(text) => {
                setTyped(text);
                setShown(SHOWN);
              }}
              onMore={() => setShown(shown + SHOWN)}
              freeOf={freeOf}
              soldOf={soldOf}
              onOpen={(id) => onGo({ piece: id })}
            />
          )}
          <DevicePanel taken={taken} isOnline={isOnline} timeZone={timeZone} />
        </>
      )}
    </>
  );
}

type PiecesProps = {
  /** Those that were found. */
  pieces: readonly ShowPiece[];
  typed: string;
  shown: number;
  onType: (text: string) => void;
  onMore: () => void;
  freeOf: (piece: ShowPiece) => number;
  soldOf: (piece: ShowPiece) => number;
  onOpen: (id: number) => void;
};

/** The pieces on this device, each a target as high as a thumb. */
const Pieces = ({ pieces, typed, shown, onType, onMore, freeOf, soldOf, onOpen }: PiecesProps) => (
  <section aria-label="Pieces" className="mt-6">
    <input
      type="search"
      aria-label="Number or title"
      placeholder="Number or title"
      value={typed}
      onChange={({ target }) => onType(target.value)}
      className="min-h-14 w-full rounded-[3px] border border-field bg-raised px-4 text-lg text-ink placeholder:text-quiet"
    />
    {pieces.length === 0 ? (
      <p role="status" className="mt-4 text-quiet">
        {typed.trim() === '' ? 'Nothing for sale.' : 'No matching piece on this device.'}
      </p>
    ) : (
      <ul className="mt-2 divide-y divide-line">
        {pieces.slice(0, shown).map((piece) => (
          <li key={piece.id}>
            <button type="button" onClick={() => onOpen(piece.id)} className="flex min-h-20 w-full items-center gap-4 py-2 text-left">
              <StoredPicture url={piece.picture} className="size-16 shrink-0 rounded-[3px]" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-lg leading-snug wrap-anywhere">{piece.title}</span>
                <span className="figures block text-sm text-quiet">
                  {piece.catalogueNumber}
                  {soldOf(piece) > 0 ? ' · sold here' : freeOf(piece) === 0 ? ' · on order' : ''}
                </span>
              </span>
              <span className="figures shrink-0 text-right">
                {piece.price === null ? <span className="text-sm text-quiet">on request</span> : priceText(piece)}
                {piece.priceCode !== null && <span className="block text-sm tracking-[0.1em] text-quiet">{piece.priceCode}</span>}
              </span>
            </button>
          </li>
        ))}
      </ul>
    )}
    {pieces.length > shown && (
      <Button look="outline" className="mt-3 min-h-14 w-full" onClick={onMore}>
        {`More, of ${formatCount(pieces.length)}`}
      </Button>
    )}
  </section>
);
