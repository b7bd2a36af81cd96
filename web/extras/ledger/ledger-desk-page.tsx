import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { parseLedgerSearch } from '#web/extras/ledger/ledger-search.ts';
import { LedgerSheet } from '#web/extras/ledger/ledger-sheet.tsx';
import { LedgerView } from '#web/extras/ledger/ledger-view.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { formatDay } from '#web/lib/format.ts';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

const ledgerRoute = getRouteApi('/frame/ledger');

/** What was sold in a year. */
export default function LedgerPage() {
  const { api } = ledgerRoute.useRouteContext();
  const { year } = parseLedgerSearch(ledgerRoute.useSearch());
  const navigate = ledgerRoute.useNavigate();
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  return (
    <>
      <div className="print:hidden">
        <Link to="/orders" className="back-link">
          <ArrowLeftIcon /> All orders
        </Link>
        <h1 className="mt-2 page-title">Ledger</h1>
      </div>
      <LedgerView
        year={year}
        onYear={(chosen) => void navigate({ to: '/ledger', search: { year: chosen }, replace: true, resetScroll: false })}
        paperOf={(ledger) => <LedgerSheet ledger={ledger} today={formatDay(new Date().toISOString(), timeZone)} />}
      />
    </>
  );
}
