import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useRef, useState } from 'react';
import { parseAmount } from '#core/contract/money.ts';
import {
  hasEnded,
  type OrderStatus,
  orderStatuses,
  orderStatusTable,
} from '#core/contract/selling/order-statuses.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { useSubmit } from '#ui/use-submit.ts';
import { effectsQuery, useStatusChange } from './admin-order-queries.ts';
import { type CancelledOrder, CancelOrder } from './cancel-order.tsx';
import { toastPaid } from './order-toasts.ts';
import type { Parcel } from './parcel.ts';
import { useReceived } from './received-payment.tsx';
import { Effects } from './status-effects.tsx';
import { useUnpaidQuestion } from './unpaid-question.tsx';

type Props = {
  order: CancelledOrder & { status: OrderStatus };
  /** Saved with a status that shows a parcel. */
  parcel?: Parcel;
  timeZone: string;
};

/** The button acts at once, so what it will do is said in `change`, null while nothing is chosen. */
export function useStatusForm({ order, parcel, timeZone }: Props): {
  choice: ReactNode;
  change: ReactNode;
} {
  const formId = useId();
  const select = useRef<HTMLSelectElement>(null);
  const [picked, setPicked] = useState<OrderStatus | null>(null);
  const statusChange = useStatusChange();
  const status = picked ?? order.status;
  const isOther = status !== order.status;
  const [isCancelling, setCancelling] = useState(false);
  const isEnd = isOther && hasEnded(status);
  const unpaid = useUnpaidQuestion(order);
  const isPaying = status === 'paid' && isOther && parseAmount(order.dueAmount) !== 0;
  const paid = useReceived(order, timeZone, isPaying);
  const isPart = isPaying && paid.isPart;
  const noted = orderStatusTable[status].showsTracking ? parcel : undefined;
  const { data: effects } = useQuery({
    ...effectsQuery(order.id, status, isPaying ? { amount: paid.amount } : noted),
    enabled: isOther && !isEnd,
  });

  const { isBusy, onSubmit } = useSubmit({
    send: async () => {
      if (isEnd) {
        setCancelling(true);
        return;
      }
      if (orderStatusTable[status].showsTracking && !(await unpaid.mayShip())) return;
      if (isPaying) await paid.send();
      else
        await statusChange.mutateAsync({
          id: order.id,
          from: order.status,
          status,
          ...noted,
        });
      setPicked(null);
      // There is nothing more to update.
      if (document.activeElement === document.body) select.current?.focus({ preventScroll: true });
      toastPaid({ isPart, done: paid.done });
    },
    explain: (error) =>
      toastError(
        error,
        `Failed to update status: ${messageOf(error, 'Failed to update order status')}`,
      ),
  });

  const choice = (
    <>
      <div className="flex flex-wrap gap-2">
        <select
          ref={select}
          aria-label={`Status of order #${order.id}`}
          value={status}
          onChange={(event) =>
            setPicked(orderStatuses.find((known) => known === event.target.value) ?? null)
          }
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
          form={formId}
          look={isOther ? 'solid' : 'outline'}
          disabled={!isOther || isBusy}
          className="px-4 max-[340px]:flex-1"
          aria-label={`Update order #${order.id}`}
        >
          Update
        </Button>
      </div>
      {unpaid.question}
      {isCancelling && (
        <CancelOrder
          order={order}
          timeZone={timeZone}
          onClose={() => setCancelling(false)}
          onDone={() => setPicked(null)}
        />
      )}
    </>
  );
  const change = isOther && (
    <form id={formId} onSubmit={onSubmit} className="mt-2 flex flex-wrap gap-x-12 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        {isEnd && (
          <p className="text-sm text-quiet">“Update” asks what becomes of money and pieces.</p>
        )}
        {isPart && paid.mail}
        <Effects effects={!isEnd && !isPart && effects?.status === status ? effects : undefined} />
      </div>
      {isPaying && <div className="max-w-xl min-w-0 flex-1 basis-72">{paid.fields}</div>}
    </form>
  );
  return { choice, change };
}

export function StatusForm(props: Props) {
  const { choice, change } = useStatusForm(props);
  return (
    <>
      {choice}
      {change}
    </>
  );
}
