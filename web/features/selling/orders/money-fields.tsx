import { type MoneyMethod, moneyMethods } from '#contract/selling/order-money.ts';
import { SelectField, TextField } from '#web/ui/field.tsx';
import { type Payment, todayIn } from './likely-payment.ts';

/** The shop moves no money. */
export const SEND_IT = 'Send the money yourself, the way it came. This notes it.';

export const METHOD_OF_REFUND = 'Refunded by';
export const METHOD_OF_PAYMENT = 'Paid by';
export const FEE_LABEL = 'Fee, if any';

type MethodProps = { label: string; value: MoneyMethod; onChange: (method: MoneyMethod) => void; 'data-focus-first'?: boolean };

/** How the money moved. */
export function MethodField({ onChange, ...field }: MethodProps) {
  return (
    <SelectField {...field} onChange={(event) => onChange(moneyMethods.find((known) => known === event.target.value) ?? 'Other')}>
      {moneyMethods.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </SelectField>
  );
}

type DayProps = { value: string; timeZone: string; onChange: (day: string) => void };

/** The day on which it moved, as the shop's calendar has it. */
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

/** Method, day and fee of a payment; what they begin with is right for most. */
export function PaymentFields({ payment, timeZone, onChange }: PaymentProps) {
  return (
    <div className="grid gap-4 min-[26rem]:grid-cols-2">
      <MethodField
        data-focus-first
        label={METHOD_OF_PAYMENT}
        value={payment.method}
        onChange={(method) => onChange({ ...payment, method })}
      />
      <DayField value={payment.on} timeZone={timeZone} onChange={(on) => onChange({ ...payment, on })} />
      <TextField
        label={FEE_LABEL}
        prefix="$"
        inputMode="decimal"
        maxLength={20}
        autoComplete="off"
        value={payment.fee}
        onChange={(event) => onChange({ ...payment, fee: event.target.value })}
      />
    </div>
  );
}
