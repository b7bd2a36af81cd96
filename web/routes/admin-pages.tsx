import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { CorePageName, PageName, pages } from '#contract/storefront/pages.ts';
import { Refusals } from '#web/features/admin/account/refusals.tsx';
import { useMe } from '#web/features/admin/auth/auth-session.tsx';
import { DeskLinks } from '#web/features/admin/today/desk-links.tsx';
import { useHydrated } from '#web/lib/hydrated.ts';
import { type DrawnOnDesk, entriesOnDesk, Parts } from '#web/on-desk.tsx';
import { needsScript } from '#web/ui/needs-script.ts';
import { useCutPasteNotice } from '#web/ui/use-cut-paste-notice.ts';
import { useRescuedFocus } from '#web/ui/use-rescued-focus.ts';
import { rootRoute } from './root.tsx';
import './admin-pages.css';

const CollectionsPage = lazy(() => import('./admin/collections-page.tsx'));
const EditPage = lazy(() => import('./admin/edit-page.tsx'));
const InboxPage = lazy(() => import('./admin/inbox-page.tsx'));
const ManagePage = lazy(() => import('./admin/manage-page.tsx'));
const OrdersPage = lazy(() => import('./admin/orders-page.tsx'));
const SpeciesPage = lazy(() => import('./admin/species-page.tsx'));
const TodayPage = lazy(() => import('./admin/today-page.tsx'));
const UploadPage = lazy(() => import('./admin/upload-page.tsx'));
const SettingsPage = lazy(() => import('./admin/settings-page.tsx'));
const LoginDialog = lazy(() => import('#web/features/admin/auth/login-dialog.tsx'));

/** The core's screens, by the names of their pages. */
const coreScreens = {
  upload: UploadPage,
  manage: ManagePage,
  manageCollections: CollectionsPage,
  manageSpecies: SpeciesPage,
  today: TodayPage,
  orders: OrdersPage,
  inbox: InboxPage,
  edit: EditPage,
  settings: SettingsPage,
} satisfies Record<AdminPageName & CorePageName, ComponentType>;

type AdminPageName = { [Name in PageName]: (typeof pages)[Name]['screen'] extends './admin-pages' ? Name : never }[PageName];

type ExtraScreen = { Screen: ComponentType; isForAnyone?: true };
/** The extras' screens. A page of theirs that no extra draws does not compile. */
const extraScreens = entriesOnDesk('screens') as Record<DrawnOnDesk, ExtraScreen> satisfies Record<
  Exclude<AdminPageName, CorePageName>,
  ExtraScreen
>;

const extraScreenOf = (name: string): ExtraScreen | undefined =>
  Object.hasOwn(extraScreens, name) ? extraScreens[name as DrawnOnDesk] : undefined;

const desk = <DeskLinks extrasOf={(link) => <Parts at="deskLinks" link={link} />} />;

/** The page of the owner that has the name, the core's or an extra's. */
export default function AdminPage({ name }: { name: string }) {
  const extra = extraScreenOf(name);
  const Screen = extra?.Screen ?? coreScreens[name as keyof typeof coreScreens];
  const isHydrated = useHydrated();
  const isAdmin = useMe()?.userRole === 'admin';
  useRescuedFocus();
  return (
    <>
      <Refusals />
      {extra?.isForAnyone ? (
        <>
          {isHydrated && isAdmin && (
            <div className="room">
              <div className="page pt-4 *:mb-0 sm:pt-6">{desk}</div>
            </div>
          )}
          <Suspense>{isHydrated && <Screen />}</Suspense>
        </>
      ) : (
        <AdminOnly page={<Screen />} asksForLogin={name === 'manage'} />
      )}
    </>
  );
}

/**
 * Shows the page to the admin: the server renders a shell, and its code is fetched once the server has confirmed the session.
 * Visitors are redirected home, or asked to log in if `asksForLogin` is set.
 */
function AdminOnly({ page, asksForLogin = false }: { page: ReactNode; asksForLogin?: boolean }) {
  const me = useMe();
  const navigate = rootRoute.useNavigate();
  const isVisitor = me?.userRole === 'guest';
  useCutPasteNotice();

  useEffect(() => {
    if (isVisitor && !asksForLogin) void navigate({ to: '/', replace: true });
  }, [isVisitor, asksForLogin, navigate]);

  return (
    <div className="page min-h-[calc(100svh-var(--header-height))] pt-4 pb-10 sm:pt-6 print:contents">
      {me?.userRole === 'admin' && desk}
      <Suspense fallback={<Waiting />}>
        {me?.userRole === 'admin' ? page : <Waiting />}
        {isVisitor && asksForLogin && <LoginDialog open onClose={() => void navigate({ to: '/' })} />}
      </Suspense>
      <p className="hidden unscripted:block">{needsScript('Managing the shop')}</p>
    </div>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading" className="waiting needs-script space-y-4">
    <div className="h-10 w-72 max-w-full bg-line" />
    <div className="h-64 bg-line" />
  </div>
);
