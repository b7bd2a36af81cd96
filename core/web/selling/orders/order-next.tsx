import { useRef, useState } from 'react';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { type NextStep, nextStepOf } from '#core/contract/selling/next-step.ts';
import { hasEnded } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { formatDate } from '#ui/lib/format.ts';
import { toast } from '#ui/toast.ts';
import { useStatusChange, useWithdrawal } from './admin-order-queries.ts';
import { ConfirmPaid } from './confirm-paid.tsx';
import { NotePayment } from './note-payment.tsx';
import { holdSentences } from './order-hold.tsx';
import { toastNotUpdated, toastStatusUpdated } from './order-toasts.ts';
import { SHIPPING } from './parcel.ts';
import { RefundOrder } from './refund-order.tsx';

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

type Props = { order: OrderDetail; timeZone: string };

const words: Record<NextStep, { title: string; button: string | null }> = {
  answer: { title: 'Waiting for the buyer’s answer', button: 'Withdraw the change' },
  payment: { title: 'Waiting for payment', button: 'Mark paid' },
  refund: { title: 'To refund', button: 'Refund' },
  packing: { title: 'Ready to pack and ship', button: 'Pack and ship' },
  arrival: { title: 'On its way', button: 'Mark delivered' },
  nothing: { title: 'Nothing to do', button: null },
};

/** What the order waits for, with the one button for it. */
export function OrderNext({ order, timeZone }: Props) {
  const own = useRef<HTMLElement>(null);
  const [asked, setAsked] = useState<'paid' | 'payment' | 'refund' | null>(null);
  const withdrawal = useWithdrawal(order.id);
  const change = useStatusChange();
  const { waitsFor, cents } = nextStepOf(order);
  const isPending = order.status === 'pending';
  const { title, button } = words[waitsFor];
  const close = () => setAsked(null);
  const dialog = { order, timeZone, onClose: close };
  const amount = formatDollars(cents);

  const acts: Record<NextStep, () => void> = {
    answer: () =>
      withdrawal.mutate(undefined, {
        onSuccess: () => {
          own.current?.focus();
          toast({ title: 'Change Withdrawn', description: `Order #${order.id} stays as it is.` });
        },
        onError: (error) => toastError(error),
      }),
    payment: () => setAsked(isPending ? 'paid' : 'payment'),
    refund: () => setAsked('refund'),
    packing: () => {
      const shipping = document.getElementById(SHIPPING);
      shipping?.querySelector('details')?.setAttribute('open', '');
      shipping?.querySelector('input')?.focus();
    },
    arrival: () =>
      void change
        .mutateAsync({ id: order.id, from: order.status, status: 'delivered' })
        .then(toastStatusUpdated, toastNotUpdated),
    nothing: () => undefined,
  };

  return (
    <section
      ref={own}
      aria-label="Next step"
      tabIndex={-1}
      className="scroll-mt-24 callout bg-raised p-5 outline-none"
    >
      <h2 className="text-2xl">
        {waitsFor === 'payment' && !isPending ? 'Still to be paid' : title}
        {cents > 0 && waitsFor !== 'answer' && <span className="figures">: {amount}</span>}
      </h2>
      <div className="mt-2 space-y-1">
        {waitsFor === 'answer' && <Asked order={order} timeZone={timeZone} />}
        {waitsFor === 'payment' && <Due order={order} isSettled={cents === 0} />}
        {waitsFor === 'refund' && (
          <p>
            {hasEnded(order.status)
              ? 'The order was cancelled after money came.'
              : 'More came than this order costs.'}
          </p>
        )}
        {waitsFor === 'packing' && (
          <p className="whitespace-pre-line wrap-anywhere">
            {[order.customerName, order.customerAddress].filter(Boolean).join('\n')}
          </p>
        )}
        {holdSentences(order, timeZone).map((sentence) => (
          <p key={sentence} className="text-quiet">
            {sentence}
          </p>
        ))}
      </div>
      {button !== null && (
        <Button
          className="mt-4"
          disabled={withdrawal.isPending || change.isPending}
          onClick={acts[waitsFor]}
        >
          {waitsFor === 'payment' && !isPending ? 'Note a payment' : button}
        </Button>
      )}
      {asked === 'paid' && <ConfirmPaid id={order.id} kind={order.kind} {...dialog} />}
      {asked === 'payment' && <NotePayment {...dialog} />}
      {asked === 'refund' && <RefundOrder {...dialog} />}
    </section>
  );
}

function Due({ order, isSettled }: { order: OrderDetail; isSettled: boolean }) {
  if (isSettled) return <p>All of it has come. Mark it paid to settle the order.</p>;
  return parseAmount(order.receivedAmount) ? (
    <p className="figures">
      {dollars(order.receivedAmount)} of {dollars(order.totalAmount)} has come.
    </p>
  ) : null;
}

function Asked({ order: { proposal }, timeZone }: Props) {
  return (
    proposal && (
      <>
        <ul className="text-quiet">
          {proposal.changes.map((change) => (
            <li key={change} className="wrap-anywhere">
              {change}
            </li>
          ))}
        </ul>
        <p className="figures">
          Total {dollars(proposal.newTotalAmount)} instead of {dollars(proposal.oldTotalAmount)}
          {proposal.endsAt !== null &&
            `. They can answer until ${formatDate(proposal.endsAt, timeZone)}`}
          .
        </p>
      </>
    )
  );
}
