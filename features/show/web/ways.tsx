import { type MoneyMethod, methodIn } from '#core/contract/selling/order-money.ts';
import { saleFields } from '#features/hand-sales/web/sale-fields.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';

const ways = [
  'Cash',
  'Card',
  'Venmo',
  'Check',
  'Zelle',
  'PayPal',
] as const satisfies readonly MoneyMethod[];

type Props = { value: string; onChange: (way: MoneyMethod | '') => void };

/** Each kind of payment is a target as high as a thumb; a second press lets it go. */
export const Ways = ({ value, onChange }: Props) => (
  <fieldset aria-label="Payment method" className="grid grid-cols-3 gap-2">
    {ways.map((way) => (
      <Button
        key={way}
        look={value === way ? 'solid' : 'outline'}
        aria-pressed={value === way}
        className="min-h-14 px-1!"
        onClick={() => onChange(value === way ? '' : way)}
      >
        {way}
      </Button>
    ))}
  </fieldset>
);

type PaidProps = {
  paidHow: string;
  onChange: (paid: { paidHow: string; method: MoneyMethod | undefined }) => void;
  error: string | undefined;
};

export const PaidHow = ({ paidHow, onChange, error }: PaidProps) => {
  const change = (words: string) =>
    onChange({ paidHow: words, method: methodIn(words) ?? undefined });
  return (
    <div className="space-y-3">
      <Ways value={paidHow} onChange={change} />
      <TextField
        {...saleFields.paidHow}
        className="min-h-12"
        value={paidHow}
        {...(error !== undefined && { error })}
        autoComplete="off"
        onChange={({ target }) => change(target.value)}
      />
    </div>
  );
};
