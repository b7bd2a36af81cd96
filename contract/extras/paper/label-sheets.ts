/** Numbers that are reserved before there are pieces for them, as labels are printed with them. */
import { z } from 'zod';
import { specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { id, instant, line } from '#contract/text.ts';
import { MAX_PRINTED_LABELS } from './paper-sizes.ts';

/** How many fresh labels, and the number of the first one; without it the numbers go on after the latest. */
export const newLabelSheet = z.strictObject({
  count: z.int().min(1).max(MAX_PRINTED_LABELS),
  first: line(specimenFields.catalogueNumber.max).optional(),
});

/** Labels that were printed before there are pieces for them; their numbers are reserved for good. */
export const labelSheet = z.object({ id, reservedAt: instant, numbers: z.array(z.string()) });

/** The number that the next fresh label would have, and the latest sheets. */
export const labelSheets = z.object({
  next: z.string(),
  sheets: z.array(z.object({ id, reservedAt: instant, first: z.string(), last: z.string(), count: z.int() })),
});

export type NewLabelSheet = z.infer<typeof newLabelSheet>;
export type LabelSheet = z.infer<typeof labelSheet>;
export type LabelSheets = z.infer<typeof labelSheets>;
