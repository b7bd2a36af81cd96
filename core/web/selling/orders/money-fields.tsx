import { useState } from 'react';
import { MAX_ADDRESS_NOTE, MAX_BUYER_WORDS } from '#core/contract/selling/order-limits.ts';
import { type MoneyMethod, moneyMethods } from '#core/contract/selling/order-money.ts';
import { SelectField, TextArea, TextField } from '#ui/field.tsx';
import { type Payment, todayIn } from './likely-payment.ts';

/** The shop moves no money. */
export const SEND_IT = 'Send the money yourself, the way it came. This notes it.';

export const METHOD_OF_REFUND = 'Refunded by';
const METHOD_OF_PAYMENT = 'Paid by';
const FEE_LABEL = 'Fee, if any';

type MethodProps = {
  label: string;
  value: MoneyMethod;
  onChange: (method: MoneyMethod) => void;
  'data-focus-first'?: boolean;
};

export function MethodField({ onChange, ...field }: MethodProps) {
  return (
    <SelectField
      {...field}
      onChange={(event) =>
        onChange(moneyMethods.find((known) => known === event.target.value) ?? 'Other')
      }
    >
      {moneyMethods.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </SelectField>
  );
}

type AmountProps = {
  label: string;
  value: string;
  onChange: (amount: string) => void;
  'data-focus-first'?: boolean;
};

export const AmountField = ({ onChange, ...field }: AmountProps) => (
  <TextField
    {...field}
    prefix="$"
    inputMode="decimal"
    required
    maxLength={20}
    autoComplete="off"
    onChange={(event) => onChange(event.target.value)}
  />
);

/** Goes into the email. */
export const WordsField = ({
  value,
  onChange,
}: {
  value: string;
  onChange: (words: string) => void;
}) => (
  <TextArea
    label="A line of your own (optional)"
    rows={2}
    maxLength={MAX_BUYER_WORDS}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);

type DayProps = { value: string; timeZone: string; onChange: (day: string) => void };

/** By the shop's calendar. */
export function DayField({ value, timeZone, onChange }: DayProps) {
  return (
    <TextField
      label="Date"
      type="date"
      required
      min="2000-01-01"
      max={todayIn(timeZone)}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}

type PaymentProps = { payment: Payment; timeZone: string; onChange: (payment: Payment) => void };

export function PaymentFields({ payment, timeZone, onChange }: PaymentProps) {
  const [hasMore] = useState([payment.fee, payment.payer, payment.note].some(Boolean));
  return (
    <div className="grid gap-4 min-[26rem]:grid-cols-2">
      <MethodField
        data-focus-first
        label={METHOD_OF_PAYMENT}
        value={payment.method}
        onChange={(method) => onChange({ ...payment, method })}
      />
      <DayField
        value={payment.on}
        timeZone={timeZone}
        onChange={(on) => onChange({ ...payment, on })}
      />
      <details className="min-[26rem]:col-span-2" open={hasMore}>
        <summary className="min-h-11 w-fit cursor-pointer py-2.5 text-fine text-quiet hover:text-accent">
          Fee, sender, note
        </summary>
        <div className="mt-2 grid gap-4 min-[26rem]:grid-cols-2">
          <TextField
            label={FEE_LABEL}
            prefix="$"
            inputMode="decimal"
            maxLength={20}
            autoComplete="off"
            value={payment.fee}
            onChange={(event) => onChange({ ...payment, fee: event.target.value })}
          />
          <TextField
            label="From, if not the buyer"
            maxLength={200}
            autoComplete="off"
            value={payment.payer}
            onChange={(event) => onChange({ ...payment, payer: event.target.value })}
          />
          <TextField
            label="Note"
            maxLength={MAX_ADDRESS_NOTE}
            autoComplete="off"
            value={payment.note}
            onChange={(event) => onChange({ ...payment, note: event.target.value })}
          />
        </div>
      </details>
    </div>
  );
}
