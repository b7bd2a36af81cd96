import { useState } from 'react';
import { buyerRules } from '#contract/selling/checkout.ts';
import { hasEnded, isOnItsWay, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#web/ui/leave-guard.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { toastNotUpdated } from './order-toasts.ts';
import { useOrderMerge } from './use-order-merge.ts';

const labels = { customerName: 'Name', customerAddress: 'Address' };

/** Corrects the buyer's name and address of an order placed in the shop, folded until it is needed. */
export function OrderCorrection({ order }: { order: OrderDetail }) {
  const [typed, setTyped] = useState(fieldsOf(order));
  const { stored, send, choice } = useOrderMerge(order, {
    labels,
    fieldsOf,
    editOf: (fields) => fields,
    onMerged: setTyped,
    onSaved: () => toast({ title: 'Order Updated', description: 'Name and address have been saved. The buyer wasn’t emailed.' }),
  });
  const { isBusy, onSubmit } = useSubmit({ send: () => send(typed), explain: toastNotUpdated });
  const isChanged = typed.customerName !== stored.customerName || typed.customerAddress !== stored.customerAddress;
  if (choice) return choice;

  const isNameFixed = isOnItsWay(order.status) || hasEnded(order.status);
  const field = (name: keyof typeof labels) => ({
    label: labels[name],
    value: typed[name],
    maxLength: buyerRules[name].maxLength,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });
  return (
    <details>
      <summary className="min-h-11 cursor-pointer py-2.5 text-quiet hover:text-accent">Correct name or address</summary>
      <form onSubmit={onSubmit} aria-label="Name and address" className="space-y-5 pt-2">
        <TextField
          {...field('customerName')}
          readOnly={isNameFixed}
          hint={
            isNameFixed ? `The name can’t be changed once an order is ${orderStatusTable[order.status].label.toLowerCase()}.` : undefined
          }
        />
        <TextArea {...field('customerAddress')} hint="The buyer isn’t emailed. An invoice that was made stays as it was." />
        <Button type="submit" look="outline" disabled={!isChanged || isBusy}>
          Save name and address
        </Button>
        <LeaveGuard when={() => isChanged}>{UNSAVED}</LeaveGuard>
      </form>
    </details>
  );
}

const fieldsOf = ({ customerName, customerAddress }: OrderDetail) => ({ customerName, customerAddress });
