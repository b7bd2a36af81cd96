import { useState } from 'react';
import { orderKindTable } from '#core/contract/selling/order-kinds.ts';
import { MAX_PAID_HOW, MAX_PAYMENT_ID_LENGTH } from '#core/contract/selling/order-limits.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { PAID_HOW_LABEL } from '#core/contract/selling/paid-how.ts';
import { useTakesVenmo } from '#core/web/admin/settings/takes-venmo-queries.ts';
import { Button } from '#ui/button.tsx';
import { TextField } from '#ui/field.tsx';
import { LeaveGuard, UNSAVED } from '#ui/leave-guard.tsx';
import { toast } from '#ui/toast.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { toastNotUpdated } from './order-toasts.ts';
import { useOrderMerge } from './use-order-merge.ts';

export function OrderPayment({ order }: { order: OrderDetail }) {
  const { isPaidByVenmo } = orderKindTable[order.kind];
  const name = isPaidByVenmo ? 'venmoPaymentId' : 'paidHow';
  const takesVenmo = useTakesVenmo();
  const idLabel = takesVenmo ? 'Venmo payment ID' : 'Payment ID';
  const label = isPaidByVenmo ? idLabel : PAID_HOW_LABEL;
  const [typed, setTyped] = useState(order[name] ?? '');
  const { stored, send, choice } = useOrderMerge(order, {
    labels: { paid: label },
    fieldsOf: (one) => ({ paid: one[name] ?? '' }),
    editOf: ({ paid }) => ({ [name]: paid }),
    onMerged: ({ paid }) => setTyped(paid),
    onSaved: () =>
      toast({ title: 'Order Updated', description: 'The payment note has been saved.' }),
  });
  const isChanged = typed.trim() !== stored.paid;

  const { isBusy, onSubmit } = useSubmit({
    send: () => send({ paid: typed }),
    explain: toastNotUpdated,
  });

  if (choice) return choice;

  return (
    <form onSubmit={onSubmit} className="space-y-5">
      {isPaidByVenmo && (takesVenmo || order.venmoUsername !== null) && (
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
