import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { orderKeyIn } from '#core/contract/selling/order-key.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { OrderParts } from '#core/web/on-order.tsx';
import { Confirmation } from '#core/web/selling/orders/confirmation.tsx';
import { ORDER_NOT_FETCHED, orderQuery } from '#core/web/selling/orders/order-queries.ts';
import { buttonClass } from '#ui/button.tsx';
import { ApiError, messageOf } from '#ui/lib/api.ts';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { needsScript } from '#ui/needs-script.ts';
import { OrderFailure, OrderNotFound, OrderSkeleton } from './order-states.tsx';

/** For a sale at a show, which was handed over. */
const Receipt = lazy(() => import('#core/web/selling/orders/receipt.tsx'));

const orderConfirmationRoute = getRouteApi('/frame/order-confirmation/$order');

export default function OrderConfirmationPage() {
  const { api } = orderConfirmationRoute.useRouteContext();
  const { order: id } = orderConfirmationRoute.useParams();
  const key = useOrderKey();
  const isHydrated = useHydrated();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: order, error, refetch } = useQuery({ ...orderQuery(id, key), enabled: isHydrated });
  const mail = mailtoUrl(settings.general.contactEmail, { subject: `Order #${id}` });

  return (
    <div className="page min-h-[calc(100svh-var(--header-height))] py-6 md:py-16">
      {error instanceof ApiError && error.status === 410 ? (
        <OrderFailure title="Order Removed" text={messageOf(error)}>
          <a href={mail} className={buttonClass()}>
            Email us
          </a>
        </OrderFailure>
      ) : order?.payments?.[0] && order.status === 'delivered' ? (
        <Suspense>
          <Receipt order={order} settings={settings} />
        </Suspense>
      ) : order ? (
        <Confirmation order={order} settings={settings} origin={location.origin} orderKey={key}>
          <Link to="/" hash="gallery" className={buttonClass('outline')}>
            Return to Gallery
          </Link>
          <OrderParts
            at="actions"
            order={order}
            orderKey={key}
            email={settings.general.contactEmail}
          />
        </Confirmation>
      ) : error instanceof ApiError && error.status === 404 ? (
        <OrderNotFound />
      ) : error ? (
        <OrderFailure
          title={ORDER_NOT_FETCHED}
          text={messageOf(error)}
          onRetry={() => void refetch()}
        />
      ) : (
        <OrderSkeleton>{needsScript('Viewing your order')}</OrderSkeleton>
      )}
    </div>
  );
}

/**
 * Former links have the key in the query: it moves to the fragment, out of reach of proxies' logs.
 */
function useOrderKey(): string | undefined {
  const navigate = orderConfirmationRoute.useNavigate();
  const { key: keyInQuery } = orderConfirmationRoute.useSearch();
  const keyInFragment = useLocation({ select: ({ hash }) => orderKeyIn(hash) });
  useEffect(() => {
    if (keyInQuery)
      void navigate({ search: {}, hash: `key=${keyInQuery}`, replace: true, resetScroll: false });
  }, [keyInQuery, navigate]);
  return keyInQuery ?? keyInFragment;
}
