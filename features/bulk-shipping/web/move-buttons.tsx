import { useState } from 'react';
import { type OrderStatus, orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { Places } from '#core/web/desk-feature.ts';
import { type BulkMove, bulkMoves } from '#features/bulk-shipping/contract/bulk-moves.ts';
import { Button } from '#ui/button.tsx';
import { MoveQuestion } from './move-question.tsx';

/** Where none of the selected orders is, the button would be in the way. */
const movableFrom = {
  shipped: ['pending', 'paid'],
  delivered: ['shipped'],
} as const satisfies Record<BulkMove, OrderStatus[]>;

export function MoveButtons({ orders, onDone }: Places['selectedOrders']) {
  const [asked, setAsked] = useState<BulkMove | null>(null);
  const offered = bulkMoves.filter((move) =>
    orders.some(({ status }) => movableFrom[move].some((from) => from === status)),
  );
  return (
    <>
      {offered.map((status) => (
        <Button key={status} onClick={() => setAsked(status)}>
          Mark {orderStatusTable[status].label.toLowerCase()}
        </Button>
      ))}
      {asked !== null && (
        <MoveQuestion
          status={asked}
          ids={orders.map(({ id }) => id)}
          onClose={() => setAsked(null)}
          onDone={onDone}
        />
      )}
    </>
  );
}
