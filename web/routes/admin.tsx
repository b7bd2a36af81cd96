import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

const rooms = () => import('./admin-pages.tsx');

const adminRoute = <Path extends string>(path: Path, title: string, room: keyof Awaited<ReturnType<typeof rooms>>) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    head: () => ({ meta: [{ title }, { name: 'robots', content: 'noindex' }] }),
    component: lazyRouteComponent(rooms, room),
  });

export const uploadRoute = adminRoute('/upload', 'Add New Specimen', 'AdminUploadPage');
export const manageRoute = adminRoute('/manage', 'Manage Your Collection', 'AdminManagePage');
export const ordersRoute = adminRoute('/orders', 'Order Management', 'AdminOrdersPage');
export const editRoute = adminRoute('/edit/$id', 'Edit Specimen', 'AdminEditPage');
export const settingsRoute = adminRoute('/settings', 'Site Settings', 'AdminSettingsPage');
