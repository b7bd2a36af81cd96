import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Confirmation } from '#web/features/orders/confirmation.tsx';
import { orderQuery } from '#web/features/orders/order-queries.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { OrderFailure, OrderNotFound } from './order-failure.tsx';

const orderConfirmationRoute = getRouteApi('/order-confirmation/$order');

/** An order as its buyer sees it. */
export default function OrderConfirmationPage() {
  const { api } = orderConfirmationRoute.useRouteContext();
  const { order: id } = orderConfirmationRoute.useParams();
  const { key } = orderConfirmationRoute.useSearch();
  const isHydrated = useHydrated();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: order, error, refetch } = useQuery({ ...orderQuery(id, key), enabled: isHydrated });

  return (
    <div className="page min-h-[calc(100svh-var(--header-height))] py-10 md:py-16">
      {order ? (
        <Confirmation order={order} settings={settings} origin={location.origin}>
          <Link to="/" hash="gallery" className={buttonClass('outline')}>
            Return to Gallery
          </Link>
        </Confirmation>
      ) : error instanceof ApiError && error.status === 404 ? (
        <OrderNotFound />
      ) : error ? (
        <OrderFailure title="Failed to fetch order details" text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Skeleton() {
  return (
    <div role="status" aria-label="Loading your order" className="mx-auto max-w-3xl">
      <div className="waiting space-y-5 needs-script">
        <div className="h-12 w-3/4 bg-line" />
        <div className="h-52 bg-line" />
        <div className="h-40 bg-line" />
      </div>
      <p className="hidden unscripted:block">Reading an order needs JavaScript; please switch it on for this site.</p>
    </div>
  );
}
