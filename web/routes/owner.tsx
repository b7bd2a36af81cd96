import { createRoute } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useAuth } from '#web/features/auth/auth-context.tsx';
import { rootRoute } from './root.tsx';

const EditPage = lazy(() => import('./edit-page.tsx'));
const ManagePage = lazy(() => import('./manage-page.tsx'));
const OrdersPage = lazy(() => import('./orders-page.tsx'));
const UploadPage = lazy(() => import('./upload-page.tsx'));
const SettingsPage = lazy(() => import('./settings-page.tsx'));
const LoginDialog = lazy(() => import('#web/features/auth/login-dialog.tsx'));

/** The owner's rooms are shells on the server; their code is fetched once the server has said that the owner is here. */
const ownerRoute = <Path extends string>(path: Path, title: string, page: ReactNode, asksForLogin = false) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    head: () => ({ meta: [{ title }, { name: 'robots', content: 'noindex' }] }),
    component: () => <OwnersOnly page={page} asksForLogin={asksForLogin} />,
  });

export const uploadRoute = ownerRoute('/upload', 'Add New Specimen', <UploadPage />);
export const manageRoute = ownerRoute('/manage', 'Manage Your Collection', <ManagePage />, true);
export const ordersRoute = ownerRoute('/orders', 'Order Management', <OrdersPage />);
export const editRoute = ownerRoute('/edit/$id', 'Edit Specimen', <EditPage />);
export const settingsRoute = ownerRoute('/settings', 'Site Settings', <SettingsPage />);

/** Shows the page to the owner. A visitor is sent to the front door, or asked to log in where the screen says so. */
function OwnersOnly({ page, asksForLogin }: { page: ReactNode; asksForLogin: boolean }) {
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
