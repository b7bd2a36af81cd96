import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { PaymentMatcher } from '#web/extras/statements/payment-matcher.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

const paymentsRoute = getRouteApi('/frame/payments');

/** Finds the payments of orders in the payment app's statement. */
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
