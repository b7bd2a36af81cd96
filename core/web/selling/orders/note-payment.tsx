import { useState } from 'react';
import { parseAmount } from '#core/contract/money.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Dialog } from '#ui/dialog.tsx';
import { FormEnd } from '#ui/form-end.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { Tick } from '#ui/tick.tsx';
import { useSubmit } from '#ui/use-submit.ts';
import { usePayment } from './admin-order-queries.ts';
import { useDraftedMail } from './drafted-mail.ts';
import { useLikelyPayment } from './likely-payment.ts';
import { AmountField, PaymentFields } from './money-fields.tsx';
import { EMAIL_BUYER } from './order-toasts.ts';
import { AnnouncedMail } from './status-effects.tsx';

type Props = { order: OrderDetail; timeZone: string; onClose: () => void };

export function NotePayment({ order, timeZone, onClose }: Props) {
  const noting = usePayment(order.id);
  const [amount, setAmount] = useState(parseAmount(order.dueAmount) ? order.dueAmount : '');
  const [payment, setPayment] = useState(useLikelyPayment(order.kind, timeZone));
  const [writesToBuyer, setWrites] = useState(false);
  const { isComing, ...draft } = useDraftedMail(
    order.id,
    { kind: 'order_payment', amount },
    writesToBuyer,
  );
  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      await noting.mutateAsync({
        ...payment,
        amount,
        receivedAmount: order.receivedAmount,
        writesToBuyer,
      });
      onClose();
    },
    explain: (error) => messageOf(error),
  });

  return (
    <Dialog open onClose={onClose} title="Note the payment">
      <form onSubmit={onSubmit} aria-label="Note the payment" className="space-y-4">
        <AmountField label="Amount received" data-focus-first value={amount} onChange={setAmount} />
        <PaymentFields payment={payment} timeZone={timeZone} onChange={setPayment} />
        {order.customerEmail !== '' && (
          <Tick
            label={EMAIL_BUYER}
            visibleLabel={EMAIL_BUYER}
            checked={writesToBuyer}
            onChange={setWrites}
          />
        )}
        {writesToBuyer && <AnnouncedMail {...draft} isOpen={false} />}
        <FormEnd
          problem={problem}
          isBusy={isBusy}
          isMoving={isComing}
          submit="Note it"
          onClose={onClose}
        />
      </form>
    </Dialog>
  );
}
