import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

const rooms = () => import('./owner-rooms.tsx');

const ownerRoute = <Path extends string>(path: Path, title: string, room: keyof Awaited<ReturnType<typeof rooms>>) =>
  createRoute({
    getParentRoute: () => rootRoute,
    path,
    head: () => ({ meta: [{ title }, { name: 'robots', content: 'noindex' }] }),
    component: lazyRouteComponent(rooms, room),
  });

export const uploadRoute = ownerRoute('/upload', 'Add New Specimen', 'UploadRoom');
export const manageRoute = ownerRoute('/manage', 'Manage Your Collection', 'ManageRoom');
export const ordersRoute = ownerRoute('/orders', 'Order Management', 'OrdersRoom');
export const editRoute = ownerRoute('/edit/$id', 'Edit Specimen', 'EditRoom');
export const settingsRoute = ownerRoute('/settings', 'Site Settings', 'SettingsRoom');
