import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { pages } from '#contract/storefront/pages.ts';
import { CertificateCards } from '#web/extras/paper/certificate-cards.tsx';
import { Invoices } from '#web/extras/paper/invoices.tsx';
import { Labels } from '#web/extras/paper/labels.tsx';
import {
  type PaperProps,
  type PrintSearch,
  parseCertificatesSearch,
  parseLabelsSearch,
  parseOrdersPrintSearch,
} from '#web/extras/paper/paper-search.ts';
import { Slips } from '#web/extras/paper/slips.tsx';
import { openLogin } from '#web/features/admin/auth/auth-session.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { rootRoute } from '#web/routes/root.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';

type Raw = Record<string, unknown>;
type RawProps = Omit<PaperProps<PrintSearch>, 'search'> & { raw: Raw };

/** The papers of a URL. */
const papersOf =
  <Search extends PrintSearch>(parse: (raw: Raw) => Search, Papers: ComponentType<PaperProps<Search>>) =>
  ({ raw, ...props }: RawProps) => <Papers search={parse(raw)} {...props} />;

const toOrders = { to: '/orders', text: 'All orders' } as const;
const toManage = { to: '/manage', text: 'Back to Admin Panel' } as const;

const papers = {
  printSlips: { back: toOrders, Papers: papersOf(parseOrdersPrintSearch, Slips) },
  printInvoices: { back: toOrders, Papers: papersOf(parseOrdersPrintSearch, Invoices) },
  printCertificates: { back: toOrders, Papers: papersOf(parseCertificatesSearch, CertificateCards) },
  printLabels: { back: toManage, Papers: papersOf(parseLabelsSearch, Labels) },
};

/** A page of something to print; its heading and the way back are not. */
export default function PrintPage({ name }: { name: keyof typeof papers }) {
  const { back, Papers } = papers[name];
  const { api } = rootRoute.useRouteContext();
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  const navigate = rootRoute.useNavigate();
  return (
    <>
      <div className="print:hidden">
        <Link to={back.to} className="back-link">
          <ArrowLeftIcon /> {back.text}
        </Link>
        <h1 className="mt-2 text-4xl">{pages[name].title}</h1>
      </div>
      <Papers
        raw={useSearch({ strict: false })}
        timeZone={timeZone}
        onSearch={(search) => void navigate({ to: pages[name].path, search, replace: true, resetScroll: false })}
        onLoginNeeded={openLogin}
      />
    </>
  );
}
