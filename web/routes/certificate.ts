import { createRoute } from '@tanstack/react-router';
import { pages } from '#contract/pages.ts';
import { frameRoute } from './root.tsx';
import { wholePageOf } from './screens.ts';

export const certificateRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: pages.certificate.path,
  staticData: { hasFooter: true },
  ...wholePageOf('certificate'),
});
