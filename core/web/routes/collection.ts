import { createRoute } from '@tanstack/react-router';
import { pages } from '#core/contract/storefront/pages.ts';
import { frameRoute } from './root.tsx';
import { wholePageOf } from './screens.ts';

export const collectionRoute = createRoute({
  getParentRoute: () => frameRoute,
  path: pages.collection.path,
  validateSearch: ({ cursor }: Record<string, unknown>): { cursor?: string } =>
    typeof cursor === 'string' ? { cursor } : {},
  loaderDeps: ({ search }) => search,
  ...wholePageOf('collection'),
});
