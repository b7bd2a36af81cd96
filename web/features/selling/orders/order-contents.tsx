import { lazy, Suspense, useRef, useState } from 'react';
import { formatDollars, parseAmount } from '#contract/money.ts';
import { isChangeable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { formatDate } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { useWithdrawal } from './admin-order-queries.ts';

const ChangeOrder = lazy(() => import('./change-order.tsx'));
const dollars = (amount: string) => formatDollars(parseAmount(amount) ?? 0);

/** The way to change an order until it is shipped, and what its buyer is asked. */
export function OrderContents({ order, timeZone }: { order: OrderDetail; timeZone: string }) {
  const [isChanging, setChanging] = useState(false);
  const own = useRef<HTMLDivElement>(null);
  const withdrawal = useWithdrawal(order.id);
  if (!isChangeable(order.status)) return null;
  const { proposal } = order;
  const withdraw = () =>
    withdrawal.mutate(undefined, {
      onSuccess: () => {
        // The button that was pressed goes.
        own.current?.querySelector<HTMLElement>(':scope > button')?.focus();
        toast({ title: 'Change Withdrawn', description: `Order #${order.id} stays as it is.` });
      },
      onError: (error) => toastError(error),
    });
  return (
    <div ref={own} className="mt-4">
      {proposal && (
        <section aria-label="Change for the buyer to accept" className="mb-4 callout bg-raised p-4">
          <p className="font-medium">Waiting for the buyer’s answer</p>
          <ul className="mt-1 text-quiet">
            {proposal.changes.map((change) => (
              <li key={change} className="wrap-anywhere">
                {change}
              </li>
            ))}
          </ul>
          <p className="figures mt-1">
            Total {dollars(proposal.newTotalAmount)} instead of {dollars(proposal.oldTotalAmount)}
            {proposal.endsAt !== null && `. They can answer until ${formatDate(proposal.endsAt, timeZone)}`}.
          </p>
          <Button look="outline" className="mt-3" disabled={withdrawal.isPending} onClick={withdraw}>
            Withdraw the change
          </Button>
        </section>
      )}
      {order.erasedAt === null && (
        <Button look="outline" onClick={() => setChanging(true)}>
          Edit pieces and prices
        </Button>
      )}
      <Suspense>{isChanging && <ChangeOrder order={order} onClose={() => setChanging(false)} />}</Suspense>
    </div>
  );
}
