import { lazy, Suspense, useState } from 'react';
import { isChangeable } from '#core/contract/selling/order-statuses.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { Button } from '#ui/button.tsx';

const ChangeOrder = lazy(() => import('./change-order.tsx'));

export function OrderContents({ order }: { order: OrderDetail }) {
  const [isChanging, setChanging] = useState(false);
  if (!isChangeable(order.status) || order.erasedAt !== null) return null;
  return (
    <div className="mt-4">
      <Button look="outline" onClick={() => setChanging(true)}>
        Edit pieces and prices
      </Button>
      <Suspense>
        {isChanging && <ChangeOrder order={order} onClose={() => setChanging(false)} />}
      </Suspense>
    </div>
  );
}
