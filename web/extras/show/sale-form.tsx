import { buyerRules } from '#contract/selling/checkout.ts';
import { saleStatuses, saleStatusTable } from '#contract/selling/hand-made.ts';
import { saleFields } from '#web/features/selling/orders/sale-fields.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import type { SaleEntry } from './queue-rules.ts';
import { useTypedEntry } from './use-typed-entry.ts';

const ways = ['Cash', 'Card', 'Venmo', 'Check'] as const;

/** What is written down when a piece is sold at the table: the price and one press are enough. */
export function SaleForm({ onRecorded, ...rest }: EntryFormProps<SaleEntry>) {
  const typing = useTypedEntry(rest.begun, onRecorded);
  const { entry, errors, change } = typing;
  const { typed } = entry;
  const field = (name: Exclude<keyof typeof typed, 'specimenId' | 'free'>) => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change(() => ({ [name]: target.value })),
  });

  return (
    <EntryForm name="Sold here" action="Record the sale" typing={typing} {...rest}>
      <TextField {...saleFields.price(typed.free)} className="min-h-14 text-2xl!" {...field('price')} />
      {typed.free > 1 && (
        <TextField
          label={`Quantity (${typed.free} available)`}
          type="number"
          inputMode="numeric"
          min={1}
          max={typed.free}
          className="min-h-14"
          {...field('quantity')}
        />
      )}
      <div>
        <fieldset aria-label="Payment method" className="mb-3 grid grid-cols-4 gap-2">
          {ways.map((way) => (
            <Button
              key={way}
              look={typed.paidHow === way ? 'solid' : 'outline'}
              aria-pressed={typed.paidHow === way}
              className="min-h-14 px-1!"
              onClick={() => change(() => ({ paidHow: typed.paidHow === way ? '' : way }))}
            >
              {way}
            </Button>
          ))}
        </fieldset>
        <TextField {...saleFields.paidHow} className="min-h-12" {...field('paidHow')} />
      </div>
      <TextArea label="What the buyer said" maxLength={buyerRules.notes.maxLength} rows={2} {...field('notes')} />
      <details className="border-y border-line" open={typed.customerName !== '' || typed.customerEmail !== '' || typed.status === 'paid'}>
        <summary className="min-h-14 content-center text-lg">Buyer and delivery</summary>
        <div className="space-y-4 pb-5">
          <TextField {...saleFields.customerName} className="min-h-12" {...field('customerName')} />
          <TextField {...saleFields.customerEmail} className="min-h-12" {...field('customerEmail')} />
          <SelectField {...saleFields.status} {...field('status')}>
            {saleStatuses.map((status) => (
              <option key={status} value={status}>
                {saleStatusTable[status]}
              </option>
            ))}
          </SelectField>
          <TextArea {...saleFields.customerAddress(typed.status)} {...field('customerAddress')} />
        </div>
      </details>
    </EntryForm>
  );
}
