import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { pages } from '#contract/storefront/pages.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { MailList } from '#web/features/messages/mail/mail-list.tsx';
import { BlockedEmails } from '#web/features/selling/buyers/blocked-emails.tsx';
import { KnownBuyer } from '#web/features/selling/buyers/known-buyer.tsx';
import { orderDetailQuery } from '#web/features/selling/orders/admin-order-queries.ts';
import { OrderDetail } from '#web/features/selling/orders/order-detail.tsx';
import { parseOrdersSearch } from '#web/features/selling/orders/orders-search.ts';
import { OrdersTable } from '#web/features/selling/orders/orders-table.tsx';
import { StrangersPanel } from '#web/features/selling/orders/strangers-panel.tsx';
import { BuyerDataButton } from '#web/features/transfer/privacy/buyer-data.tsx';
import { Parts } from '#web/on-desk.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import { useTitle } from '#web/ui/use-title.ts';
import { ToAdminPanel } from './back-links.tsx';

const ordersRoute = getRouteApi('/frame/orders');

/** The admin's orders: the list, or one of them, which has a URL of its own. */
export default function OrdersPage() {
  const { api } = ordersRoute.useRouteContext();
  const { order, ...search } = parseOrdersSearch(ordersRoute.useSearch());
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const navigate = useNavigate();
  const { timeZone } = settings.general;
  useTitle(order === undefined ? null : `Order #${order}`);
  return (
    <>
      {order === undefined ? (
        <ToAdminPanel />
      ) : (
        <Link to="/orders" search={search} activeProps={{}} className="back-link">
          <ArrowLeftIcon /> All orders
        </Link>
      )}
      {order === undefined ? (
        <>
          <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
            <h1 className="page-title">{pages.orders.title}</h1>
            <div className="flex flex-wrap gap-3">
              <Parts at="ordersLinks" />
            </div>
          </div>
          <StrangersPanel />
          <OrdersTable search={search} timeZone={timeZone} />
          <BlockedEmails timeZone={timeZone} />
        </>
      ) : (
        <OrderDetail
          id={order}
          timeZone={timeZone}
          mailsOf={({ mails, hasMailServer }) => (
            <MailList mails={mails} hasMailServer={hasMailServer} queryKey={orderDetailQuery(order).queryKey} timeZone={timeZone} />
          )}
          extrasOf={(shown) => <Parts at="order" order={shown} timeZone={timeZone} />}
          buyerDataOf={({ customerEmail }) => <BuyerDataButton email={customerEmail} />}
          buyerOf={({ id, customerEmail, buyer }) =>
            buyer && <KnownBuyer orderId={id} email={customerEmail} buyer={buyer} timeZone={timeZone} />
          }
          onGone={() => void navigate({ to: '/orders', search })}
        />
      )}
    </>
  );
}
