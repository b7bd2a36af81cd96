import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { OrderList } from '#web/features/orders/order-list.tsx';
import { ordersQuery } from '#web/features/orders/order-queries.ts';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { buttonClass } from '#web/ui/button.tsx';

const ordersRoute = getRouteApi('/orders');

/** The owner's orders, to read. */
export default function OrdersPage() {
  const { api } = ordersRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { data: orders, error } = useQuery(ordersQuery);
  return (
    <>
      <Link to="/manage" className="inline-flex min-h-11 items-center text-quiet no-underline hover:text-accent">
        Back to Admin Panel
      </Link>
      <h1 className="mt-2 text-4xl">Order Management</h1>
      {error && !orders ? (
        <Notice
          title="Error loading orders"
          text="There was a problem fetching the order data. Please try again later."
          link="Back to Admin"
        />
      ) : !orders ? (
        <p role="status" className="waiting mt-8 text-quiet">
          Loading...
        </p>
      ) : orders.length === 0 ? (
        <Notice title="No Orders Yet" text="There are no customer orders in the system yet." link="Return to Admin Panel" />
      ) : (
        <section aria-labelledby="customer-orders" className="mt-8">
          <h2 id="customer-orders" className="text-2xl">
            Customer Orders
          </h2>
          <OrderList orders={orders} timeZone={settings.general.timeZone} />
        </section>
      )}
    </>
  );
}

function Notice({ title, text, link }: { title: string; text: string; link: string }) {
  return (
    <section role="status" className="mt-10 border-y border-line py-14 text-center">
      <h2 className="text-2xl">{title}</h2>
      <p className="mt-3 text-quiet">{text}</p>
      <p className="mt-6">
        <Link to="/manage" className={buttonClass('outline')}>
          {link}
        </Link>
      </p>
    </section>
  );
}
