import { useState } from 'react';
import { MAX_PAID_HOW } from '#contract/selling/hand-made.ts';
import { orderKindTable } from '#contract/selling/order-kinds.ts';
import { MAX_PAYMENT_ID_LENGTH } from '#contract/selling/order-limits.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#web/ui/leave-guard.tsx';
import { toast } from '#web/ui/toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { toastNotUpdated } from './order-toasts.ts';
import { saleFields } from './sale-fields.ts';
import { useOrderMerge } from './use-order-merge.ts';

/** How an order was paid, as the admin notes it. */
export function OrderPayment({ order }: { order: OrderDetail }) {
  const { isPaidByVenmo } = orderKindTable[order.kind];
  const name = isPaidByVenmo ? 'venmoPaymentId' : 'paidHow';
  const label = isPaidByVenmo ? 'Venmo payment ID' : saleFields.paidHow.label;
  const [typed, setTyped] = useState(order[name] ?? '');
  const { stored, send, choice } = useOrderMerge(order, {
    labels: { paid: label },
    fieldsOf: (one) => ({ paid: one[name] ?? '' }),
    editOf: ({ paid }) => ({ [name]: paid }),
    onMerged: ({ paid }) => setTyped(paid),
    onSaved: () => toast({ title: 'Order Updated', description: 'The payment note has been saved.' }),
  });
  const isChanged = typed.trim() !== stored.paid;

  const { isBusy, onSubmit } = useSubmit({ send: () => send({ paid: typed }), explain: toastNotUpdated });

  if (choice) return choice;

  return (
    <form onSubmit={onSubmit} className="space-y-5">
      {isPaidByVenmo && (
        <p>
          Venmo username: <b className="font-medium">{order.venmoUsername ?? 'not given'}</b>
        </p>
      )}
      <TextField
        label={label}
        value={typed}
        maxLength={isPaidByVenmo ? MAX_PAYMENT_ID_LENGTH : MAX_PAID_HOW}
        autoComplete="off"
        onChange={(event) => setTyped(event.target.value)}
      />
      <Button type="submit" look="outline" disabled={!isChanged || isBusy}>
        {isBusy ? 'Saving...' : 'Save payment note'}
      </Button>
      <LeaveGuard when={() => isChanged}>{UNSAVED}</LeaveGuard>
    </form>
  );
}
