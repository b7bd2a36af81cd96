import { useState } from 'react';
import { buyerRules } from '#core/contract/selling/checkout.ts';
import { MAX_ADDRESS_NOTE } from '#core/contract/selling/order-limits.ts';
import { hasEnded, isOnItsWay, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { TextArea, TextField } from '#ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { toastNotUpdated } from './order-toasts.ts';
import { useOrderMerge } from './use-order-merge.ts';

const labels = { customerName: 'Name', customerEmail: 'Email', customerAddress: 'Address' };

/** Folded until it is needed. */
export function OrderCorrection({ order }: { order: OrderDetail }) {
  const [typed, setTyped] = useState(fieldsOf(order));
  const [note, setNote] = useState('');
  const { stored, send, choice } = useOrderMerge(order, {
    labels,
    fieldsOf,
    editOf: (fields) => ({
      customerName: fields.customerName,
      customerAddress: fields.customerAddress,
      // An order that was entered by hand may have none.
      ...(fields.customerEmail !== '' && { customerEmail: fields.customerEmail }),
      ...(note.trim() !== '' && { addressNote: note }),
    }),
    onMerged: setTyped,
    onSaved: () => {
      setNote('');
      toast({ title: 'Order Updated', description: 'The buyer’s details have been saved.' });
    },
  });
  const { isBusy, onSubmit } = useSubmit({ send: () => send(typed), explain: toastNotUpdated });
  const isChanged = (Object.keys(labels) as (keyof typeof labels)[]).some(
    (field) => typed[field] !== stored[field],
  );
  const needsNote =
    orderStatusTable[order.status].showsTracking &&
    typed.customerAddress !== stored.customerAddress;
  if (choice) return choice;

  const isNameFixed = isOnItsWay(order.status) || hasEnded(order.status);
  const field = (name: keyof typeof labels) => ({
    label: labels[name],
    value: typed[name],
    maxLength: buyerRules[name].maxLength,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) =>
      setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 text-quiet hover:text-accent">
        Correct name, email or address
      </summary>
      <form onSubmit={onSubmit} aria-label="Name, email and address" className="space-y-5 pt-2">
        <TextField
          {...field('customerName')}
          readOnly={isNameFixed}
          hint={
            isNameFixed
              ? `The name can’t be changed once an order is ${orderStatusTable[order.status].label.toLowerCase()}.`
              : undefined
          }
        />
        <TextField
          {...field('customerEmail')}
          type="email"
          readOnly={isNameFixed}
          hint={
            isNameFixed
              ? undefined
              : 'A new address gets the order’s link. The old one gets no more emails, and its link stops working.'
          }
        />
        <TextArea {...field('customerAddress')} hint="The buyer isn’t emailed about it." />
        {needsNote && (
          <TextField
            label="Why, as the package is already on its way"
            required
            value={note}
            maxLength={MAX_ADDRESS_NOTE}
            autoComplete="off"
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        <Button type="submit" look="outline" disabled={!isChanged || isBusy}>
          Save the buyer’s details
        </Button>
        <LeaveGuard when={() => isChanged}>{UNSAVED}</LeaveGuard>
      </form>
    </details>
  );
}

const fieldsOf = ({ customerName, customerEmail, customerAddress }: OrderDetail) => ({
  customerName,
  customerEmail,
  customerAddress,
});
