import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { ShowPiece } from '#features/show/contract/show.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { PlusIcon } from '#ui/edit-icons.tsx';
import { randomId } from '#ui/lib/storage.ts';
import { CameraIcon } from '#ui/tool-icons.tsx';
import { ageWords, DevicePanel } from './device-panel.tsx';
import { type Entry, newHold, newPiece, newSale, saleFromHold, titleOf } from './entries.ts';
import { findPieces, scanned } from './finding.ts';
import { discardHere, heldLines, releaseHere } from './held.ts';
import { HoldForm } from './hold-form.tsx';
import { onTable, type TableHold } from './on-table.ts';
import { OwnEntry } from './own-entry.tsx';
import { PieceForm } from './piece-form.tsx';
import { PieceView } from './piece-view.tsx';
import { Pieces } from './pieces.tsx';
import { Queue } from './queue.tsx';
import { isEmpty } from './queue-rules.ts';
import { SaleForm } from './sale-form.tsx';
import { type Device, putEntry, StorageFull } from './show-queries.ts';
import type { ShowSearch } from './show-search.ts';
import { useIsOnline, useSending } from './use-device.ts';
import { NO_ROOM, NOT_KEPT } from './use-typed-entry.ts';
import { PUT_BACK } from './words.ts';

const Scanner = lazy(() => import('./scanner.tsx'));

const TakingsView = lazy(() => import('./takings-view.tsx'));

const SHOWN = 30;

type Props = {
  device: Device;
  search: ShowSearch;
  onGo: (search: ShowSearch) => void;
  timeZone: string;
  /** Null: nobody is logged in, or the shop was not reached. */
  me: string | null;
};

