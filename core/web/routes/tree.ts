import { collectionRoute } from './collection.ts';
import { homeRoute } from './home.tsx';
import { orderConfirmationRoute } from './order-confirmation.tsx';
import { frameRoute, missingRoute, rootRoute } from './root.tsx';
import { specimenRoute } from './specimen.tsx';
import { type OwnRoute, tableRoutes } from './table-routes.tsx';

const ownRoutes = {
  home: homeRoute,
  specimen: specimenRoute,
  collection: collectionRoute,
  orderConfirmation: orderConfirmationRoute,
} satisfies Record<OwnRoute, unknown>;

export const routeTree = rootRoute.addChildren([
  frameRoute.addChildren({ ...tableRoutes, ...ownRoutes, missing: missingRoute }),
]);
