import { lazy, Suspense, useState } from 'react';
import { isChangeable } from '#core/contract/selling/order-statuses.ts';
import type { OrderFeature, OrderPlaces } from '#core/web/shop-feature.ts';

const OwnOrder = lazy(() => import('./own-order.tsx'));

/** Loaded where something can be changed; it then stays, and says what has. */
function Changes(props: OrderPlaces['actions']) {
  const [isShown] = useState(isChangeable(props.order.status));
  return (
    isShown && (
      <Suspense>
        <OwnOrder {...props} />
      </Suspense>
    )
  );
}

export const ownOrders = { actions: [{ order: 20, Part: Changes }] } satisfies OrderFeature;
