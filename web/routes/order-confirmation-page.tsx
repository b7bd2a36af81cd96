import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { orderKeyIn } from '#contract/selling/order-key.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { AskAboutOrder } from '#web/features/messages/inquiries/ask-about-order.tsx';
import { Confirmation } from '#web/features/selling/orders/confirmation.tsx';
import { ORDER_NOT_FETCHED, orderQuery } from '#web/features/selling/orders/order-queries.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { needsScript } from '#web/ui/needs-script.ts';
import { OrderFailure, OrderNotFound, OrderSkeleton } from './order-states.tsx';

/** Of a sale at a show, which was handed over. */
const Receipt = lazy(() => import('#web/features/selling/orders/receipt.tsx'));

const orderConfirmationRoute = getRouteApi('/frame/order-confirmation/$order');

/** An order as its buyer sees it. */
export default function OrderConfirmationPage() {
  const { api } = orderConfirmationRoute.useRouteContext();
  const { order: id } = orderConfirmationRoute.useParams();
  const key = useOrderKey();
  const isHydrated = useHydrated();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: order, error, refetch } = useQuery({ ...orderQuery(id, key), enabled: isHydrated });

  return (
    <div className="page min-h-[calc(100svh-var(--header-height))] py-10 md:py-16">
      {order?.payments?.[0] && order.status === 'delivered' ? (
        <Suspense>
          <Receipt order={order} settings={settings} />
        </Suspense>
      ) : order ? (
        <Confirmation order={order} settings={settings} origin={location.origin} orderKey={key}>
          <Link to="/" hash="gallery" className={buttonClass('outline')}>
            Return to Gallery
          </Link>
          {order.customerEmail !== '' && <AskAboutOrder id={order.id} orderKey={key} email={settings.general.contactEmail} />}
        </Confirmation>
      ) : error instanceof ApiError && error.status === 404 ? (
        <OrderNotFound />
      ) : error ? (
        <OrderFailure title={ORDER_NOT_FETCHED} text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <OrderSkeleton>{needsScript('Viewing your order')}</OrderSkeleton>
      )}
    </div>
  );
}

/** The key of a secret link. Links of earlier versions have it in the query: it moves to the fragment, out of reach of proxies' logs. */
function useOrderKey(): string | undefined {
  const navigate = orderConfirmationRoute.useNavigate();
  const { key: keyInQuery } = orderConfirmationRoute.useSearch();
  const keyInFragment = useLocation({ select: ({ hash }) => orderKeyIn(hash) });
  useEffect(() => {
    if (keyInQuery) void navigate({ search: {}, hash: `key=${keyInQuery}`, replace: true, resetScroll: false });
  }, [keyInQuery, navigate]);
  return keyInQuery ?? keyInFragment;
}
