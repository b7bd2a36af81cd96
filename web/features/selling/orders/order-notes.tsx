import { useState } from 'react';
import { buyerRules } from '#contract/selling/checkout.ts';
import { MAX_PAID_HOW, orderKindTable } from '#contract/selling/order-kinds.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { toastNotUpdated } from './order-toasts.ts';
import { saleFields } from './sale-fields.ts';
import { useOrderMerge } from './use-order-merge.ts';

const fieldsOf = (order: OrderDetail) => ({
  venmoPaymentId: order.venmoPaymentId ?? '',
  carrier: order.carrier ?? '',
  trackingNumber: order.trackingNumber ?? '',
  paidHow: order.paidHow ?? '',
  customerAddress: order.customerAddress,
});

const labels: Record<keyof ReturnType<typeof fieldsOf>, string> = {
  venmoPaymentId: 'Venmo payment ID',
  carrier: 'Carrier',
  trackingNumber: 'Tracking number',
  paidHow: saleFields.paidHow.label,
  customerAddress: 'Ship to',
};

/** The admin's notes on payment and parcel. The tracking number goes into the mail that says it was shipped. */
export function OrderNotes({ order }: { order: OrderDetail }) {
  // An order placed in the shop already has the address.
  const { isPaidByVenmo } = orderKindTable[order.kind];
  const [typed, setTyped] = useState(() => fieldsOf(order));
  const { stored, send, choice } = useOrderMerge(order, {
    labels,
    fieldsOf,
    editOf: ({ customerAddress, ...notes }) => (isPaidByVenmo ? notes : { ...notes, customerAddress }),
    onMerged: setTyped,
    onSaved: () => toast({ title: 'Order Updated', description: 'Your notes have been saved.' }),
  });
  const isChanged = (Object.keys(labels) as (keyof typeof typed)[]).some((name) => typed[name].trim() !== stored[name]);
  const field = (name: keyof typeof typed) => ({
    label: labels[name],
    value: typed[name],
    maxLength: 100,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });

  const { isBusy, onSubmit } = useSubmit({
    send: () => send(typed),
    explain: toastNotUpdated,
  });

  if (order.erasedAt !== null) return <p className="text-quiet">These were erased with the personal data.</p>;
  if (choice) return choice;

  return (
    <form onSubmit={onSubmit} className="grid gap-5 sm:grid-cols-2">
      {isPaidByVenmo ? (
        <>
          <p className="sm:col-span-2">
            Venmo username: <b className="font-medium">{order.venmoUsername ?? 'not given'}</b>
          </p>
          <div className="sm:col-span-2">
            <TextField {...field('venmoPaymentId')} />
          </div>
        </>
      ) : (
        <div className="space-y-5 sm:col-span-2">
          <TextField {...field('paidHow')} maxLength={MAX_PAID_HOW} />
          <TextArea {...field('customerAddress')} maxLength={buyerRules.customerAddress.maxLength} />
        </div>
      )}
      <TextField placeholder="USPS, UPS, FedEx…" {...field('carrier')} />
      <TextField {...field('trackingNumber')} />
      <p className="text-sm text-quiet sm:col-span-2">
        The buyer sees carrier and tracking number on the order page
        {order.customerEmail !== '' && order.hasMailServer && ' and in the “Shipped” email'}.
      </p>
      <div className="sm:col-span-2">
        <Button type="submit" look="outline" disabled={!isChanged || isBusy}>
          {isBusy ? 'Saving...' : 'Save notes'}
        </Button>
      </div>
    </form>
  );
}
