import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pages } from '#contract/storefront/pages.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { TodayList } from '#web/features/admin/today/today-list.tsx';
import { ordersPageQuery } from '#web/features/selling/orders/admin-order-queries.ts';
import { ConfirmPaid } from '#web/features/selling/orders/confirm-paid.tsx';
import { UnpaidOrders } from '#web/features/selling/orders/unpaid-orders.tsx';
import { ToAdminPanel } from './back-links.tsx';

const todayRoute = getRouteApi('/frame/today');

/** What waits for the admin, and the orders that wait for their buyers. */
export default function TodayPage() {
  const { api } = todayRoute.useRouteContext();
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  const unpaid = useQuery(ordersPageQuery({})).data?.counts.pending;
  return (
    <>
      <ToAdminPanel />
      <h1 id="today" className="mt-2 text-4xl">
        {pages.today.title}
      </h1>
      <TodayList
        labelledBy="today"
        timeZone={timeZone}
        emptyText={unpaid === undefined ? null : unpaid === 0 ? 'You’re all caught up.' : 'Nothing to do right now.'}
        confirmPaid={(id, callbacks) => <ConfirmPaid id={id} timeZone={timeZone} {...callbacks} />}
      />
      {unpaid !== undefined && unpaid > 0 && <UnpaidOrders count={unpaid} />}
    </>
  );
}
