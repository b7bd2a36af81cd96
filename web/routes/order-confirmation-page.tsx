import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { Confirmation } from '#web/features/orders/confirmation.tsx';
import { orderQuery } from '#web/features/orders/order-queries.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { ApiError, messageOf } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/hydrated.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';

const orderConfirmationRoute = getRouteApi('/order-confirmation/$order');

const isId = (order: string) => /^[1-9]\d{0,9}$/.test(order);

/** An order as its buyer reads it. */
export default function OrderConfirmationPage() {
  const { api } = orderConfirmationRoute.useRouteContext();
  const { order: id } = orderConfirmationRoute.useParams();
  const { key } = orderConfirmationRoute.useSearch();
  const isHydrated = useHydrated();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: order, error, refetch } = useQuery({ ...orderQuery(id, key), enabled: isHydrated && isId(id) });

  return (
    <div className="page min-h-[calc(100svh-var(--header-height))] py-10 md:py-16">
      {order ? (
        <Confirmation order={order} settings={settings} origin={location.origin}>
          <Link to="/" hash="gallery" className={buttonClass('outline')}>
            Return to Gallery
          </Link>
        </Confirmation>
      ) : !isId(id) || (error instanceof ApiError && error.status === 404) ? (
        <Failure title="Order Not Found" text="We couldn't find the order details you're looking for." />
      ) : error ? (
        <Failure title="Failed to fetch order details" text={messageOf(error)} onRetry={() => void refetch()} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Failure({ title, text, onRetry }: { title: string; text: string; onRetry?: () => void }) {
  return (
    <section className="mx-auto max-w-xl py-16 text-center">
      <h1 className="text-4xl">{title}</h1>
      <p className="mt-4 text-quiet">{text}</p>
      <div className="mt-8 flex flex-wrap justify-center gap-3">
        {onRetry && <Button onClick={onRetry}>Try again</Button>}
        <Link to="/" hash="gallery" className={buttonClass(onRetry ? 'outline' : 'solid')}>
          Return to Gallery
        </Link>
      </div>
    </section>
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
