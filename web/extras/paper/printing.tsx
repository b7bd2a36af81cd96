import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Page } from '#contract/storefront/page-kinds.ts';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { ToAdminPanel } from '#web/routes/admin/back-links.tsx';
import { rootRoute } from '#web/routes/root.tsx';
import { ArrowLeftIcon } from '#web/ui/icons.tsx';
import type { PaperProps } from './paper-search.ts';

const ways = {
  toOrders: (
    <Link to="/orders" className="back-link">
      <ArrowLeftIcon /> All orders
    </Link>
  ),
  toManage: <ToAdminPanel />,
};

type Props<Search> = {
  /** Its line in the page table. */
  page: Page;
  back: keyof typeof ways;
  /** Reads its URL. */
  parse: (raw: Record<string, unknown>) => Search;
  Papers: ComponentType<PaperProps<Search>>;
};

/** A page of something to print; its heading and the way back are not. */
export function PrintPage<Search>({ page, back, parse, Papers }: Props<Search>) {
  const { api } = rootRoute.useRouteContext();
  const { timeZone } = useSuspenseQuery(settingsQuery(api)).data.general;
  const navigate = rootRoute.useNavigate();
  return (
    <>
      <div className="print:hidden">
        {ways[back]}
        <h1 className="mt-2 page-title">{page.title}</h1>
      </div>
      <Papers
        search={parse(useSearch({ strict: false }))}
        timeZone={timeZone}
        onSearch={(search) => void navigate({ to: page.path, search: search as object, replace: true, resetScroll: false })}
      />
    </>
  );
}
