import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isChangeable, orderStatusTable } from '#contract/selling/order-statuses.ts';
import type { OrderDetail } from '#contract/selling/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { useSendingAlone } from './admin-order-queries.ts';

/** The id of the part of an order's page that this is in. */
export const SHIPPING = 'shipping';

const SendTogether = lazy(() => import('./send-together.tsx'));

/** The orders that travel in one parcel with this one, or could. */
export function OrderTogether({ order }: { order: OrderDetail }) {
  const [isJoining, setJoining] = useState(false);
  const sendAlone = useSendingAlone(order.id);
  const { together, couldJoin } = order;
  const isHere = isChangeable(order.status);
  if (together.length === 0 && !(isHere && couldJoin.length > 0)) return null;
  const leave = () =>
    sendAlone.mutate(undefined, {
      onSuccess: () => {
        // The button that was pressed goes, and all of this with it where there is no other order to join.
        document.getElementById(SHIPPING)?.focus();
        toast({
          title: 'Sent Separately',
          description: `Order #${order.id} has a package of its own again. Shipping that was taken off stays off.`,
        });
      },
      onError: (error) => toastError(error),
    });
  return (
    <section aria-label="Orders in one package" className="mb-5 callout bg-raised p-4">
      <p>
        {together.length > 0
          ? 'In one package with '
          : `This buyer has ${couldJoin.length === 1 ? 'another order' : 'other orders'} to ship: `}
        {(together.length > 0 ? together : couldJoin).map(({ id, status }, index) => (
          <span key={id}>
            {index > 0 && ', '}
            <Link to="/orders" search={{ order: id }} className="text-link">
              #{id}
            </Link>{' '}
            ({orderStatusTable[status].label.toLowerCase()})
          </span>
        ))}
        .
      </p>
      {together.length > 0 && isHere && <p className="mt-1 text-quiet">Marking one of them shipped ships them all, with one email.</p>}
      {isHere && (
        <div className="mt-3 flex flex-wrap gap-3">
          {couldJoin.length > 0 && (
            <Button look="outline" onClick={() => setJoining(true)}>
              {together.length > 0 ? 'Add to the package' : 'Send together'}
            </Button>
          )}
          {together.length > 0 && (
            <Button look="outline" disabled={sendAlone.isPending} onClick={leave}>
              Send separately
            </Button>
          )}
        </div>
      )}
      <Suspense>{isJoining && <SendTogether order={order} onClose={() => setJoining(false)} />}</Suspense>
    </section>
  );
}
