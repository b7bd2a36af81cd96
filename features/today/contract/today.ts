import { z } from 'zod';
import { todayRow } from '#core/contract/admin/today-rows.ts';
import { amount } from '#core/contract/text.ts';

export const todayGroup = z.object({ kind: z.string(), count: z.int(), rows: z.array(todayRow) });

export const weekFigure = z.object({
  name: z.string(),
  label: z.string(),
  count: z.int(),
  /** Null where it is not about money. */
  amount: amount.nullable(),
});

export const today = z.object({
  groups: z.array(todayGroup),
  week: z.array(weekFigure),
  hasMailServer: z.boolean(),
});

export type TodayGroup = z.infer<typeof todayGroup>;
export type WeekFigure = z.infer<typeof weekFigure>;
export type Today = z.infer<typeof today>;
