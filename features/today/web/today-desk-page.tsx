import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { pages } from '#core/contract/storefront/pages.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { ConfirmPaid } from '#core/web/selling/orders/confirm-paid.tsx';
import { TodayList } from './today-list.tsx';

const todayRoute = getRouteApi('/frame/today');

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
        confirmPaid={(order, callbacks) => (
          <ConfirmPaid {...order} timeZone={timeZone} {...callbacks} />
        )}
      />
    </>
  );
}
