import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pages } from '#contract/storefront/pages.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { TodayList } from '#web/features/admin/today/today-list.tsx';
import { ConfirmPaid } from '#web/features/selling/orders/confirm-paid.tsx';
import { UnpaidOrders } from '#web/features/selling/orders/unpaid-orders.tsx';
import { ToAdminPanel } from './back-links.tsx';

const todayRoute = getRouteApi('/frame/today');

/** What waits for the admin, and the orders that wait for their buyers. */
export default function TodayPage() {
  const { api } = todayRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  return (
    <>
      <ToAdminPanel />
      <h1 id="today" className="mt-2 text-4xl">
        {pages.today.title}
      </h1>
      <TodayList
        labelledBy="today"
        timeZone={settings.general.timeZone}
        confirmPaid={(id, callbacks) => <ConfirmPaid id={id} {...callbacks} />}
      />
      <UnpaidOrders />
    </>
  );
}
