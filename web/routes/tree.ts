import { editRoute, manageRoute, ordersRoute, settingsRoute, uploadRoute } from './admin.tsx';
import { checkoutRoute } from './checkout.tsx';
import { homeRoute } from './home.tsx';
import { privacyRoute, returnsRoute, shippingRoute } from './legal.tsx';
import { orderConfirmationRoute } from './order-confirmation.tsx';
import { rootRoute } from './root.tsx';
import { specimenRoute } from './specimen.tsx';

/** Every screen of the shop, by address. */
export const routeTree = rootRoute.addChildren([
  homeRoute,
  specimenRoute,
  checkoutRoute,
  orderConfirmationRoute,
  uploadRoute,
  manageRoute,
  ordersRoute,
  editRoute,
  settingsRoute,
  shippingRoute,
  returnsRoute,
  privacyRoute,
]);
