import { createRoute, notFound } from '@tanstack/react-router';
import { pages } from '#core/contract/storefront/pages.ts';
import { frameRoute } from './root.tsx';
import { screenOf } from './screens.ts';

export const orderConfirmationRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: pages.orderConfirmation.path,
  validateSearch: (raw: Record<string, unknown>): { key?: string } =>
    typeof raw.key === 'string' && raw.key !== '' ? { key: raw.key } : {},
  loader: ({ params }) => {
    if (!/^[1-9]\d{0,9}$/.test(params.order)) throw notFound({ data: 'order' });
  },
  head: () => ({
    meta: [
      { title: 'Your order' },
      { name: 'robots', content: 'noindex' },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: screenOf('orderConfirmation'),
});
