import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useConfirmation } from '#web/features/account/confirmation.tsx';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { BlockedEmails } from '#web/features/buyers/blocked-emails.tsx';
import { KnownBuyer } from '#web/features/buyers/known-buyer.tsx';
import { MailList } from '#web/features/mails/mail-list.tsx';
import { orderDetailQuery } from '#web/features/orders/admin-order-queries.ts';
import { ConfirmPaid } from '#web/features/orders/confirm-paid.tsx';
import { OrderDetail } from '#web/features/orders/order-detail.tsx';
import { parseOrdersSearch } from '#web/features/orders/orders-search.ts';
import { OrdersTable } from '#web/features/orders/orders-table.tsx';
import { StrangersPanel } from '#web/features/orders/strangers-panel.tsx';
import { OrderPaper } from '#web/features/paper/order-paper.tsx';
import { BuyerDataButton } from '#web/features/privacy/buyer-data.tsx';
import { settingsQuery } from '#web/features/settings/settings-queries.ts';
import { TodayList } from '#web/features/today/today-list.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

const ordersRoute = getRouteApi('/orders');

/** The admin's orders: the list, or one of them, which has a URL of its own. */
export default function OrdersPage() {
  const { api } = ordersRoute.useRouteContext();
  const { order, ...search } = parseOrdersSearch(ordersRoute.useSearch());
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { setLoginOpen } = useAuth();
  const navigate = useNavigate();
  const askForLogin = useCallback(() => setLoginOpen(true), [setLoginOpen]);
  const confirmation = useConfirmation(askForLogin);
  const { timeZone } = settings.general;
  const back = '-ml-1 inline-flex min-h-11 items-center gap-2 text-quiet no-underline hover:text-accent';
  return (
    <>
      {order === undefined ? (
        <Link to="/manage" className={back}>
          <ArrowLeftIcon /> Back to Admin Panel
        </Link>
      ) : (
        <Link to="/orders" search={search} activeProps={{}} className={back}>
          <ArrowLeftIcon /> All orders
        </Link>
      )}
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
        <h1 className="text-4xl">Order Management</h1>
        {order === undefined && (
          <Link to="/payments" className={buttonClass('outline')}>
            Match payments
          </Link>
        )}
      </div>
      {order === undefined ? (
        <>
          <StrangersPanel onLoginNeeded={askForLogin} />
          {search.page === undefined && (
            <TodayList
              timeZone={timeZone}
              confirmPaid={(id, callbacks) => <ConfirmPaid id={id} {...callbacks} onLoginNeeded={askForLogin} />}
              onLoginNeeded={askForLogin}
            />
          )}
          <OrdersTable search={search} timeZone={timeZone} onLoginNeeded={askForLogin} />
          <BlockedEmails timeZone={timeZone} onLoginNeeded={askForLogin} />
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
              onLoginNeeded={askForLogin}
            />
          )}
          paperOf={(shown) => <OrderPaper order={shown} timeZone={timeZone} onLoginNeeded={askForLogin} />}
          buyerDataOf={({ customerEmail }) => (
            <BuyerDataButton email={customerEmail} onLoggedOut={askForLogin} onConfirmationNeeded={confirmation.ask} />
          )}
          buyerOf={({ id, customerEmail, buyer }) =>
            buyer && <KnownBuyer orderId={id} email={customerEmail} buyer={buyer} timeZone={timeZone} onLoginNeeded={askForLogin} />
          }
          onGone={() => void navigate({ to: '/orders', search })}
          onLoginNeeded={askForLogin}
          onConfirmationNeeded={confirmation.ask}
        />
      )}
      {confirmation.dialog}
    </>
  );
}
