import { useState } from 'react';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TextField } from '#web/ui/field.tsx';
import { FormEnd } from '#web/ui/form-end.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';
import { usePayment } from './admin-order-queries.ts';
import { useLikelyPayment } from './likely-payment.ts';
import { PaymentFields } from './money-fields.tsx';

type Props = { order: OrderDetail; missing: string; timeZone: string; onClose: () => void };

/** Notes a payment of an order whose pieces have gone out already. */
export function NotePayment({ order, missing, timeZone, onClose }: Props) {
  const noting = usePayment(order.id);
  const [amount, setAmount] = useState(missing);
  const [payment, setPayment] = useState(useLikelyPayment(order.kind, timeZone));
  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      await noting.mutateAsync({ ...payment, amount, receivedAmount: order.receivedAmount });
      onClose();
    },
    explain: (error) => messageOf(error),
  });

  return (
    <Dialog open onClose={onClose} title="Note the payment">
      <form onSubmit={onSubmit} aria-label="Note the payment" className="space-y-4">
        <TextField
          label="Amount received"
          prefix="$"
          inputMode="decimal"
          required
          data-focus-first
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        <PaymentFields payment={payment} timeZone={timeZone} onChange={setPayment} />
        <FormEnd problem={problem} isBusy={isBusy} submit="Note it" onClose={onClose} />
      </form>
    </Dialog>
  );
}
