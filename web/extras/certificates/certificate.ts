import { createRoute } from '@tanstack/react-router';
import { pages } from '#contract/storefront/pages.ts';
import { frameRoute } from '#web/routes/root.tsx';
import { wholePageOf } from '#web/routes/screens.ts';

export const certificateRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: pages.certificate.path,
  staticData: { hasFooter: true },
  ...wholePageOf('certificate'),
});
