import { z } from 'zod';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { id, instant, line } from '#core/contract/text.ts';
import { MAX_PRINTED_LABELS } from './paper-sizes.ts';

/** Without a first number, numbers go on after the latest. */
export const newLabelSheet = z.strictObject({
  count: z.int().min(1).max(MAX_PRINTED_LABELS),
  first: line(specimenFields.catalogueNumber.max).optional(),
});

export const labelSheet = z.object({ id, reservedAt: instant, numbers: z.array(z.string()) });

export const labelSheets = z.object({
  next: z.string(),
  sheets: z.array(
    z.object({ id, reservedAt: instant, first: z.string(), last: z.string(), count: z.int() }),
  ),
});

export type NewLabelSheet = z.infer<typeof newLabelSheet>;
export type LabelSheet = z.infer<typeof labelSheet>;
export type LabelSheets = z.infer<typeof labelSheets>;
