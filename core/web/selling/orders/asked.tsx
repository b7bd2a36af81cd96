import type { Settings } from '#core/contract/admin/settings.ts';
import { formatDollars, parseAmount } from '#core/contract/money.ts';
import { proposalStateTable } from '#core/contract/selling/order-changes.ts';
import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { FollowedOrder } from '#core/contract/selling/orders.ts';
import { DEMO_WARNING } from '#core/contract/selling/payment-instructions.ts';
import { isDemoHandle, payableHandle } from '#core/contract/selling/venmo.ts';
import { venmoLink } from '#core/contract/selling/venmo-link.ts';
import { yourPieces } from '#core/contract/your-pieces.ts';
import { AmountRow } from '#ui/amount-row.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { formatDeadline } from '#ui/lib/format.ts';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { Press, Refusal } from '#ui/press.tsx';
import { useProposalAnswer } from './asked-queries.ts';
import { useOrderPress } from './order-queries.ts';

type Props = { order: FollowedOrder; settings: Settings; orderKey: string | undefined };

/** The button that was pressed is gone. */
const focus = (heading: HTMLElement | null) => heading?.focus();

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

/** Loaded only where there is something to confirm, to answer or to pay. */
export default function Asked({ order, settings, orderKey }: Props) {
  return (
    <>
      {order.confirmable && <Confirm order={order} orderKey={orderKey} />}
      {order.proposal && <Change proposal={order.proposal} order={order} orderKey={orderKey} />}
      {orderStatusTable[order.status].claim === 'taken' && parseAmount(order.dueAmount) !== 0 && (
        <Due order={order} settings={settings} />
      )}
    </>
  );
}

function Confirm({ order: { id, lines }, orderKey }: Omit<Props, 'settings'>) {
  return (
    <section aria-labelledby="confirm-heading" className="mt-8 callout bg-raised p-5 sm:p-7">
      <h2 id="confirm-heading" className="text-2xl">
        Is this your order?
      </h2>
      <p className="mt-3">Confirm your email, and we’ll keep holding {yourPieces(lines)}.</p>
      <Press press={useOrderPress('confirmation', id, orderKey)}>Confirm my email</Press>
    </section>
  );
}

function Change({
  proposal,
  order,
  orderKey,
}: Omit<Props, 'settings'> & { proposal: NonNullable<FollowedOrder['proposal']> }) {
  const answer = useProposalAnswer(order.id, proposal.id, orderKey);
  const ended = proposalStateTable[proposal.state];
  return (
    <section aria-labelledby="change-heading" className="mt-8 callout bg-raised p-5 sm:p-7">
      <h2
        id="change-heading"
        ref={ended === null || answer.isIdle ? undefined : focus}
        tabIndex={-1}
        className="scroll-mt-24 text-2xl outline-none"
      >
        {ended === null ? 'Is this change OK?' : 'Change to your order'}
      </h2>
      <ul className="mt-3 space-y-1">
        {proposal.changes.map((change) => (
          <li key={change} className="wrap-anywhere">
            {change}
          </li>
        ))}
      </ul>
      <dl className="figures mt-3 max-w-xs space-y-1">
        <AmountRow name="Total before" value={dollars(proposal.oldTotalAmount)} />
        <AmountRow
          name="New total"
          value={dollars(proposal.newTotalAmount)}
          isTotal
          className="text-lg"
        />
      </dl>
      <div role="status" className="mt-4">
        {ended !== null && <p>{ended}</p>}
      </div>
      {ended === null && (
        <div className="print:hidden">
          <p>
            Nothing changes unless you accept.
            {proposal.endsAt !== null &&
              ` You can answer until ${formatDeadline(proposal.endsAt)}.`}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button disabled={answer.isPending} onClick={() => answer.mutate('accept')}>
              Accept
            </Button>
            <Button
              look="outline"
              disabled={answer.isPending}
              onClick={() => answer.mutate('decline')}
            >
              Decline
            </Button>
          </div>
        </div>
      )}
      <Refusal of={answer.error} />
    </section>
  );
}

function Due({ order, settings: { general, venmo_settings: venmo } }: Omit<Props, 'orderKey'>) {
  const handle = payableHandle(venmo);
  const due = dollars(order.dueAmount);
  return (
    <section aria-labelledby="due-heading" className="mt-8 callout bg-raised p-5 sm:p-7">
      <h2 id="due-heading" className="figures text-2xl">
        Still to pay: {due}
      </h2>
      <p className="mt-3">We haven’t received this yet.</p>
      {handle ? (
        <>
          {isDemoHandle(handle) && <p className="mt-2 font-medium text-bad">{DEMO_WARNING}</p>}
          <p className="mt-2">
            Send {due} via Venmo to {handle} and include “Order #{order.id}” in the note.
          </p>
          <a
            href={venmoLink(handle, order.dueAmount, order.id)}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('solid', 'mt-4 print:hidden')}
          >
            Pay with Venmo
          </a>
        </>
      ) : (
        <p className="mt-2">
          Email{' '}
          <a
            href={mailtoUrl(general.contactEmail, { subject: `Order #${order.id}` })}
            className="text-link"
          >
            {general.contactEmail}
          </a>{' '}
          to arrange it.
        </p>
      )}
    </section>
  );
}
