import { type RefundMethod, refundMethods } from '#contract/selling/order-money.ts';
import { SelectField } from '#web/ui/field.tsx';

/** The shop moves no money. */
export const SEND_IT = 'Send the money yourself, the way it came. This notes it.';

/** How the money goes back. */
export function MethodField({ value, onChange }: { value: RefundMethod; onChange: (method: RefundMethod) => void }) {
  return (
    <SelectField
      label="Refunded by"
      value={value}
      onChange={(event) => onChange(refundMethods.find((known) => known === event.target.value) ?? 'Other')}
    >
      {refundMethods.map((method) => (
        <option key={method}>{method}</option>
      ))}
    </SelectField>
  );
}
