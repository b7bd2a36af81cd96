import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { ShowPiece } from '#features/show/contract/show.ts';
import { Button } from '#ui/button.tsx';
import { formatDeadline } from '#ui/lib/format.ts';
import type { OnTable, TableHold } from './on-table.ts';
import { StoredPicture } from './stored-picture.tsx';
import { BACK_TO_PIECES, PUT_BACK } from './words.ts';

export const priceText = ({ price }: Pick<ShowPiece, 'price'>): string =>
  price === null ? 'Price on request' : formatDollars(parseAmount(price) ?? 0);

type Props = {
  piece: ShowPiece;
  table: OnTable;
  onSell: () => void;
  onHold: () => void;
  onSellHeld: (hold: TableHold) => void;
  onRelease: (hold: TableHold) => void;
  onBack: () => void;
};

/** Times were agreed in the hall, whatever the shop's calendar. */
const hallZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

export function PieceView({
  piece,
  table: { free, sold: soldHere, holds },
  onSell,
  onHold,
  onSellHeld,
  onRelease,
  onBack,
}: Props) {
  return (
    <article aria-label={piece.title} className="mt-5">
      <StoredPicture url={piece.picture} className="aspect-[4/3] w-full rounded-panel" />
      <h2 className="mt-4 text-3xl wrap-anywhere">{piece.title}</h2>
      <p className="figures mt-3 flex flex-wrap items-baseline justify-between gap-x-6 text-quiet">
        <span className="font-serif text-4xl text-ink">{priceText(piece)}</span>
        {piece.priceCode !== null && (
          <span className="text-lg tracking-[0.12em]">{piece.priceCode}</span>
        )}
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
      {holds.map((hold) => (
        <section
          key={`${hold.orderId} ${hold.key}`}
          aria-label={`On hold for ${hold.customerName}`}
          className="mt-3 callout"
        >
          <p className="wrap-anywhere">
            On hold for <strong className="font-medium">{hold.customerName || 'someone'}</strong>
            {hold.pieces > 1 && `, ${hold.pieces} pieces`}
            {hold.until !== null &&
              `, until ${formatDeadline(new Date(hold.until).toISOString(), hallZone())}`}
            .
          </p>
          <div className="mt-3 grid grid-cols-2 gap-3">
            <Button className="min-h-14" onClick={() => onSellHeld(hold)}>
              Sell it
            </Button>
            <Button look="outline" className="min-h-14" onClick={() => onRelease(hold)}>
              {PUT_BACK}
            </Button>
          </div>
        </section>
      ))}
      {free === 0 && soldHere === 0 && holds.length === 0 && (
        <p role="status" className="mt-3 callout">
          Already on order when this list was downloaded. Refresh your pieces, or sell it and settle
          it later.
        </p>
      )}
      <div className="mt-6 grid gap-3">
        {(free > 0 || (soldHere === 0 && holds.length === 0)) && (
          <Button className="min-h-16 text-lg!" onClick={onSell}>
            Sold here
          </Button>
        )}
        {free > 0 && (
          <Button look="outline" className="min-h-14" onClick={onHold}>
            Put on hold for someone
          </Button>
        )}
        <Button look="outline" className="min-h-14" onClick={onBack}>
          {BACK_TO_PIECES}
        </Button>
      </div>
    </article>
  );
}
