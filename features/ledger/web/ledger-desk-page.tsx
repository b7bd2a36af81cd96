import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { parseLedgerSearch } from '#features/ledger/web/ledger-search.ts';
import { LedgerSheet } from '#features/ledger/web/ledger-sheet.tsx';
import { LedgerView } from '#features/ledger/web/ledger-view.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
import { formatDay } from '#ui/lib/format.ts';

const ledgerRoute = getRouteApi('/frame/ledger');

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
        onYear={(chosen) =>
          void navigate({
            to: '/ledger',
            search: { year: chosen },
            replace: true,
            resetScroll: false,
          })
        }
        paperOf={(ledger) => (
          <LedgerSheet ledger={ledger} today={formatDay(new Date().toISOString(), timeZone)} />
        )}
      />
    </>
  );
}
