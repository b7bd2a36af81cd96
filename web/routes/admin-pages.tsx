import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { rootRoute } from './root.tsx';

const EditPage = lazy(() => import('./edit-page.tsx'));
const ManagePage = lazy(() => import('./manage-page.tsx'));
const OrdersPage = lazy(() => import('./orders-page.tsx'));
const UploadPage = lazy(() => import('./upload-page.tsx'));
const SettingsPage = lazy(() => import('./settings-page.tsx'));
const LoginDialog = lazy(() => import('#web/features/auth/login-dialog.tsx'));

export const AdminUploadPage = () => <AdminOnly page={<UploadPage />} />;
export const AdminManagePage = () => <AdminOnly page={<ManagePage />} asksForLogin />;
export const AdminOrdersPage = () => <AdminOnly page={<OrdersPage />} />;
export const AdminEditPage = () => <AdminOnly page={<EditPage />} />;
export const AdminSettingsPage = () => <AdminOnly page={<SettingsPage />} />;

/**
 * Shows the page to the owner: a shell on the server, its code fetched once the server has said that the owner is here.
 * A visitor is sent to the front door, or asked to log in where the screen says so.
 */
function AdminOnly({ page, asksForLogin = false }: { page: ReactNode; asksForLogin?: boolean }) {
  const { isAdmin, isKnown } = useAuth();
  const navigate = rootRoute.useNavigate();
  const isVisitor = isKnown && !isAdmin;

  useEffect(() => {
    if (isVisitor && !asksForLogin) void navigate({ to: '/', replace: true });
  }, [isVisitor, asksForLogin, navigate]);

  return (
    <div className="page min-h-[calc(100svh-var(--header-height))] py-10">
      <Suspense fallback={<Waiting />}>
        {isKnown && isAdmin ? page : <Waiting />}
        {isVisitor && asksForLogin && <LoginDialog open onClose={() => void navigate({ to: '/' })} />}
      </Suspense>
      <p className="hidden unscripted:block">Managing the shop needs JavaScript; please switch it on for this site.</p>
    </div>
  );
}

const Waiting = () => (
  <div role="status" aria-label="Loading" className="waiting needs-script space-y-4">
    <div className="h-10 w-72 bg-line" />
    <div className="h-64 bg-line" />
  </div>
);
