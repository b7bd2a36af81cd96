import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ordersPageQuery } from './admin-order-queries.ts';

/** How many orders wait for their buyers to pay, where there are any: nothing to do is not nothing open. */
export function UnpaidOrders() {
  const { data } = useQuery(ordersPageQuery({}));
  const count = data?.counts.pending ?? 0;
  if (count === 0) return null;
  return (
    <p className="mt-6 border-t border-line pt-4">
      <Link to="/orders" search={{ filter: 'pending' }} activeProps={{}} className="underline decoration-line underline-offset-4">
        {count === 1 ? 'One order is pending.' : `${count} orders are pending.`}
      </Link>
    </p>
  );
}
