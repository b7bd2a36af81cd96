import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { PaymentMatcher } from '#features/statements/web/payment-matcher.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';

const paymentsRoute = getRouteApi('/frame/payments');

export default function PaymentsPage() {
  const { api } = paymentsRoute.useRouteContext();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  return (
    <>
      <Link to="/orders" className="back-link">
        <ArrowLeftIcon /> All orders
      </Link>
      <h1 className="mt-2 page-title">Payments</h1>
      <PaymentMatcher timeZone={settings.general.timeZone} />
    </>
  );
}
