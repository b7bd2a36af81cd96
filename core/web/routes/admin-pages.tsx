import { type ComponentType, lazy, type ReactNode, Suspense, useEffect } from 'react';
import type { adminPage } from '#core/contract/storefront/page-kinds.ts';
import type { CorePageName, PageName, pages } from '#core/contract/storefront/pages.ts';
import { Refusals } from '#core/web/admin/account/refusals.tsx';
import { useMe } from '#core/web/admin/auth/auth-session.tsx';
import { type DrawnOnDesk, entriesOnDesk } from '#core/web/on-desk.tsx';
import { useHydrated } from '#ui/lib/hydrated.ts';
import { needsScript } from '#ui/needs-script.ts';
import { useCutPasteNotice } from '#ui/use-cut-paste-notice.ts';
import { useRescuedFocus } from '#ui/use-rescued-focus.ts';
import { DeskLinks } from './admin/desk-links.tsx';
import { rootRoute } from './root.tsx';
import './admin-pages.css';

const CollectionsPage = lazy(() => import('./admin/collections-page.tsx'));
const EditPage = lazy(() => import('./admin/edit-page.tsx'));
const ManagePage = lazy(() => import('./admin/manage-page.tsx'));
const OrdersPage = lazy(() => import('./admin/orders-page.tsx'));
const UploadPage = lazy(() => import('./admin/upload-page.tsx'));
const SettingsPage = lazy(() => import('./admin/settings-page.tsx'));
const LoginDialog = lazy(() => import('#core/web/admin/auth/login-dialog.tsx'));

/** By the names of their pages. */
const coreScreens = {
  upload: UploadPage,
  manage: ManagePage,
  manageCollections: CollectionsPage,
  orders: OrdersPage,
  edit: EditPage,
  settings: SettingsPage,
} satisfies Record<AdminPageName & CorePageName, ComponentType>;

type AdminPageName = {
  [Name in PageName]: (typeof pages)[Name]['screen'] extends (typeof adminPage)['screen']
    ? Name
    : never;
}[PageName];

type FeatureScreen = { Screen: ComponentType; isForAnyone?: true };
/** A feature's page that no feature draws does not compile. */
const featureScreens = entriesOnDesk('screens') as Record<
  DrawnOnDesk,
  FeatureScreen
> satisfies Record<Exclude<AdminPageName, CorePageName>, FeatureScreen>;

const featureScreenOf = (name: string): FeatureScreen | undefined =>
  Object.hasOwn(featureScreens, name) ? featureScreens[name as DrawnOnDesk] : undefined;

export default function AdminPage({ name }: { name: string }) {
  const feature = featureScreenOf(name);
  const Screen = feature?.Screen ?? coreScreens[name as keyof typeof coreScreens];
  const isHydrated = useHydrated();
  const isAdmin = useMe()?.userRole === 'admin';
  useRescuedFocus();
  return (
    <>
      <Refusals />
      {feature?.isForAnyone ? (
        <>
          {isHydrated && isAdmin && (
            <div className="room desk:hidden">
              <div className="page pt-4 *:mb-0">
                <DeskLinks />
              </div>
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
 * The page's code is fetched once the server has confirmed the session. Visitors are redirected
 * home, or asked to log in if `asksForLogin` is set.
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
    <div className="page min-h-[calc(100svh-var(--header-height))] pt-4 pb-10 print:contents">
      {me?.userRole === 'admin' && <DeskLinks />}
      <Suspense fallback={<Waiting />}>
        {me?.userRole === 'admin' ? page : <Waiting />}
        {isVisitor && asksForLogin && (
          <LoginDialog open onClose={() => void navigate({ to: '/' })} />
        )}
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
