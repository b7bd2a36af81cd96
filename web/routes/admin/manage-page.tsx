import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { lazy, useRef, useState } from 'react';
import { payableHandle } from '#contract/selling/venmo.ts';
import { pages } from '#contract/storefront/pages.ts';
import FirstSteps from '#web/features/admin/first-steps/first-steps.tsx';
import { firstStepsQuery } from '#web/features/admin/first-steps/first-steps-queries.ts';
import { ProxyWarning } from '#web/features/admin/operations/proxy-warning.tsx';
import { settingsQuery } from '#web/features/admin/settings/settings-queries.ts';
import { GuideAmongTools, ManageGuide } from '#web/features/catalogue/manage/manage-guide.tsx';
import { ManageList } from '#web/features/catalogue/manage/manage-list.tsx';
import { parseManageSearch } from '#web/features/catalogue/manage/manage-search.ts';
import { FailedMediaJobsList } from '#web/features/media/files/failed-media-jobs.tsx';
import { SaleElsewhere } from '#web/features/selling/orders/sale-elsewhere.tsx';
import { readStored, writeStored } from '#web/lib/storage.ts';
import { Parts } from '#web/on-desk.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { LiveSearch } from '#web/ui/live-search.tsx';
import { Rail, railLink } from '#web/ui/rail.tsx';
import { ToMainPage } from './back-links.tsx';
import { placeOf } from './first-steps/place.ts';

const FirstStepsScreen = lazy(() => import('./first-steps/first-steps-screen.tsx'));

/** Remembers in this browser that the guide is read. */
const GUIDE_READ = 'manageGuideRead';

const manageRoute = getRouteApi('/frame/manage');

/** The admin's start page, or one of the first steps: `/manage?step=payment`. */
export default function ManagePage() {
  const { step } = manageRoute.useSearch() as { step?: unknown };
  const place = placeOf(step);
  return place === null ? <WholeCollection /> : <FirstStepsScreen place={place} />;
}

/** The whole collection, hidden specimens included, and links to the other admin pages. */
function WholeCollection() {
  const { api } = manageRoute.useRouteContext();
  const navigate = useNavigate();
  const { data: settings } = useSuspenseQuery(settingsQuery(api));
  const takesVenmo = payableHandle(settings.venmo_settings) !== null;
  const { timeZone } = settings.general;
  const search = parseManageSearch(manageRoute.useSearch());
  const { isPending } = useQuery(firstStepsQuery);
  const [isGuideRead, setGuideRead] = useState(() => readStored('localStorage', GUIDE_READ) !== null);
  const heading = useRef<HTMLHeadingElement>(null);
  const readGuide = () => {
    writeStored('localStorage', GUIDE_READ, 'yes');
    setGuideRead(true);
    // The button goes away with the guide.
    heading.current?.focus({ preventScroll: true });
  };
  return (
    <>
      <ToMainPage />
      <div className="mt-1 flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <h1 ref={heading} tabIndex={-1} className="page-title outline-none max-sm:text-3xl">
          {pages.manage.title}
        </h1>
        <Link to="/upload" className={buttonClass('solid', 'max-sm:w-full')}>
          {pages.upload.title}
        </Link>
      </div>
      <ProxyWarning />
      <FirstSteps takesVenmo={takesVenmo} />
      {/* Seen once it has its place: the steps come later, above it. */}
      <div className={`mt-4 ${isPending ? 'invisible' : ''}`}>
        <LiveSearch
          placeholder="Search specimens by title, category, or description..."
          term={search.search ?? ''}
          onSearch={(term) => {
            const { page: _page, search: _search, ...filters } = search;
            void navigate({ to: '/manage', search: { ...filters, search: term || undefined }, replace: true, resetScroll: false });
          }}
        />
        <ManageList
          search={search}
          timeZone={timeZone}
          tools={<Tools hasGuide={isGuideRead} />}
          guide={!isGuideRead && <ManageGuide onRead={readGuide} />}
          linksOf={(filters, total, link) => <Parts at="listLinks" filters={filters} total={total} link={link} />}
          selectionOf={(ids, onDone) => <Parts at="selection" ids={ids} onDone={onDone} />}
          saleOf={(specimen, onClose) => <SaleElsewhere specimen={specimen} onClose={onClose} />}
        >
          <FailedMediaJobsList />
          <Parts at="aboveList" timeZone={timeZone} />
        </ManageList>
      </div>
    </>
  );
}

/** What else is looked after from here. */
const Tools = ({ hasGuide }: { hasGuide: boolean }) => (
  <Rail label="Tools" endsRow panel="order-1 basis-full pb-3">
    {() => (
      <>
        <p className="text-sm text-quiet max-xl:hidden">Tools</p>
        <ul className="max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-8 max-xl:pl-3 md:max-xl:grid-cols-4">
          <li>
            <Link to="/manage/collections" className={railLink}>
              {pages.manageCollections.title}
            </Link>
          </li>
          <li>
            <Link to="/manage/species" className={railLink}>
              {pages.manageSpecies.title}
            </Link>
          </li>
          <li>
            <Link to="/manage" search={{ step: 'overview' }} activeProps={{}} className={railLink}>
              First steps
            </Link>
          </li>
          <Parts at="manageLinks" link={railLink} />
          <li>
            <Link to="/settings" hash="export-and-import" className={railLink}>
              Export and Import
            </Link>
          </li>
        </ul>
        {hasGuide && <GuideAmongTools />}
      </>
    )}
  </Rail>
);
