import { lazy, Suspense, useState } from 'react';
import { saleFields } from '#features/hand-sales/web/sale-fields.ts';
import type { ShowPiece } from '#features/show/contract/show.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { AmountTextField } from '#ui/likely-amount.tsx';
import { type ClaimEntry, linesOf, newLine, type TypedLine } from './entries.ts';
import { findPieces } from './finding.ts';
import { lineField } from './queue-rules.ts';
import { StoredPicture } from './stored-picture.tsx';

const Scanner = lazy(() => import('./scanner.tsx'));

/** The shop takes no more as one sale. */
const MAX_LINES = 25;
const SHOWN = 5;

export type LinesProps = {
  entry: ClaimEntry;
  isPaid: boolean;
  errors: Record<string, string | undefined>;
  pieces: readonly ShowPiece[];
  freeOf: (piece: ShowPiece) => number;
  scanned: (text: string) => ShowPiece | string;
  onChange: (lines: [TypedLine, ...TypedLine[]]) => void;
};

export function TypedLines({
  entry,
  isPaid,
  errors,
  pieces,
  freeOf,
  scanned,
  onChange,
}: LinesProps) {
  const lines = linesOf(entry);
  const [first, ...further] = lines;
  const hasSeveral = further.length > 0;
  const set = (index: number, change: Partial<TypedLine>) => {
    const [one = first, ...others] = lines.map((line, at) =>
      at === index ? { ...line, ...change } : line,
    );
    onChange([one, ...others]);
  };
  const remove = (index: number) => {
    const [one, ...others] = lines.filter((_, at) => at !== index);
    if (one) onChange([one, ...others]);
  };
  return (
    <>
      <ul
        aria-label="Pieces in it"
        className={hasSeveral ? 'divide-y divide-line border-y border-line' : ''}
      >
        {lines.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a piece can be in it twice
          <li key={`${line.specimenId} ${index}`} className={hasSeveral ? 'py-4' : ''}>
            {hasSeveral && (
              <div className="mb-3 flex items-baseline justify-between gap-4">
                <p className="text-lg wrap-anywhere">{line.title}</p>
                <Button
                  look="plain"
                  className="min-h-12"
                  aria-label={`Remove ${line.title}`}
                  onClick={() => remove(index)}
                >
                  Remove
                </Button>
              </div>
            )}
            <div className={line.free > 1 ? 'grid grid-cols-2 gap-4' : ''}>
              <AmountTextField
                {...saleFields.price(line.free, isPaid)}
                className="min-h-14 text-2xl!"
                value={line.price}
                error={errors[lineField('price', index)]}
                onType={(price) => set(index, { price })}
              />
              {line.free > 1 && (
                <TextField
                  label={`Quantity (${line.free} available)`}
                  type="number"
                  inputMode="numeric"
                  min={1}
                  max={line.free}
                  className="min-h-14"
                  autoComplete="off"
                  value={line.quantity}
                  error={errors[lineField('quantity', index)]}
                  onChange={({ target }) => set(index, { quantity: target.value })}
                />
              )}
            </div>
          </li>
        ))}
      </ul>
      {lines.length < MAX_LINES && (
        <AddPiece
          pieces={pieces.filter(
            (piece) =>
              freeOf(piece) > 0 && lines.every(({ specimenId }) => specimenId !== piece.id),
          )}
          scanned={scanned}
          onAdd={(piece) =>
            onChange([first, ...further, newLine({ ...piece, free: freeOf(piece) })])
          }
        />
      )}
    </>
  );
}

type AddProps = {
  pieces: readonly ShowPiece[];
  scanned: LinesProps['scanned'];
  onAdd: (piece: ShowPiece) => void;
};

/** @param pieces those that can be added. */
function AddPiece({ pieces, scanned, onAdd }: AddProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const [isScanning, setScanning] = useState(false);
  const end = () => {
    setTyped(null);
    setScanning(false);
  };
  const add = (piece: ShowPiece) => {
    onAdd(piece);
    end();
  };
  if (typed === null)
    return (
      <Button look="outline" className="min-h-14 w-full" onClick={() => setTyped('')}>
        Add another piece
      </Button>
    );
  const follow = (text: string): string | null => {
    const found = scanned(text);
    if (typeof found === 'string') return found;
    if (!pieces.includes(found)) return `${found.title} isn’t available, or it’s already here.`;
    add(found);
    return null;
  };
  const found = typed.trim() === '' ? [] : findPieces(pieces, typed);
  return (
    <section aria-label="Add another piece" className="rounded-panel border border-line p-4">
      <TextField
        label="Number or title"
        type="search"
        className="min-h-14"
        autoComplete="off"
        autoFocus
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          // It would record the sale.
          event.preventDefault();
          const [only] = found;
          if (only) add(only);
        }}
      />
      {typed.trim() !== '' && found.length === 0 && (
        <p role="status" className="mt-3 text-quiet">
          No matching piece that’s available.
        </p>
      )}
      {found.length > 0 && (
        <ul aria-label="Matching pieces" className="mt-2 divide-y divide-line">
          {found.slice(0, SHOWN).map((piece) => (
            <li key={piece.id}>
              <button
                type="button"
                onClick={() => add(piece)}
                className="flex min-h-16 w-full items-center gap-3 py-2 text-left"
              >
                <StoredPicture url={piece.picture} className="size-12 shrink-0 rounded-field" />
                <span className="min-w-0 flex-1 wrap-anywhere">{piece.title}</span>
                <span className="figures shrink-0 text-sm text-quiet">{piece.catalogueNumber}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isScanning ? (
        <Suspense fallback={<p className="waiting mt-3 text-quiet">Starting the camera...</p>}>
          <Scanner onCode={follow} onClose={() => setScanning(false)} />
        </Suspense>
      ) : (
        <div className="mt-3 grid grid-cols-2 gap-3">
          <Button look="outline" className="min-h-14" onClick={() => setScanning(true)}>
            Scan a label
          </Button>
          <Button look="outline" className="min-h-14" onClick={end}>
            Cancel
          </Button>
        </div>
      )}
    </section>
  );
}
