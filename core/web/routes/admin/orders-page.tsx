import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { pages } from '#core/contract/storefront/pages.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { MailList } from '#core/web/messages/mail/mail-list.tsx';
import { Parts } from '#core/web/on-desk.tsx';
import { KnownBuyer } from '#core/web/selling/buyers/known-buyer.tsx';
import { orderDetailQuery } from '#core/web/selling/orders/admin-order-queries.ts';
import { OrderDetail } from '#core/web/selling/orders/order-detail.tsx';
import { parseOrdersSearch } from '#core/web/selling/orders/orders-search.ts';
import { OrdersTable } from '#core/web/selling/orders/orders-table.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { useTitle } from '#ui/use-title.ts';
import { ToAdminPanel } from './back-links.tsx';

const ordersRoute = getRouteApi('/frame/orders');

export default function OrdersPage() {
  const { api } = ordersRoute.useRouteContext();
  const { order, ...search } = parseOrdersSearch(ordersRoute.useSearch());
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const navigate = useNavigate();
  const { timeZone } = settings.general;
  useTitle(order === undefined ? null : `Order #${order}`);
  return (
    <>
      {order !== undefined && (
        <Link to="/orders" search={search} activeProps={{}} className="back-link">
          <ArrowLeftIcon /> All orders
        </Link>
      )}
      {order === undefined ? (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-3 max-sm:text-sm">
            <h1 className="page-title max-sm:text-xl">{pages.orders.title}</h1>
            <ToAdminPanel />
          </div>
          <Parts at="aboveOrders" />
          <OrdersTable search={search} timeZone={timeZone} />
          <Parts at="belowOrders" timeZone={timeZone} />
        </>
      ) : (
        <OrderDetail
          id={order}
          timeZone={timeZone}
          mailsOf={({ mails, hasMailServer }) => (
            <MailList
              mails={mails}
              hasMailServer={hasMailServer}
              queryKey={orderDetailQuery(order).queryKey}
              timeZone={timeZone}
            />
          )}
          featuresOf={(shown) => <Parts at="order" order={shown} timeZone={timeZone} />}
          buyerOf={({ id, customerEmail, buyer }) =>
            buyer && (
              <KnownBuyer orderId={id} email={customerEmail} buyer={buyer} timeZone={timeZone} />
            )
          }
          onGone={() => void navigate({ to: '/orders', search })}
        />
      )}
    </>
  );
}