export function ShowRoom({ device, search, onGo, timeZone, me }: Props) {
  const { pieces, entries, taken, takings } = device;
  const isOnline = useIsOnline();
  const { state, send } = useSending(entries, me);
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const [problem, setProblem] = useState<string | null>(null);
  const heading = useRef<HTMLHeadingElement>(null);

  const entry = entries.find(({ key }) => key === search.entry);
  const piece = pieces.find(({ id }) => id === search.piece);
  const tableOf = (one: ShowPiece) => onTable(one, entries, taken?.takenAt ?? 0, Date.now());
  const freeOf = (one: ShowPiece) => tableOf(one).free;
  const place =
    entry?.state === 'draft'
      ? `entry ${entry.key}`
      : piece
        ? `piece ${piece.id}`
        : search.scan
          ? 'scan'
          : search.takings
            ? 'takings'
            : 'list';

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
  const sell = (one: ShowPiece) =>
    begin(newSale(randomId(), Date.now(), { ...one, free: freeOf(one) }));
  const hold = (one: ShowPiece) =>
    begin(newHold(randomId(), Date.now(), { ...one, free: freeOf(one) }));
  const [released, setReleased] = useState<TableHold | null>(null);
  const add = (catalogueNumber = '') => {
    const last = entries.findLast((one) => one.kind === 'piece');
    return begin(
      newPiece(randomId(), Date.now(), {
        catalogueNumber,
        category: last?.kind === 'piece' ? last.typed.category : 'Minerals',
      }),
    );
  };

  const read = (text: string) =>
    scanned(text, pieces, [...(taken?.shopUrls ?? []), location.origin]);
  const pieceOf = (text: string): ShowPiece | string => {
    const code = read(text);
    const found = code.kind === 'piece' ? pieces.find(({ id }) => id === code.id) : undefined;
    return found ?? 'That’s not a label of a piece on this device.';
  };

  /** @returns what is wrong with a code, in words. */
  function follow(text: string): string | null {
    const code = read(text);
    if (code.kind === 'piece') onGo({ piece: code.id });
    else if (code.kind === 'number') void add(code.catalogueNumber);
    else if (code.kind === 'unknown')
      return `Piece ${code.id} isn’t on this device. It may be sold, not for sale, or new. Refresh your pieces.`;
    else return 'That’s not one of our labels.';
    return null;
  }

  const titles: Record<string, string> = {
    scan: 'Scan a label',
    takings: 'Takings',
    list: 'Mineral show',
  };
  const forms = { sale: 'Sold here', hold: 'On hold', piece: 'New piece', ending: '' };
  const title = place.startsWith('entry') && entry ? forms[entry.kind] : (titles[place] ?? 'Piece');
  const back = () => {
    const id = entry?.kind === 'sale' || entry?.kind === 'hold' ? entry.typed.specimenId : null;
    onGo(pieces.some((one) => one.id === id) && id !== null ? { piece: id } : {});
  };
  const discard = async (key: string) => {
    back();
    await discardHere(key).catch(() => {});
  };
  const ends = (key: string) => ({
    onRecorded: () => onGo({}),
    onDiscard: () => void discard(key),
    onBack: back,
    isWorth: (now: Entry) =>
      !isEmpty(
        now,
        now.kind === 'sale' || now.kind === 'hold'
          ? (pieces.find(({ id }) => id === now.typed.specimenId)?.price ?? null)
          : null,
      ),
  });
  const choices = { pieces, freeOf, scanned: pieceOf };
  return (
    <>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 ref={heading} tabIndex={-1} className="page-title outline-none">
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
          {(entry.kind === 'sale' || entry.kind === 'hold') && (
            <p className="mt-2 text-xl wrap-anywhere">{titleOf(entry)}</p>
          )}
          <OwnEntry key={entry.key} entryKey={entry.key} onGone={() => onGo({})}>
            {(own) =>
              own.kind === 'sale' ? (
                <SaleForm
                  begun={own}
                  {...choices}
                  sendsMail={taken?.sendsMail ?? false}
                  {...ends(own.key)}
                />
              ) : own.kind === 'hold' ? (
                <HoldForm begun={own} {...choices} {...ends(own.key)} />
              ) : own.kind === 'piece' ? (
                <PieceForm begun={own} {...ends(own.key)} />
              ) : null
            }
          </OwnEntry>
        </>
      ) : piece ? (
        <PieceView
          piece={piece}
          table={tableOf(piece)}
          onSell={() => void sell(piece)}
          onHold={() => void hold(piece)}
          onSellHeld={(held) =>
            void begin(saleFromHold(randomId(), Date.now(), heldLines(held, piece, device), held))
          }
          onRelease={setReleased}
          onBack={() => onGo({})}
        />
      ) : search.scan ? (
        <Suspense fallback={<p className="waiting mt-5 text-quiet">Starting the camera...</p>}>
          <Scanner onCode={follow} onClose={() => onGo({})} />
        </Suspense>
      ) : search.takings ? (
        <Suspense fallback={<p className="waiting mt-5 text-quiet">Loading...</p>}>
          <TakingsView
            {...{ entries, takings, timeZone, isOnline }}
            shopUrl={taken?.shopUrls[0] ?? location.origin}
            sendsMail={taken?.sendsMail ?? false}
            onCorrect={(sale) => void begin(sale)}
            onBack={() => onGo({})}
          />
        </Suspense>
      ) : (
        <>
          <div className="mt-5 grid grid-cols-2 gap-3">
            <Button
              className="min-h-20 flex-col gap-1! text-lg!"
              onClick={() => onGo({ scan: 'yes' })}
            >
              <CameraIcon className="size-7" /> Scan a label
            </Button>
            <Button
              look="outline"
              className="min-h-20 flex-col gap-1! text-lg!"
              onClick={() => void add()}
            >
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
            shopUrl={taken?.shopUrls[0] ?? location.origin}
            sendsMail={taken?.sendsMail ?? false}
          />
          <Button
            look="outline"
            className="mt-6 min-h-14 w-full"
            onClick={() => onGo({ takings: 'yes' })}
          >
            Takings of the day
          </Button>
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
              tableOf={tableOf}
              onOpen={(id) => onGo({ piece: id })}
            />
          )}
          <DevicePanel taken={taken} isOnline={isOnline} timeZone={timeZone} />
        </>
      )}
      <ConfirmDialog
        open={released !== null}
        title={`${PUT_BACK}?`}
        confirm={PUT_BACK}
        onCancel={() => setReleased(null)}
        onConfirm={() => {
          if (released && piece) void releaseHere(released, piece).then(() => setReleased(null));
        }}
      >
        {released &&
          `It’s no longer on hold for ${released.customerName || 'someone'}${released.orderId === null ? '' : `, with all of order #${released.orderId}`}.`}
      </ConfirmDialog>
    </>
  );
}
