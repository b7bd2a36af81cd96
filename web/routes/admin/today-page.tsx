import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pages } from '#contract/storefront/pages.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { TodayList } from '#web/features/admin/today/today-list.tsx';
import { ConfirmPaid } from '#web/features/selling/orders/confirm-paid.tsx';

const todayRoute = getRouteApi('/frame/today');

/** What waits for the admin, and the orders that wait for their buyers. */
export default function TodayPage() {
  const { api } = todayRoute.useRouteContext();
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  return (
    <>
      <h1 id="today" className="page-title">
        {pages.today.title}
      </h1>
      <TodayList
        labelledBy="today"
        timeZone={timeZone}
        confirmPaid={(order, callbacks) => <ConfirmPaid {...order} timeZone={timeZone} {...callbacks} />}
      />
    </>
  );
}
