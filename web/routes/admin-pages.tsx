import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useMe } from '#web/features/auth/auth-session.tsx';
import { useHydrated } from '#web/lib/hydrated.ts';
import { rootRoute } from './root.tsx';

const CollectionsPage = lazy(() => import('./admin/collections-page.tsx'));
const EditPage = lazy(() => import('./admin/edit-page.tsx'));
const InboxPage = lazy(() => import('./admin/inbox-page.tsx'));
const IntakePage = lazy(() => import('./admin/intake-page.tsx'));
const LedgerPage = lazy(() => import('./admin/ledger-page.tsx'));
const ManagePage = lazy(() => import('./admin/manage-page.tsx'));
const OrdersPage = lazy(() => import('./admin/orders-page.tsx'));
const PaymentsPage = lazy(() => import('./admin/payments-page.tsx'));
const PrintPage = lazy(() => import('./admin/print-page.tsx'));
const ShowPage = lazy(() => import('./admin/show-page.tsx'));
const UploadPage = lazy(() => import('./admin/upload-page.tsx'));
const SettingsPage = lazy(() => import('./admin/settings-page.tsx'));
const LoginDialog = lazy(() => import('#web/features/auth/login-dialog.tsx'));

export const upload = () => <AdminOnly page={<UploadPage />} />;
export const manage = () => <AdminOnly page={<ManagePage />} asksForLogin />;
export const manageCollections = () => <AdminOnly page={<CollectionsPage />} />;
export const orders = () => <AdminOnly page={<OrdersPage />} />;
export const inbox = () => <AdminOnly page={<InboxPage />} />;
export const intake = () => <AdminOnly page={<IntakePage />} />;
export const payments = () => <AdminOnly page={<PaymentsPage />} />;
export const ledger = () => <AdminOnly page={<LedgerPage />} />;
export const printSlips = () => <AdminOnly page={<PrintPage name="printSlips" />} />;
export const printInvoices = () => <AdminOnly page={<PrintPage name="printInvoices" />} />;
export const printCertificates = () => <AdminOnly page={<PrintPage name="printCertificates" />} />;
export const printLabels = () => <AdminOnly page={<PrintPage name="printLabels" />} />;
/** Works on what is on the device, whether the shop can be asked or not. */
export const show = () => <Suspense>{useHydrated() && <ShowPage />}</Suspense>;
export const edit = () => <AdminOnly page={<EditPage />} />;
export const settings = () => <AdminOnly page={<SettingsPage />} />;

/**
 * Shows the page to the admin: the server renders a shell, and its code is fetched once the server has confirmed the session.
 * Visitors are redirected home, or asked to log in if `asksForLogin` is set.
 */
function AdminOnly({ page, asksForLogin = false }: { page: ReactNode; asksForLogin?: boolean }) {
  const me = useMe();
  const navigate = rootRoute.useNavigate();
  const isVisitor = me?.userRole === 'guest';

  useEffect(() => {
    if (isVisitor && !asksForLogin) void navigate({ to: '/', replace: true });
  }, [isVisitor, asksForLogin, navigate]);

  return (
    <div className="page min-h-[calc(100svh-var(--header-height))] py-10 print:contents">
      <Suspense fallback={<Waiting />}>
        {me?.userRole === 'admin' ? page : <Waiting />}
        {isVisitor && asksForLogin && <LoginDialog open onClose={() => void navigate({ to: '/' })} />}
      </Suspense>
      <p className="hidden unscripted:block">Managing the shop needs JavaScript. Please turn it on for this site.</p>
    </div>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading" className="waiting needs-script space-y-4">
    <div className="h-10 w-72 max-w-full bg-line" />
    <div className="h-64 bg-line" />
  </div>
);
