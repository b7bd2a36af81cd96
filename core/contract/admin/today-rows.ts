/**
 * Rows that rooms and features give a feature that lists what waits. Pages may import only the
 * types.
 */
import { z } from 'zod';
import { orderKinds } from '#core/contract/selling/order-kinds.ts';
import { amount, id, instant } from '#core/contract/text.ts';

export const todayRow = z.object({
  /** What the button acts on: an order, a question, a mail; 0: all of the kind. */
  id: z.int(),
  orderId: id.nullable(),
  /** Only if it is about no order. */
  specimenId: id.nullable(),
  title: z.string(),
  /** The order's pieces, if the title does not name them. */
  stone: z.string().optional(),
  /** Tells how a payment most likely came. */
  orderKind: z.enum(orderKinds).optional(),
  thumbnail: z.string().optional(),
  /** Who waits, or what is wrong. */
  detail: z.string(),
  amount: amount.nullable(),
  /** Since when it waits, or until when there is time. */
  at: instant.nullable(),
});

export type TodayRow = z.infer<typeof todayRow>;

export type TodayKindEntry = {
  /** Lower numbers come first. */
  order: number;
  label: string;
  /** The word before a row's time, such as `until`. */
  timeLabel: string;
  button: string;
};
