import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { payableHandle } from '#contract/selling/venmo.ts';
import { pages } from '#contract/storefront/pages.ts';
import FirstSteps from '#web/features/admin/first-steps/first-steps.tsx';
import { firstStepsQuery } from '#web/features/admin/first-steps/first-steps-queries.ts';
import { ProxyWarning } from '#web/features/admin/operations/proxy-warning.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { ManageList } from '#web/features/catalogue/manage/manage-list.tsx';
import { parseManageSearch } from '#web/features/catalogue/manage/manage-search.ts';
import { FailedMediaJobsList } from '#web/features/media/files/failed-media-jobs.tsx';
import { SaleElsewhere } from '#web/features/selling/orders/sale-elsewhere.tsx';
import { Parts } from '#web/on-desk.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { LiveSearch } from '#web/ui/live-search.tsx';
import { ToMainPage } from './back-links.tsx';

const manageRoute = getRouteApi('/frame/manage');

/** The admin's start page: the whole collection, hidden specimens included, and links to the other admin pages. */
export default function ManagePage() {
  const { api } = manageRoute.useRouteContext();
  const navigate = useNavigate();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const takesVenmo = payableHandle(settings.venmo_settings) !== null;
  const { timeZone } = settings.general;
  const search = parseManageSearch(manageRoute.useSearch());
  const { isPending } = useQuery(firstStepsQuery);
  return (
    <>
      <ToMainPage />
      <div className="mt-2 flex flex-wrap items-end justify-between gap-x-8 gap-y-5">
        <h1 className="text-4xl">{pages.manage.title}</h1>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:grow">
          <Link to="/upload" className={buttonClass('solid', 'max-sm:basis-full')}>
            {pages.upload.title}
          </Link>
          <Link to="/manage/collections" className={buttonClass('outline')}>
            Collections
          </Link>
          <Parts at="manageLinks" />
        </div>
      </div>
      <ProxyWarning />
      <FirstSteps takesVenmo={takesVenmo} />
      <Suspense>
        <Parts at="beginning" />
      </Suspense>
      {/* Seen once it has its place: the steps come later, above it. */}
      <div className={isPending ? 'invisible' : undefined}>
        <FailedMediaJobsList />
        <Guide />
        <LiveSearch
          placeholder="Search specimens by title, category, or description..."
          term={search.search ?? ''}
          onSearch={(term) => {
            const { page: _page, search: _search, ...filters } = search;
            void navigate({ to: '/manage', search: { ...filters, search: term || undefined }, replace: true, resetScroll: false });
          }}
        />
        <Parts at="aboveList" timeZone={timeZone} />
        <ManageList
          search={search}
          timeZone={timeZone}
          linksOf={(filters, total) => <Parts at="listLinks" filters={filters} total={total} />}
          selectionOf={(ids, onDone) => <Parts at="selection" ids={ids} onDone={onDone} />}
          saleOf={(specimen, onClose) => <SaleElsewhere specimen={specimen} onClose={onClose} />}
        />
      </div>
    </>
  );
}

function Guide() {
  return (
    <dl aria-label="Guide" className="my-8 grid gap-x-12 gap-y-4 border-y border-line py-5 text-fine sm:grid-cols-2">
      <div>
        <dt className="font-medium">Hide</dt>
        <dd className="mt-1 text-quiet">
          Takes the specimen out of the gallery but keeps it in your collection. You can show it again anytime.
        </dd>
      </div>
      <div>
        <dt className="font-medium">Delete</dt>
        <dd className="mt-1 text-quiet">Permanently removes the specimen. Orders keep their copy. This cannot be undone.</dd>
      </div>
    </dl>
  );
}
