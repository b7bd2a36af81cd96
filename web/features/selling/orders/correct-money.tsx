import { useState } from 'react';
import { formatDollars, parseAmount } from '#contract/money.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';
import { useMoneyCorrection, usePaymentRemoval } from './admin-order-queries.ts';
import { usePaidBy } from './likely-payment.ts';
import { DayField, METHOD_OF_REFUND, MethodField, PaymentFields } from './money-fields.tsx';

type Props = { order: OrderDetail; row: OrderDetail['money'][number]; timeZone: string; onClose: () => void };

/** Corrects how and when money moved; a payment with its fee, and one that never came is removed. */
export function CorrectMoney({ order, row, timeZone, onClose }: Props) {
  const correction = useMoneyCorrection(order.id);
  const removal = usePaymentRemoval(order.id);
  const [isRemoving, setRemoving] = useState(false);
  const isPayment = row.kind === 'payment';
  const stored = usePaidBy({ kind: order.kind, paidBy: row.method });
  const [payment, setPayment] = useState({
    method: stored,
    on: row.on,
    fee: order.money.find(({ paymentId }) => paymentId === row.id)?.amount ?? '',
  });
  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const { fee, ...moved } = payment;
      if (isRemoving) await removal.mutateAsync(row.id);
      else await correction.mutateAsync({ moneyId: row.id, ...moved, ...(isPayment && { fee }) });
      onClose();
    },
    explain: (error) => messageOf(error),
  });
  const title = `${isPayment ? 'Payment' : 'Refund'} of ${formatDollars(parseAmount(row.amount) ?? 0)}`;

  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={onSubmit} aria-label={title} className="space-y-4">
        {isRemoving ? (
          <p>Remove this payment and its fee? It leaves the ledger. The order keeps its status, and no email is sent.</p>
        ) : isPayment ? (
          <PaymentFields payment={payment} timeZone={timeZone} onChange={setPayment} />
        ) : (
          <div className="grid gap-4 min-[26rem]:grid-cols-2">
            <MethodField
              data-focus-first
              label={METHOD_OF_REFUND}
              value={payment.method}
              onChange={(method) => setPayment({ ...payment, method })}
            />
            <DayField value={payment.on} timeZone={timeZone} onChange={(on) => setPayment({ ...payment, on })} />
          </div>
        )}
        {problem && (
          <p role="alert" className="callout look-bad wrap-anywhere">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {isPayment && !isRemoving && (
            <Button look="danger" className="mr-auto" onClick={() => setRemoving(true)}>
              Never came
            </Button>
          )}
          <Button look="outline" onClick={isRemoving ? () => setRemoving(false) : onClose}>
            {isRemoving ? 'Keep it' : 'Close'}
          </Button>
          <Button type="submit" look={isRemoving ? 'danger' : 'solid'} disabled={isBusy}>
            {isRemoving ? 'Remove payment' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
