import { useState } from 'react';
import type { Tone } from '#contract/catalogue/statuses.ts';
import { extensions, HOLD_ENDED, type HoldState, holdStateTable } from '#contract/selling/holds.ts';
import { kindLabel } from '#contract/selling/order-kinds.ts';
import type { OrderStatus } from '#contract/selling/order-statuses.ts';
import type { AdminOrder, OrderDetail } from '#contract/selling/orders.ts';
import { formatDate, formatNearDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { useHoldExtension, useStatusChange } from './admin-order-queries.ts';
import { ConfirmPaid } from './confirm-paid.tsx';
import { toastStatusUpdated } from './order-toasts.ts';

const tones: Partial<Record<Tone, string>> = { quiet: 'text-quiet', info: 'text-accent', warn: 'text-warn' };

/** For a time in the list of orders: never broken in the table; on a card only where a line is too narrow for it. */
export const whole = 'max-xl:inline-block xl:whitespace-nowrap';

/** The state of an order's hold, in a few words; nothing for an order without one. */
export function HoldHint({ order, timeZone }: { order: AdminOrder; timeZone: string }) {
  if (order.hold === null) return null;
  const { label, tone } = holdStateTable[order.hold];
  const until = order.heldUntil === null ? null : formatNearDate(order.heldUntil, timeZone);
  return (
    <span className={`mt-1 block text-sm ${tones[tone]}`}>
      {label}
      {until !== null && (
        <>
          {order.hold !== 'running' && ', on hold until'} <span className={whole}>{until}</span>
        </>
      )}
    </span>
  );
}

type Props = { order: OrderDetail; timeZone: string };

/** The hold of a pending order, with what the admin can do about it. */
export function OrderHold({ order, timeZone }: Props) {
  const statusChange = useStatusChange();
  const extension = useHoldExtension(order.id);
  const [isPaying, setPaying] = useState(false);
  const isBusy = statusChange.isPending || extension.isPending;
  const fail = (error: unknown) => {
    toastError(error);
  };
  // Not by callbacks, which are not called where the hold has gone by then.
  const setStatus = (status: OrderStatus) =>
    void statusChange.mutateAsync({ id: order.id, from: order.status, status }).then(toastStatusUpdated, fail);
  const extend = (hours: number) =>
    extension.mutate(
      { hours, paymentReportedAt: order.paymentReportedAt },
      {
        onSuccess: ({ heldUntil }) => {
          const until = heldUntil === null ? '' : ` until ${formatNearDate(heldUntil, timeZone)}`;
          toast({ title: 'Hold Extended', description: `Order #${order.id} is on hold${until}.` });
        },
        onError: fail,
      },
    );

  if (order.hold === null) return null;
  return (
    <div className="border-t border-line pt-3">
      {sentencesOf(order.hold, order, timeZone).map((sentence) => (
        <p key={sentence}>{sentence}</p>
      ))}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button disabled={isBusy} onClick={() => setPaying(true)}>
          Mark paid
        </Button>
        <Button look="danger" disabled={isBusy} onClick={() => setStatus('cancelled')}>
          Cancel and put back on sale
        </Button>
      </div>
      {order.hold !== 'endless' && (
        <fieldset className="mt-4 flex flex-wrap items-center gap-3">
          <legend className="float-left mr-1 flex min-h-11 items-center text-quiet">Extend by</legend>
          {extensions.map(({ hours, label }) => (
            <Button key={hours} look="outline" className="px-4" disabled={isBusy} onClick={() => extend(hours)}>
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      {isPaying && <ConfirmPaid id={order.id} kind={order.kind} timeZone={timeZone} onClose={() => setPaying(false)} />}
    </div>
  );
}

const STAYS = 'The hold stays until you decide.';

function sentencesOf(state: HoldState, order: OrderDetail, timeZone: string): string[] {
  const sign =
    kindLabel(order) !== null
      ? 'You entered this order by hand.'
      : order.hasSignOfLife
        ? 'The buyer has been active since ordering.'
        : 'No sign of the buyer since the order.';
  switch (state) {
    case 'running':
      return [`On hold until ${formatDate(order.heldUntil ?? '', timeZone)}.`, sign];
    case 'endless':
      return ['On hold until you decide.', sign];
    case 'reported':
      return [`The buyer told us on ${formatDate(order.paymentReportedAt ?? '', timeZone)} that the payment was sent.`, STAYS];
    case 'unverified':
      return [
        `A buyer says the payment was sent (${formatDate(order.paymentReportedAt ?? '', timeZone)}); the email is unverified.`,
        order.heldUntil === null
          ? STAYS
          : `On hold until ${formatDate(order.heldUntil, timeZone)}. Then we’ll ask you, and the hold stays until you decide.`,
      ];
    case 'ended':
      return [HOLD_ENDED, STAYS, sign];
  }
}
