import { useState } from 'react';
import { buyerRules } from '#contract/selling/checkout.ts';
import { MAX_PAID_HOW, orderKindTable } from '#contract/selling/order-kinds.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { useOrderEdit } from './admin-order-queries.ts';
import { toastNotUpdated } from './order-toasts.ts';
import { saleFields } from './sale-fields.ts';

/** The admin's notes on payment and parcel. The tracking number goes into the mail that says it was shipped. */
export function OrderNotes({ order }: { order: OrderDetail }) {
  const saved = {
    venmoPaymentId: order.venmoPaymentId ?? '',
    carrier: order.carrier ?? '',
    trackingNumber: order.trackingNumber ?? '',
    paidHow: order.paidHow ?? '',
    customerAddress: order.customerAddress,
  };
  // An order placed in the shop already has the address.
  const { isPaidByVenmo } = orderKindTable[order.kind];
  const [typed, setTyped] = useState(saved);
  const edit = useOrderEdit(order.id);
  const isChanged = (Object.keys(saved) as (keyof typeof saved)[]).some((name) => typed[name].trim() !== saved[name]);
  const field = (name: keyof typeof saved) => ({
    value: typed[name],
    maxLength: 100,
    autoComplete: 'off',
    onChange: (event: { target: { value: string } }) => setTyped({ ...typed, [name]: event.target.value }),
  });

  const { isBusy, onSubmit } = useSubmit({
    send: async () => {
      const { customerAddress, ...notes } = typed;
      await edit.mutateAsync(isPaidByVenmo ? notes : { ...notes, customerAddress });
      toast({ title: 'Order Updated', description: 'Your notes have been saved.' });
    },
    explain: toastNotUpdated,
  });

  if (order.erasedAt !== null) return <p className="text-quiet">These were erased with the personal data.</p>;

  return (
    <form onSubmit={onSubmit} className="grid gap-5 sm:grid-cols-2">
      {isPaidByVenmo ? (
        <>
          <p className="sm:col-span-2">
            Venmo username: <b className="font-medium">{order.venmoUsername ?? 'not given'}</b>
          </p>
          <div className="sm:col-span-2">
            <TextField label="Venmo payment ID" {...field('venmoPaymentId')} />
          </div>
        </>
      ) : (
        <div className="space-y-5 sm:col-span-2">
          <TextField label={saleFields.paidHow.label} {...field('paidHow')} maxLength={MAX_PAID_HOW} />
          <TextArea label="Ship to" {...field('customerAddress')} maxLength={buyerRules.customerAddress.maxLength} />
        </div>
      )}
      <TextField label="Carrier" placeholder="USPS, UPS, FedEx…" {...field('carrier')} />
      <TextField label="Tracking number" {...field('trackingNumber')} />
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
