import { formatDollars } from '#core/contract/money.ts';
import { buyerRules } from '#core/contract/selling/checkout.ts';
import { saleStatuses, saleStatusTable } from '#features/hand-sales/contract/hand-made.ts';
import { saleFields } from '#features/hand-sales/web/sale-fields.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { AmountTextField } from '#ui/likely-amount.tsx';
import { centsOf, linesOf, type SaleEntry, type TypedSale } from './entries.ts';
import { EntryForm, type EntryFormProps } from './entry-form.tsx';
import { type LinesProps, TypedLines } from './typed-lines.tsx';
import { useTypedEntry } from './use-typed-entry.ts';
import { PaidHow } from './ways.tsx';
import { BUYER_SAID } from './words.ts';

type Props = EntryFormProps<SaleEntry> &
  Pick<LinesProps, 'pieces' | 'freeOf' | 'scanned'> & { sendsMail: boolean };

export function SaleForm({ onRecorded, pieces, freeOf, scanned, sendsMail, ...rest }: Props) {
  const typing = useTypedEntry(rest.begun, onRecorded);
  const { entry, errors, change } = typing;
  const { typed } = entry;
  const field = (
    name: 'notes' | 'customerName' | 'customerEmail' | 'customerAddress' | 'status',
  ) => ({
    value: typed[name],
    error: errors[name],
    autoComplete: 'off',
    onChange: ({ target }: { target: { value: string } }) =>
      change(() => ({ [name]: target.value })),
  });
  const cents = centsOf(entry);
  const pieceCount = linesOf(entry).reduce((sum, { quantity }) => sum + Number(quantity), 0);

  return (
    <EntryForm name="Sold here" action="Record the sale" typing={typing} {...rest}>
      {typed.insteadOf && (
        <p className="callout">
          This takes the place of order #{typed.insteadOf.orderId}, which is undone when you record
          it.
        </p>
      )}
      <TypedLines
        {...{ entry, errors, pieces, freeOf, scanned }}
        isPaid
        onChange={([first, ...further]) => change(() => ({ ...first, further }))}
      />
      {(pieceCount > 1 || (typed.total ?? '') !== '') && (
        <AmountTextField
          label="Price for all, if you agreed on one"
          prefix="$"
          inputMode="decimal"
          maxLength={20}
          className="min-h-14"
          hint="The discount is split among the pieces."
          value={typed.total ?? ''}
          error={errors.total}
          onType={(total) => change(() => ({ total }))}
        />
      )}
      {pieceCount > 1 && (
        <p
          role="status"
          className="figures flex items-baseline justify-between gap-4 border-t border-line pt-3"
        >
          <span>{pieceCount} pieces</span>
          <strong className="font-serif text-3xl font-normal">
            {cents === null ? '–' : formatDollars(cents)}
          </strong>
        </p>
      )}
      <PaidHow
        paidHow={typed.paidHow}
        error={errors.paidHow}
        onChange={(paid) => change(() => paid)}
      />
      <TextArea
        label={BUYER_SAID}
        maxLength={buyerRules.notes.maxLength}
        rows={2}
        {...field('notes')}
      />
      <details className="border-y border-line" open={hasBuyer(typed)}>
        <summary className="min-h-14 content-center text-lg">Buyer and delivery</summary>
        <div className="space-y-4 pb-5">
          <TextField {...saleFields.customerName} className="min-h-12" {...field('customerName')} />
          <TextField
            {...saleFields.customerEmail}
            className="min-h-12"
            {...field('customerEmail')}
          />
          {sendsMail && (
            <label className="flex min-h-12 items-center gap-3">
              <input
                type="checkbox"
                className="size-6 accent-accent"
                checked={typed.sendsReceipt ?? false}
                onChange={({ target }) => change(() => ({ sendsReceipt: target.checked }))}
              />
              Email a receipt
            </label>
          )}
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

const hasBuyer = ({ customerName, customerEmail, status, sendsReceipt }: TypedSale): boolean =>
  customerName !== '' || customerEmail !== '' || status === 'paid' || sendsReceipt === true;
