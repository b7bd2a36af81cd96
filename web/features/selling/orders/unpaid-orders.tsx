import { Link } from '@tanstack/react-router';

/** Leads to the orders that wait for their buyers to pay: nothing to do is not nothing open. */
export function UnpaidOrders({ count }: { count: number }) {
  return (
    <p className="mt-6 border-t border-line pt-4">
      <Link to="/orders" search={{ filter: 'pending' }} activeProps={{}} className="underline decoration-line underline-offset-4">
        {count === 1 ? 'One order is waiting for payment.' : `${count} orders are waiting for payment.`}
      </Link>
    </p>
  );
}
