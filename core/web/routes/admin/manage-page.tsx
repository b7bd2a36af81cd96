import { useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { pages } from '#core/contract/storefront/pages.ts';
import { ProxyWarning } from '#core/web/admin/operations/proxy-warning.tsx';
import { settingsQuery } from '#core/web/admin/settings/settings-queries.ts';
import { ManageGuide } from '#core/web/catalogue/manage/manage-guide.tsx';
import { ManageList } from '#core/web/catalogue/manage/manage-list.tsx';
import { parseManageSearch } from '#core/web/catalogue/manage/manage-search.ts';
import { FailedMediaJobsList } from '#core/web/media/files/failed-media-jobs.tsx';
import { insteadOfManage, Parts } from '#core/web/on-desk.tsx';
import { buttonClass } from '#ui/button.tsx';
import { LiveSearch } from '#ui/live-search.tsx';
import { Rail, railLink } from '#ui/rail.tsx';
import { ToMainPage } from './back-links.tsx';

const manageRoute = getRouteApi('/frame/manage');

/** A feature may take Manage's place. */
export default function ManagePage() {
  return insteadOfManage(manageRoute.useSearch()) ?? <WholeCollection />;
}

function WholeCollection() {
  const { api } = manageRoute.useRouteContext();
  const navigate = useNavigate();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const { timeZone } = settings.general;
  const search = parseManageSearch(manageRoute.useSearch());
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 sm:gap-x-8 sm:gap-y-2">
        <h1 className="page-title max-sm:order-1 max-sm:flex max-sm:min-h-11 max-sm:items-center max-sm:text-[1.375rem]">
          {pages.manage.title}
        </h1>
        <Parts at="manageHead" />
        <span className="max-sm:mr-auto sm:ml-auto">
          <ToMainPage />
        </span>
        <Link to="/upload" className={buttonClass('solid', 'max-sm:px-3')}>
          {pages.upload.title}
        </Link>
      </div>
      <ProxyWarning />
      <Parts at="aboveManage" settings={settings} />
      <div className="sm:mt-4">
        <LiveSearch
          placeholder="Search specimens by title, category, or description..."
          term={search.search ?? ''}
          onSearch={(term) => {
            const { page: _page, search: _search, ...filters } = search;
            void navigate({
              to: '/manage',
              search: { ...filters, search: term || undefined },
              replace: true,
              resetScroll: false,
            });
          }}
        />
        <ManageList
          search={search}
          timeZone={timeZone}
          toolsOf={(listed) => <Tools {...listed} />}
          selectionOf={(ids, onDone) => <Parts at="selection" ids={ids} onDone={onDone} />}
          actionsOf={(specimen, link, open) => (
            <Parts at="cardActions" specimen={specimen} link={link} open={open} />
          )}
        >
          <FailedMediaJobsList />
          <Parts at="aboveList" timeZone={timeZone} />
        </ManageList>
      </div>
    </>
  );
}

const Tools = (listed: { filters: object; total: number }) => (
  <Rail label="Tools" endsRow isMenu panel="order-1 basis-full pb-3">
    {() => (
      <>
        <ul className="max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-8 max-xl:pl-3 md:max-xl:grid-cols-4">
          <li>
            <Link to="/manage/collections" className={railLink}>
              {pages.manageCollections.title}
            </Link>
          </li>
          <Parts at="catalogueLinks" link={railLink} />
          <Parts at="manageLinks" link={railLink} />
          {listed.total > 0 && <Parts at="listLinks" link={railLink} {...listed} />}
        </ul>
        <ManageGuide />
      </>
    )}
  </Rail>
);
