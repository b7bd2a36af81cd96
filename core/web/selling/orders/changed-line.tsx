import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';

export type ChangedLineState = {
  id: number;
  title: string;
  price: string;
  quantity: string;
  ordered: number;
  isOut: boolean;
};
export type AddedPiece = {
  specimenId: number;
  title: string;
  price: string;
  quantity: string;
  available: number;
};

type Props = { line: ChangedLineState; onChange: (next: Partial<ChangedLineState>) => void };

export function ChangedLine({ line: { title, price, quantity, ordered, isOut }, onChange }: Props) {
  return (
    <li className="py-3">
      <div className="flex items-start justify-between gap-3">
        <p
          className={`min-w-0 font-serif text-lg leading-snug wrap-anywhere ${isOut ? 'text-quiet line-through' : ''}`}
        >
          {title}
        </p>
        <Button
          look="plain"
          className="-mt-2 -mr-3 shrink-0 px-3"
          aria-label={`${isOut ? 'Put back' : 'Take out'}: ${title}`}
          onClick={() => onChange({ isOut: !isOut })}
        >
          {isOut ? 'Put back' : 'Take out'}
        </Button>
      </div>
      {!isOut && (
        <PieceFields
          title={title}
          price={price}
          quantity={quantity}
          most={ordered}
          onPrice={(next) => onChange({ price: next })}
          onQuantity={(next) => onChange({ quantity: next })}
        />
      )}
    </li>
  );
}

type FieldsProps = {
  title: string;
  price: string;
  quantity: string;
  most: number;
  onPrice: (price: string) => void;
  onQuantity: (quantity: string) => void;
};

export function PieceFields({ title, price, quantity, most, onPrice, onQuantity }: FieldsProps) {
  return (
    <div className="mt-2 grid grid-cols-[3fr_2fr] gap-3">
      <TextField
        label="Price"
        aria-label={`Price: ${title}`}
        prefix="$"
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        value={price}
        onChange={(event) => onPrice(event.target.value)}
      />
      {most > 1 && (
        <TextField
          label={`Quantity, up to ${most}`}
          aria-label={`Quantity: ${title}`}
          type="number"
          min={1}
          max={most}
          step={1}
          value={quantity}
          onChange={(event) => onQuantity(event.target.value)}
        />
      )}
    </div>
  );
}
