/** What waits for the admin. */
import { z } from 'zod';
import { amount, id, instant } from '#contract/text.ts';

/** One thing that waits. */
export const todayRow = z.object({
  /** Of what the button acts on: an order, a question, a mail; 0 where the button acts on all of the kind. */
  id: z.int(),
  /** The order that it is about. */
  orderId: id.nullable(),
  /** The specimen that it is about, where it is about no order. */
  specimenId: id.nullable(),
  title: z.string(),
  /** The pieces of its order, where the title does not name them. */
  stone: z.string().optional(),
  /** The path of a photo of what it is about. */
  thumbnail: z.string().optional(),
  /** Who waits, or what is wrong. */
  detail: z.string(),
  amount: amount.nullable(),
  /** Since when it waits, or until when there is time. */
  at: instant.nullable(),
});

/** All of a kind, the core's or an extra's: how many, and the first few. */
export const todayGroup = z.object({ kind: z.string(), count: z.int(), rows: z.array(todayRow) });

/** The kinds with something waiting, and whether the shop can send emails. */
export const today = z.object({ groups: z.array(todayGroup), hasMailServer: z.boolean() });

export type TodayRow = z.infer<typeof todayRow>;
export type TodayGroup = z.infer<typeof todayGroup>;
export type Today = z.infer<typeof today>;
