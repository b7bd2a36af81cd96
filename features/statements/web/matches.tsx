import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { hasEnded, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type {
  MatchedOrder,
  PaymentInput,
  StatementPayment,
  StatementReport,
} from '#features/statements/contract/payments.ts';
import { Button } from '#ui/button.tsx';
import { formatDate } from '#ui/lib/format.ts';
import { Notice } from '#ui/notice.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { Tick } from '#ui/tick.tsx';
import { OrderChoice } from './order-choice.tsx';

type Props = {
  report: StatementReport;
  timeZone: string;
  isBusy: boolean;
  onConfirm: (payments: PaymentInput['payments']) => void;
};

export function Matches({ report, timeZone, isBusy, onConfirm }: Props) {
  const { lines, sure, late, unclear, unclearCount, leftOut } = report;
  const [chosen, setChosen] = useState<ReadonlyMap<string, number>>(
    () => new Map(sure.map(({ payment, order }) => [payment.paymentId, order.id])),
  );
  const choose = (paymentId: string, orderId: number | null) => {
    const next = new Map(chosen);
    if (orderId === null) next.delete(paymentId);
    else next.set(paymentId, orderId);
    setChosen(next);
  };
  const payments = [...sure, ...late, ...unclear].map(({ payment }) => payment);
  const given = (paymentId: string) => {
    const payment = payments.find((one) => one.paymentId === paymentId);
    return {
      fee: payment?.fee ?? undefined,
      amount: payment?.received ?? undefined,
      from: payment?.from,
      on: payment?.on ?? undefined,
    };
  };
  const list = (matches: StatementReport['sure']) =>
    matches.map(({ payment, order }) => (
      <Pair
        key={payment.paymentId}
        payment={payment}
        choice={
          order.refusal === null && (
            <Tick
              label={`Payment of ${payment.from || payment.amount} for order #${order.id}`}
              visibleLabel={<span className="sm:hidden">Note payment</span>}
              checked={chosen.has(payment.paymentId)}
              onChange={(isChecked) => choose(payment.paymentId, isChecked ? order.id : null)}
            />
          )
        }
      >
        <Order order={order} timeZone={timeZone} />
      </Pair>
    ));

  return (
    <div className="space-y-12">
      {sure.length + late.length + unclear.length === 0 && (
        <Notice
          className="py-14"
          title={lines === 0 ? 'No payments' : 'No matching payments'}
          text={
            lines === 0
              ? 'This statement is empty.'
              : 'No payment in this statement matches an unpaid order.'
          }
        />
      )}
      {sure.length > 0 && (
        <Part title="Matched" text="Order number or name, amount and time match one order.">
          {list(sure)}
        </Part>
      )}
      {late.length > 0 && (
        <Part
          title="Too late"
          text="These orders are cancelled. If the piece is still available, you can accept the payment anyway."
        >
          {list(late)}
        </Part>
      )}
      {unclear.length > 0 && (
        <Part
          title="Unclear"
          text={
            unclearCount > unclear.length
              ? `The first ${unclear.length} of ${formatCount(unclearCount)}.`
              : 'Please check these yourself.'
          }
        >
          {unclear.map(({ payment, orders, moreOrders, reason }) => (
            <Pair key={payment.paymentId} payment={payment} reason={reason} choice={false}>
              <div className="space-y-3">
                {orders.map((order) => (
                  <Order
                    key={order.id}
                    order={order}
                    timeZone={timeZone}
                    isOneOfSeveral={orders.length > 1}
                  />
                ))}
                <OrderChoice
                  payment={payment}
                  orders={orders}
                  moreOrders={moreOrders}
                  chosen={chosen}
                  onChoose={choose}
                />
              </div>
            </Pair>
          ))}
        </Part>
      )}
      <LeftOut lines={lines} leftOut={leftOut} />
      {chosen.size > 0 && (
        <SaveBar>
          <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
            <p role="status" className="figures flex-1">
              {chosen.size === 1 ? '1 payment' : `${chosen.size} payments`} chosen
              <span className="block text-sm text-quiet max-sm:hidden">
                An order is paid once nothing is due.
              </span>
            </p>
            <Button
              disabled={isBusy}
              onClick={() =>
                onConfirm(
                  [...chosen].map(([paymentId, orderId]) => ({
                    paymentId,
                    orderId,
                    ...given(paymentId),
                  })),
                )
              }
            >
              {chosen.size === 1 ? 'Note payment' : `Note ${chosen.size} payments`}
            </Button>
          </div>
        </SaveBar>
      )}
    </div>
  );
}

function Part({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-1 mb-4 text-quiet">{text}</p>
      <ul className="figures border-t border-line">{children}</ul>
    </section>
  );
}

type PairProps = {
  payment: StatementPayment;
  reason?: string;
  choice: ReactNode;
  children: ReactNode;
};

function Pair({ payment: { from, note, paidAt, amount }, reason, choice, children }: PairProps) {
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-4 text-fine wrap-anywhere sm:grid-cols-[2.5rem_1fr_1fr]">
      <div className="max-sm:order-last max-sm:empty:hidden">{choice}</div>
      <div className="min-w-0 sm:py-2.5">
        <p className="flex justify-between gap-x-4">
          <span className="min-w-0 font-medium">{from || 'No name'}</span>
          <span className="shrink-0">{amount}</span>
        </p>
        {note && <p>“{note}”</p>}
        <p className="text-sm text-quiet">{paidAt.replace('T', ', ')}</p>
        {reason && <p className="mt-2 callout text-sm">{reason}</p>}
      </div>
      <div className="min-w-0 sm:py-2.5">{children}</div>
    </li>
  );
}

