import { useState } from 'react';
import { extensions, HOLD_ENDED, holdStateTable } from '#core/contract/selling/holds.ts';
import { kindLabel } from '#core/contract/selling/order-kinds.ts';
import type { AdminOrder, OrderDetail } from '#core/contract/selling/orders.ts';
import type { Tone } from '#core/contract/tables.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { formatDate } from '#ui/lib/format.ts';
import { toast } from '#ui/toast.ts';
import { useHoldExtension } from './admin-order-queries.ts';
import { CancelOrder } from './cancel-order.tsx';

const tones: Partial<Record<Tone, string>> = {
  quiet: 'text-quiet',
  info: 'text-accent',
  warn: 'text-warn',
};

/** Never breaks a time in the table; on a card only where a line is too narrow. */
export const whole = 'max-xl:inline-block xl:whitespace-nowrap';

/** Draws nothing for an order without a hold. */
export function HoldHint({ order, timeZone }: { order: AdminOrder; timeZone: string }) {
  if (order.hold === null) return null;
  const { label, tone } = holdStateTable[order.hold];
  const until = order.heldUntil === null ? null : formatDate(order.heldUntil, timeZone);
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

/** Draws nothing for an order without a hold. */
export function OrderHold({ order, timeZone }: Props) {
  const extension = useHoldExtension(order.id);
  const [isCancelling, setCancelling] = useState(false);
  if (order.hold === null) return null;
  const extend = (hours: number) =>
    extension.mutate(
      { hours, paymentReportedAt: order.paymentReportedAt },
      {
        onSuccess: ({ heldUntil }) => {
          const until = heldUntil === null ? '' : ` until ${formatDate(heldUntil, timeZone)}`;
          toast({ title: 'Hold Extended', description: `Order #${order.id} is on hold${until}.` });
        },
        onError: (error) => toastError(error),
      },
    );
  return (
    <>
      {order.hold !== 'endless' && (
        <fieldset className="mb-4 flex flex-wrap items-center gap-3">
          <legend className="float-left mr-1 flex min-h-11 items-center text-quiet">
            Extend by
          </legend>
          {extensions.map(({ hours, label }) => (
            <Button
              key={hours}
              look="outline"
              className="px-4"
              disabled={extension.isPending}
              onClick={() => extend(hours)}
            >
              {label}
            </Button>
          ))}
        </fieldset>
      )}
      <Button look="danger" onClick={() => setCancelling(true)}>
        Cancel the order
      </Button>
      {isCancelling && (
        <CancelOrder order={order} timeZone={timeZone} onClose={() => setCancelling(false)} />
      )}
    </>
  );
}

const STAYS = 'The hold stays until you decide.';

export function holdSentences({ hold, ...order }: OrderDetail, timeZone: string): string[] {
  const sign =
    kindLabel(order) !== null
      ? 'You entered this order by hand.'
      : order.hasSignOfLife
        ? 'The buyer has been active since ordering.'
        : 'No sign of the buyer since the order.';
  switch (hold) {
    case null:
      return [];
    case 'running':
      return [`On hold until ${formatDate(order.heldUntil ?? '', timeZone)}.`, sign];
    case 'endless':
      return ['On hold until you decide.', sign];
    case 'reported':
      return [
        `The buyer told us on ${formatDate(order.paymentReportedAt ?? '', timeZone)} that the payment was sent.`,
        STAYS,
      ];
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
