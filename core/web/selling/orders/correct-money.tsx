import { useState } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { TextField } from '#ui/field.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { useMoneyCorrection, useMoneyRemoval } from './admin-order-queries.ts';
import { usePaidBy } from './likely-payment.ts';
import {
  AmountField,
  DayField,
  METHOD_OF_REFUND,
  MethodField,
  PaymentFields,
} from './money-fields.tsx';

type Props = {
  order: OrderDetail;
  row: OrderDetail['money'][number];
  timeZone: string;
  onClose: () => void;
};

export function CorrectMoney({ order, row, timeZone, onClose }: Props) {
  const correction = useMoneyCorrection(order.id);
  const removal = useMoneyRemoval(order.id);
  const [isRemoving, setRemoving] = useState(false);
  const isPayment = row.kind === 'payment';
  const stored = usePaidBy({ kind: order.kind, paidBy: row.method });
  const [payment, setPayment] = useState({
    method: stored,
    on: row.on,
    fee: order.money.find(({ paymentId }) => paymentId === row.id)?.amount ?? '',
    payer: row.payer,
    note: row.note,
  });
  const [amount, setAmount] = useState(row.amount);
  const [orderId, setOrderId] = useState(String(order.id));
  const { problem, isBusy, onSubmit } = useSubmit({
    send: async () => {
      const { fee, ...moved } = payment;
      if (isRemoving) await removal.mutateAsync(row.id);
      else
        await correction.mutateAsync({
          moneyId: row.id,
          amount,
          ...moved,
          ...(isPayment && { fee, orderId: Number(orderId.replace(/\D/g, '')) }),
        });
      onClose();
    },
    explain: (error) => messageOf(error),
  });
  const title = `${isPayment ? 'Payment' : 'Refund'} of ${formatDollars(parseAmount(row.amount) ?? 0)}`;

  const amountField = <AmountField label="Amount" value={amount} onChange={setAmount} />;

  return (
    <Dialog open onClose={onClose} title={title}>
      <form onSubmit={onSubmit} aria-label={title} className="space-y-4">
        {isRemoving ? (
          <p>
            Remove this {row.kind}
            {isPayment && ' and its fee'}? It leaves the ledger. The order keeps its status, and no
            email is sent.
          </p>
        ) : isPayment ? (
          <>
            {amountField}
            <PaymentFields payment={payment} timeZone={timeZone} onChange={setPayment} />
            <TextField
              label="For order #"
              inputMode="numeric"
              required
              maxLength={10}
              autoComplete="off"
              value={orderId}
              onChange={(event) => setOrderId(event.target.value)}
            />
          </>
        ) : (
          <div className="grid gap-4 min-[26rem]:grid-cols-2">
            {amountField}
            <MethodField
              data-focus-first
              label={METHOD_OF_REFUND}
              value={payment.method}
              onChange={(method) => setPayment({ ...payment, method })}
            />
            <DayField
              value={payment.on}
              timeZone={timeZone}
              onChange={(on) => setPayment({ ...payment, on })}
            />
          </div>
        )}
        {problem && (
          <p role="alert" className="callout look-bad wrap-anywhere">
            {problem}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          {!isRemoving && (
            <Button look="danger" className="mr-auto" onClick={() => setRemoving(true)}>
              {isPayment ? 'Never came' : 'Never sent'}
            </Button>
          )}
          <Button look="outline" onClick={isRemoving ? () => setRemoving(false) : onClose}>
            {isRemoving ? 'Keep it' : 'Close'}
          </Button>
          <Button type="submit" look={isRemoving ? 'danger' : 'solid'} disabled={isBusy}>
            {isRemoving ? `Remove ${row.kind}` : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
