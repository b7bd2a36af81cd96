/** This file is free of schemas, so pages may import it. */
import type { OrderStatus } from '#core/contract/selling/order-statuses.ts';

export const bulkMoves = ['shipped', 'delivered'] as const satisfies OrderStatus[];
export type BulkMove = (typeof bulkMoves)[number];

export const MAX_MOVED_AT_ONCE = 100;
