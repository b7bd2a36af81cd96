import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { isChangeable, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { SHIPPING } from '#core/web/selling/orders/parcel.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { toast } from '#ui/toast.ts';
import { useSendingAlone } from './parcels-queries.ts';

const SendTogether = lazy(() => import('./send-together.tsx'));

export function OrderTogether({ order }: { order: OrderDetail }) {
  const [isJoining, setJoining] = useState(false);
  const sendAlone = useSendingAlone(order.id);
  const { together, couldJoin } = order;
  const isHere = isChangeable(order.status);
  if (together.length === 0 && !(isHere && couldJoin.length > 0)) return null;
  const leave = () =>
    sendAlone.mutate(undefined, {
      onSuccess: () => {
        // The pressed button goes, perhaps with all of this.
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
      {together.length > 0 && isHere && (
        <p className="mt-1 text-quiet">
          Marking one of them shipped ships them all, with one email.
        </p>
      )}
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
      <Suspense>
        {isJoining && <SendTogether order={order} onClose={() => setJoining(false)} />}
      </Suspense>
    </section>
  );
}
