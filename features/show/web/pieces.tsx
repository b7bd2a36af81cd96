import { formatCount } from '#core/contract/counts.ts';
import type { ShowPiece } from '#features/show/contract/show.ts';
import { Button } from '#ui/button.tsx';
import type { OnTable } from './on-table.ts';
import { priceText } from './piece-view.tsx';
import { StoredPicture } from './stored-picture.tsx';

type PiecesProps = {
  pieces: readonly ShowPiece[];
  typed: string;
  shown: number;
  onType: (text: string) => void;
  onMore: () => void;
  tableOf: (piece: ShowPiece) => OnTable;
  onOpen: (id: number) => void;
};

function standing({ free, sold, holds: [hold] }: OnTable): string {
  if (sold > 0) return ' · sold here';
  if (hold) return ` · on hold for ${hold.customerName || 'someone'}`;
  return free === 0 ? ' · on order' : '';
}

/** Each piece is a target as high as a thumb. */
export const Pieces = ({ pieces, typed, shown, onType, onMore, tableOf, onOpen }: PiecesProps) => (
  <section aria-label="Pieces" className="mt-6">
    <input
      type="search"
      aria-label="Number or title"
      placeholder="Number or title"
      value={typed}
      onChange={({ target }) => onType(target.value)}
      className="min-h-14 w-full rounded-field border border-field bg-raised px-4 text-lg text-ink placeholder:text-quiet"
    />
    {pieces.length === 0 ? (
      <p role="status" className="mt-4 text-quiet">
        {typed.trim() === '' ? 'Nothing for sale.' : 'No matching piece on this device.'}
      </p>
    ) : (
      <ul className="mt-2 divide-y divide-line">
        {pieces.slice(0, shown).map((piece) => (
          <li key={piece.id}>
            <button
              type="button"
              onClick={() => onOpen(piece.id)}
              className="flex min-h-20 w-full items-center gap-4 py-2 text-left"
            >
              <StoredPicture url={piece.picture} className="size-16 shrink-0 rounded-field" />
              <span className="min-w-0 flex-1">
                <span className="line-clamp-2 text-lg leading-snug wrap-anywhere">
                  {piece.title}
                </span>
                <span className="figures block text-sm text-quiet">
                  {piece.catalogueNumber}
                  {standing(tableOf(piece))}
                </span>
              </span>
              <span className="figures shrink-0 text-right">
                {piece.price === null ? (
                  <span className="text-sm text-quiet">on request</span>
                ) : (
                  priceText(piece)
                )}
                {piece.priceCode !== null && (
                  <span className="block text-sm tracking-[0.1em] text-quiet">
                    {piece.priceCode}
                  </span>
                )}
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
