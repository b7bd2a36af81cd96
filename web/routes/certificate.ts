import { createRoute } from '@tanstack/react-router';
import { pages } from '#contract/pages.ts';
import { rootRoute } from './root.tsx';
import { wholePageOf } from './screens.ts';

export const certificateRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: pages.certificate.path,
  staticData: { hasFooter: true },
  ...wholePageOf('certificate'),
});
