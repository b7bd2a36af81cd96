import type { PageName } from '#contract/storefront/pages.ts';
import { certificateRoute } from '#web/extras/certificates/certificate.ts';
import { collectionRoute } from './collection.ts';
import { homeRoute } from './home.tsx';
import { privacyRoute, returnsRoute, shippingRoute } from './legal.ts';
import { orderConfirmationRoute } from './order-confirmation.tsx';
import { type PlainPageName, plainRoutes } from './plain-pages.tsx';
import { frameRoute, rootRoute } from './root.tsx';
import { specimenRoute } from './specimen.tsx';
import { askRoute, waitRoute } from './specimen-form.ts';
import { localityRoute, speciesRoute } from './topic.tsx';

/** The pages whose title depends on their data; each has a module. */
const ownRoutes = {
  home: homeRoute,
  specimen: specimenRoute,
  species: speciesRoute,
  locality: localityRoute,
  collection: collectionRoute,
  ask: askRoute,
  wait: waitRoute,
  certificate: certificateRoute,
  orderConfirmation: orderConfirmationRoute,
  shipping: shippingRoute,
  returns: returnsRoute,
  privacy: privacyRoute,
} satisfies Record<Exclude<PageName, PlainPageName>, unknown>;

/** Every screen of the shop. */
export const routeTree = rootRoute.addChildren([frameRoute.addChildren({ ...plainRoutes, ...ownRoutes })]);
