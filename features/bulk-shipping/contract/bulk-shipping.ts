import { z } from 'zod';
import { idList } from '#core/contract/id-list.ts';
import { orderStatus } from '#core/contract/selling/orders.ts';
import { amount, id, instant } from '#core/contract/text.ts';
import { bulkMoves, MAX_MOVED_AT_ONCE } from './bulk-moves.ts';

const status = z.enum(bulkMoves);
const severalOf = <T extends z.ZodType>(order: T) => z.array(order).min(1).max(MAX_MOVED_AT_ONCE);

export const bulkMoveQuery = z.strictObject({ status, orders: idList(MAX_MOVED_AT_ONCE) });

export const bulkMovePlan = z.object({
  orders: z.array(
    z.object({
      id,
      customerName: z.string(),
      /** As the owner sees it. */
      from: orderStatus,
      dueAmount: amount,
      /** null: it moves. */
      refusal: z.string().nullable(),
      /** The order whose package it is in, and whose email names it. */
      goesWith: id.nullable(),
      isEmailed: z.boolean(),
    }),
  ),
  /** In seconds. */
  mailDelay: z.int(),
});

/** `from`: the status that the owner saw. */
export const bulkMoveInput = z.strictObject({
  status,
  orders: severalOf(z.strictObject({ id, from: orderStatus })),
});

export const bulkMoveReport = z.object({
  results: z.array(
    z.object({
      id,
      isDone: z.boolean(),
      message: z.string(),
      /** null: nothing of its own to take back. `sendsAt`: when its email goes, if one does. */
      undo: z.object({ at: instant, sendsAt: instant.nullable() }).nullable(),
    }),
  ),
});

export type BulkMovePlan = z.infer<typeof bulkMovePlan>;
export type BulkMoveInput = z.infer<typeof bulkMoveInput>;
export type BulkMoveReport = z.infer<typeof bulkMoveReport>;
