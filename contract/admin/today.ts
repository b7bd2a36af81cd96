/** What waits for the admin. */
import { z } from 'zod';
import { orderKinds } from '#contract/selling/order-kinds.ts';
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
  /** The kind of its order, which tells how a payment most likely came. */
  orderKind: z.enum(orderKinds).optional(),
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

/** A figure of the last seven days, or of now. */
export const weekFigure = z.object({
  name: z.string(),
  label: z.string(),
  count: z.int(),
  /** What it comes to, where it is about money. */
  amount: amount.nullable(),
});

/** The kinds with something waiting, the week in figures, and whether the shop can send emails. */
export const today = z.object({ groups: z.array(todayGroup), week: z.array(weekFigure), hasMailServer: z.boolean() });

export type TodayRow = z.infer<typeof todayRow>;
export type TodayGroup = z.infer<typeof todayGroup>;
export type WeekFigure = z.infer<typeof weekFigure>;
export type Today = z.infer<typeof today>;
