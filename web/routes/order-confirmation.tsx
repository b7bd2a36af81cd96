import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from './root.tsx';

export const orderConfirmationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/order-confirmation/$order',
  validateSearch: (raw: Record<string, unknown>): { key?: string } =>
    typeof raw.key === 'string' && raw.key !== '' ? { key: raw.key } : {},
  head: () => ({
    meta: [{ title: 'Your order' }, { name: 'robots', content: 'noindex' }, { name: 'referrer', content: 'no-referrer' }],
  }),
  component: lazyRouteComponent(() => import('./order-confirmation-page.tsx')),
});