function Order({
  order,
  timeZone,
  isOneOfSeveral = false,
}: {
  order: MatchedOrder;
  timeZone: string;
  isOneOfSeveral?: boolean;
}) {
  const { id, status, customerName, venmoUsername, totalAmount, createdAt, titles, refusal } =
    order;
  return (
    <div>
      <p className="flex justify-between gap-x-4">
        <span className="min-w-0">
          <Link to="/orders" search={{ order: id }} activeProps={{}} className="text-link">
            Order #{id}
          </Link>{' '}
          {customerName}
          {venmoUsername && <span className="text-quiet"> {venmoUsername}</span>}
        </span>
        <span className="shrink-0">{formatDollars(parseAmount(totalAmount) ?? 0)}</span>
      </p>
      <p>{titles.join(', ')}</p>
      <p className="text-sm text-quiet">
        {formatDate(createdAt, timeZone)}
        {status !== 'pending' && `, ${orderStatusTable[status].label.toLowerCase()}`}
      </p>
      {hasEnded(status) && (
        <p
          className={`mt-2 border-l-4 pl-3 text-sm ${refusal === null ? 'border-good' : 'border-bad'}`}
        >
          {refusal === null
            ? 'Still available for this buyer.'
            : `Gone: ${refusal}${isOneOfSeveral ? '' : ' Please refund this buyer.'}`}
        </p>
      )}
    </div>
  );
}

/** Whom these lines are from stays private. */
function LeftOut({ lines, leftOut }: Pick<StatementReport, 'lines' | 'leftOut'>) {
  if (leftOut.length === 0) return null;
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label="Left out">
      <h2 className="text-2xl">Left out</h2>
      <p className="mt-1 mb-4 text-quiet">
        {formatCount(total)} of {formatCount(lines)} lines aren’t shown or stored.
      </p>
      <dl className="figures max-w-2xl border-t border-line text-fine">
        {leftOut.map(({ reason, count }) => (
          <div key={reason} className="flex justify-between gap-6 border-b border-line py-2">
            <dt>{reason}</dt>
            <dd>{formatCount(count)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
