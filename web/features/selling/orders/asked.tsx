import type { Settings } from '#contract/admin/settings.ts';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { proposalStateTable } from '#contract/selling/order-changes.ts';
import { handleToPay } from '#contract/selling/order-kinds.ts';
import type { FollowedOrder } from '#contract/selling/orders.ts';
import { DEMO_WARNING } from '#contract/selling/payment-instructions.ts';
import { isDemoHandle, venmoLink } from '#contract/selling/venmo.ts';
import { messageOf } from '#web/lib/api.ts';
import { formatDate } from '#web/lib/format.ts';
import { mailtoUrl } from '#web/lib/mailto.ts';
import { AmountRow } from '#web/ui/amount-row.tsx';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { useProposalAnswer } from './asked-queries.ts';

type Props = { order: FollowedOrder; settings: Settings; orderKey: string | undefined };

/** The button that was pressed is gone. */
const focus = (heading: HTMLElement | null) => heading?.focus();

const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

/** What the buyer is asked about the order, and what a change of it has left to pay. Loaded only where there is one of them. */
export default function Asked({ order, settings, orderKey }: Props) {
  return (
    <>
      {order.proposal && <Change proposal={order.proposal} order={order} settings={settings} orderKey={orderKey} />}
      {parseAmount(order.dueAmount) !== 0 && <Due order={order} settings={settings} />}
    </>
  );
}

/** A change that raises the total: accepted or declined by two buttons, until it has ended. */
function Change({ proposal, order, settings: { general }, orderKey }: Props & { proposal: NonNullable<FollowedOrder['proposal']> }) {
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
        <AmountRow name="New total" value={dollars(proposal.newTotalAmount)} isTotal className="text-lg" />
      </dl>
      <div role="status" className="mt-4">
        {ended !== null && <p>{ended}</p>}
      </div>
      {ended === null && (
        <div className="print:hidden">
          <p>
            Nothing changes unless you accept.
            {proposal.endsAt !== null && ` You can answer until ${formatDate(proposal.endsAt, general.timeZone)}.`}
          </p>
          <div className="mt-4 flex flex-wrap gap-3">
            <Button disabled={answer.isPending} onClick={() => answer.mutate('accept')}>
              Accept
            </Button>
            <Button look="outline" disabled={answer.isPending} onClick={() => answer.mutate('decline')}>
              Decline
            </Button>
          </div>
        </div>
      )}
      {answer.error && (
        <p role="alert" className="mt-3 text-bad">
          {messageOf(answer.error)}
        </p>
      )}
    </section>
  );
}

/** What is still to be paid, and the way to pay it. */
function Due({ order, settings: { general, venmo_settings: venmo } }: Omit<Props, 'orderKey'>) {
  const handle = handleToPay(order, venmo);
  const due = dollars(order.dueAmount);
  return (
    <section aria-labelledby="due-heading" className="mt-8 callout bg-raised p-5 sm:p-7">
      <h2 id="due-heading" className="figures text-2xl">
        Still to pay: {due}
      </h2>
      <p className="mt-3">We haven’t received this part of your order’s total yet. Once it’s here, we’ll ship everything together.</p>
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
          <a href={mailtoUrl(general.contactEmail, { subject: `Order #${order.id}` })} className="text-link">
            {general.contactEmail}
          </a>{' '}
          to arrange it.
        </p>
      )}
    </section>
  );
}
