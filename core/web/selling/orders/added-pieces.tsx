import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { managePageQuery } from '#core/web/catalogue/manage/manage-queries.ts';
import { Button } from '#ui/button.tsx';
import { LiveSearch } from '#ui/live-search.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { type AddedPiece, PieceFields } from './changed-line.tsx';

const MAX_FOUND = 5;

type Props = {
  added: AddedPiece[];
  ordered: number[];
  onChange: (added: AddedPiece[]) => void;
};

export function AddedPieces({ added, ordered, onChange }: Props) {
  const [term, setTerm] = useState('');
  const own = useRef<HTMLElement>(null);
  // The button that was pressed is gone then.
  const change = (next: AddedPiece[]) => {
    own.current?.focus();
    onChange(next);
  };
  const { data } = useQuery({ ...managePageQuery({ search: term }), enabled: term !== '' });
  const taken = new Set([...ordered, ...added.map(({ specimenId }) => specimenId)]);
  const found =
    term === ''
      ? []
      : (data?.specimens ?? [])
          .filter(({ id, status }) => !taken.has(id) && status !== 'sold')
          .slice(0, MAX_FOUND);
  const set = (specimenId: number, next: Partial<AddedPiece>) =>
    onChange(
      added.map((piece) => (piece.specimenId === specimenId ? { ...piece, ...next } : piece)),
    );
  return (
    <section ref={own} aria-label="Add pieces" tabIndex={-1} className="space-y-3 outline-none">
      {added.length > 0 && (
        <ul className="divide-y divide-line border-b border-line">
          {added.map(({ specimenId, title, price, quantity, available }) => (
            <li key={specimenId} className="pb-3">
              <div className="flex items-start justify-between gap-3">
                <p className="min-w-0 font-serif text-lg leading-snug wrap-anywhere">{title}</p>
                <Button
                  look="plain"
                  className="-mt-2 -mr-3 shrink-0 px-3"
                  aria-label={`Don’t add ${title}`}
                  onClick={() => change(added.filter((piece) => piece.specimenId !== specimenId))}
                >
                  Don’t add
                </Button>
              </div>
              <PieceFields
                title={title}
                price={price}
                quantity={quantity}
                most={available}
                onPrice={(next) => set(specimenId, { price: next })}
                onQuantity={(next) => set(specimenId, { quantity: next })}
              />
            </li>
          ))}
        </ul>
      )}
      <LiveSearch term={term} onSearch={setTerm} placeholder="Search pieces to add..." />
      {term !== '' && data && found.length === 0 && (
        <p className="text-quiet">Nothing to add matches.</p>
      )}
      {found.length > 0 && (
        <ul aria-label="Found pieces" className="divide-y divide-line border-b border-line">
          {found.map(({ id, title, price, main, quantity }) => (
            <li key={id} className="flex items-center gap-3 py-2">
              <ResponsiveImage
                picture={posterOf(main)}
                sizes="3.5rem"
                alt=""
                className="size-14 shrink-0 object-cover"
              />
              <p className="min-w-0 flex-1">
                <span className="line-clamp-2">{title}</span>
                <span className="figures text-sm text-quiet">{priceText(price)}</span>
              </p>
              <Button
                look="outline"
                className="px-4"
                aria-label={`Add ${title}`}
                onClick={() => {
                  const amount = parseAmount(price ?? '') === null ? '' : (price ?? '');
                  change([
                    ...added,
                    { specimenId: id, title, price: amount, quantity: '1', available: quantity },
                  ]);
                  setTerm('');
                }}
              >
                Add
              </Button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const priceText = (price: string | null): string => {
  const cents = parseAmount(price ?? '');
  return cents === null ? (price ?? 'No price') : formatDollars(cents);
};
