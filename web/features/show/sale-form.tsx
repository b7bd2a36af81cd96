import { type FormEvent, useEffect, useRef, useState } from 'react';
import { buyerRules } from '#contract/checkout.ts';
import { MAX_PAID_HOW, saleStatuses, saleStatusTable } from '#contract/order-kinds.ts';
import { Button } from '#web/ui/button.tsx';
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx';
import { recorded, type SaleEntry, typingErrors } from './queue-rules.ts';
import { useTypedEntry } from './use-typed-entry.ts';

const ways = ['Cash', 'Card', 'Venmo', 'Cheque'] as const;

type Props = {
  begun: SaleEntry;
  onRecorded: () => void;
  onDiscard: () => void /** Whether what is typed now is worth keeping. */;
  isWorth: (entry: SaleEntry) => boolean;
  onBack: () => void;
};

/** What is written down when a piece is sold at the table: the price and one press are enough. */
export function SaleForm({ begun, onRecorded, onDiscard, isWorth, onBack }: Props) {
  const { entry, problem, change, store, end } = useTypedEntry(begun);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const form = useRef<HTMLFormElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever it is refused
  useEffect(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus(), [errors]);
  const { typed } = entry;
  const field = (name: Exclude<keyof typeof typed, 'specimenId' | 'free'>) => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) => change(() => ({ [name]: target.value })),
  });

  async function record(event: FormEvent) {
    event.preventDefault();
    const wrong = typingErrors(entry);
    setErrors(wrong ?? {});
    if (wrong === null && (await store(recorded(entry, Date.now())))) onRecorded();
  }

  return (
    <form ref={form} onSubmit={(event) => void record(event)} aria-label="Sold here" noValidate className="mt-5 space-y-5">
      {begun.message !== null && (
        <p role="alert" className="border-l-4 border-bad pl-4 wrap-anywhere">
          {begun.message}
        </p>
      )}
      <TextField
        label={typed.free > 1 ? 'Price paid for each' : 'Price paid'}
        prefix="$"
        inputMode="decimal"
        className="min-h-14 text-2xl!"
        maxLength={20}
        {...field('price')}
      />
      {typed.free > 1 && (
        <TextField
          label={`Pieces, of ${typed.free}`}
          type="number"
          inputMode="numeric"
          min={1}
          max={typed.free}
          className="min-h-14"
          {...field('quantity')}
        />
      )}
      <div>
        <fieldset aria-label="How it was paid, in one press" className="mb-3 grid grid-cols-4 gap-2">
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
        <TextField
          label="How it was paid"
          placeholder="Cash, Denver show"
          maxLength={MAX_PAID_HOW}
          className="min-h-12"
          {...field('paidHow')}
        />
      </div>
      <TextArea label="What the buyer said" maxLength={buyerRules.notes.maxLength} rows={2} {...field('notes')} />
      <details className="border-y border-line" open={typed.customerName !== '' || typed.customerEmail !== '' || typed.status === 'paid'}>
        <summary className="min-h-14 content-center text-lg">Buyer and delivery</summary>
        <div className="space-y-4 pb-5">
          <TextField
            label="Buyer, if known"
            maxLength={buyerRules.customerName.maxLength}
            className="min-h-12"
            {...field('customerName')}
          />
          <TextField
            label="Email, if known"
            type="email"
            inputMode="email"
            maxLength={254}
            className="min-h-12"
            {...field('customerEmail')}
          />
          <SelectField label="The piece is" {...field('status')}>
            {saleStatuses.map((status) => (
              <option key={status} value={status}>
                {saleStatusTable[status]}
              </option>
            ))}
          </SelectField>
          <TextArea
            label={typed.status === 'paid' ? 'Where it goes' : 'Postal address, if known'}
            maxLength={buyerRules.customerAddress.maxLength}
            {...field('customerAddress')}
          />
        </div>
      </details>
      {problem !== null && (
        <p role="alert" className="border-l-4 border-bad pl-4">
          {problem}
        </p>
      )}
      <Button type="submit" className="min-h-16 w-full text-lg!">
        Record the sale
      </Button>
      <div className="grid grid-cols-2 gap-3">
        <Button
          look="outline"
          className="min-h-14"
          onClick={() => {
            if (isWorth(entry)) return onBack();
            end();
            onDiscard();
          }}
        >
          Later
        </Button>
        <Button
          look="danger"
          className="min-h-14"
          onClick={() => {
            end();
            onDiscard();
          }}
        >
          Discard
        </Button>
      </div>
    </form>
  );
}
