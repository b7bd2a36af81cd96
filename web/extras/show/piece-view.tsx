import type { ShowPiece } from '#contract/extras/show/show.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { Button } from '#web/ui/button.tsx';
import { StoredPicture } from './stored-picture.tsx';

/** `$1,250.00`, or that it is on request. */
export const priceText = ({ price }: Pick<ShowPiece, 'price'>): string =>
  price === null ? 'Price on request' : formatDollars(parseAmount(price) ?? 0);

type Props = {
  piece: ShowPiece;
  /** Pieces that are left, without those sold on this device. */
  free: number;
  /** Sold on this device, and not known to the list yet. */
  soldHere: number;
  onSell: () => void;
  onBack: () => void;
};

/** A piece as a customer at the table sees it; the price in code is small, for the owner. */
export function PieceView({ piece, free, soldHere, onSell, onBack }: Props) {
  return (
    <article aria-label={piece.title} className="mt-5">
      <StoredPicture url={piece.picture} className="aspect-[4/3] w-full rounded-[4px]" />
      <h2 className="mt-4 text-3xl wrap-anywhere">{piece.title}</h2>
      <p className="figures mt-3 flex flex-wrap items-baseline justify-between gap-x-6 text-quiet">
        <span className="font-serif text-4xl text-ink">{priceText(piece)}</span>
        {piece.priceCode !== null && <span className="text-lg tracking-[0.12em]">{piece.priceCode}</span>}
      </p>
      <p className="figures mt-2 text-quiet">
        {piece.catalogueNumber}
        {free > 1 && ` · ${free} pieces left`}
      </p>
      {soldHere > 0 && (
        <p role="status" className="mt-3 callout look-good">
          Sold here{soldHere > 1 ? `: ${soldHere} pieces` : ''}.
        </p>
      )}
      {free === 0 && soldHere === 0 && (
        <p role="status" className="mt-3 callout">
          Already on order when this list was downloaded. Refresh your pieces, or sell it and settle it later.
        </p>
      )}
      <div className="mt-6 grid gap-3">
        {(free > 0 || soldHere === 0) && (
          <Button className="min-h-16 text-lg!" onClick={onSell}>
            Sold here
          </Button>
        )}
        <Button look="outline" className="min-h-14" onClick={onBack}>
          Back to my pieces
        </Button>
      </div>
    </article>
  );
}
