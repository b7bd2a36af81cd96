import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import type { Page } from '#core/contract/storefront/page-kinds.ts';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { ToAdminPanel } from '#core/web/routes/admin/back-links.tsx';
import { rootRoute } from '#core/web/routes/root.tsx';
import { ArrowLeftIcon } from '#ui/icons.tsx';
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
  page: Page;
  back: keyof typeof ways;
  parse: (raw: Record<string, unknown>) => Search;
  Papers: ComponentType<PaperProps<Search>>;
};

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
        onSearch={(search) =>
          void navigate({
            to: page.path,
            search: search as object,
            replace: true,
            resetScroll: false,
          })
        }
      />
    </>
  );
}
