import type { Tx } from '#server/platform/db/db.ts';
import { lockOrder } from './orders.queries.ts';

/** What an idempotency key stands for here. */
export const keyedOrder = { kind: 'order', lock: async (tx: Tx, id: number) => (await lockOrder(tx, id)) !== undefined } as const;
