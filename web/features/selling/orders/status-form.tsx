import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { hasEnded, type OrderStatus, orderStatuses, orderStatusTable } from '#contract/selling/order-statuses.ts';
import { messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { useSubmit } from '#web/ui/use-submit.ts';
import { effectsQuery, useStatusChange } from './admin-order-queries.ts';
import { CancelPaid, type PaidOrder } from './cancel-paid.tsx';
import { useLikelyPayment } from './likely-payment.ts';
import { PaymentFields } from './money-fields.tsx';
import { toastStatusUpdated } from './order-toasts.ts';
import type { Parcel } from './parcel.ts';
import { Effects } from './status-effects.tsx';

type Props = {
  order: PaidOrder & { status: OrderStatus };
  /** What is typed of its parcel, which is saved with a status that shows it. */
  parcel?: Parcel;
  timeZone: string;
};

/** Changes an order's status; what that does to specimens, and who gets a mail, is shown before. */
export function StatusForm({ order, parcel, timeZone }: Props) {
  const [picked, setPicked] = useState<OrderStatus | null>(null);
  const change = useStatusChange();
  const status = picked ?? order.status;
  const isOther = status !== order.status;
  const [isCancelling, setCancelling] = useState(false);
  const received = parseAmount(order.receivedAmount) ?? 0;
  const asksForMoney = isOther && hasEnded(status) && received > 0;
  const isPaying = orderStatusTable[status].claim === 'taken' && orderStatusTable[order.status].claim !== 'taken' && received === 0;
  const [payment, setPayment] = useState(useLikelyPayment(order.kind, timeZone));
  const noted = orderStatusTable[status].showsTracking ? parcel : undefined;
  const { data: effects } = useQuery({ ...effectsQuery(order.id, status, noted), enabled: isOther });

  const { isBusy, onSubmit } = useSubmit({
    send: async (_fields, form) => {
      if (asksForMoney) {
        setCancelling(true);
        return;
      }
      await change.mutateAsync({ id: order.id, from: order.status, status, ...noted, ...(isPaying && { payment }) });
      setPicked(null);
      // There is nothing more to update.
      if (document.activeElement === document.body) form.querySelector('select')?.focus({ preventScroll: true });
      toastStatusUpdated();
    },
    explain: (error) => toastError(error, `Failed to update status: ${messageOf(error, 'Failed to update order status')}`),
  });

  return (
    <>
      <form onSubmit={onSubmit} className="min-w-0">
        <div className="flex flex-wrap gap-2">
          <select
            aria-label={`Status of order #${order.id}`}
            value={status}
            onChange={(event) => setPicked(orderStatuses.find((known) => known === event.target.value) ?? null)}
            className="min-h-11 min-w-0 flex-[1_1_8rem] rounded-field border border-field bg-raised px-3 text-base text-ink"
          >
            {orderStatuses.map((known) => (
              <option key={known} value={known}>
                {orderStatusTable[known].label}
              </option>
            ))}
          </select>
          <Button
            type="submit"
            look={isOther ? 'solid' : 'outline'}
            disabled={!isOther || isBusy}
            className="px-4 max-[340px]:flex-1"
            aria-label={`Update order #${order.id}`}
          >
            Update
          </Button>
        </div>
        {isPaying && (
          <div className="mt-4">
            <PaymentFields payment={payment} timeZone={timeZone} onChange={setPayment} />
          </div>
        )}
        <Effects effects={isOther && !asksForMoney && effects?.status === status ? effects : undefined}>
          {asksForMoney && (
            <p className="mt-2 text-sm text-quiet">
              You have {formatDollars(received)} from this buyer. You’ll be asked what becomes of it.
            </p>
          )}
        </Effects>
      </form>
      {isCancelling && <CancelPaid order={order} timeZone={timeZone} onClose={() => setCancelling(false)} onDone={() => setPicked(null)} />}
    </>
  );
}
