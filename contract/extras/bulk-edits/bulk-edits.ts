/** The API of bulk edits: one change of many specimens, shown first, applied at once, undone for a while. */
import { z } from 'zod';
import { shippingError } from '#contract/amount-question.ts';
import { MAX_BULK_PIECES } from '#contract/catalogue/manage-ids.ts';
import { specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { category, givenDisclosures } from '#contract/catalogue/specimens.ts';
import { id, instant, line, trimmed } from '#contract/text.ts';
import {
  BULK_PAGE_SIZE,
  bulkEditStates,
  type LeftReason,
  leftReasons,
  type PrivateFact,
  priceChangeError,
  priceDirections,
  priceRoundings,
  priceUnits,
  setPriceError,
  TAGLESS,
  UNDISCLOSED,
} from './bulk-edit-rules.ts';

const MAX_TAGS_AT_ONCE = 20;
const tags = z.array(trimmed(specimenFields.tags.max).min(1)).max(MAX_TAGS_AT_ONCE).default([]);

const price = z
  .strictObject({
    kind: z.literal('price'),
    direction: z.enum(priceDirections),
    by: z.enum(priceUnits),
    value: line(20),
    round: z.enum(priceRoundings).default('cent'),
  })
  .check(({ value, issues }) => {
    const message = priceChangeError(value);
    if (message) issues.push({ code: 'custom', message, input: value, path: ['value'] });
  });

const given = (max: number, errorOf: (text: string) => string | undefined) =>
  trimmed(max).check(({ value, issues }) => {
    const message = errorOf(value);
    if (message) issues.push({ code: 'custom', message, input: value });
  });

const fact = <Fact extends PrivateFact>(kind: Fact) => z.strictObject({ kind: z.literal(kind), value: line(specimenFields[kind].max) });

export const bulkChange = z.discriminatedUnion('kind', [
  price,
  z.strictObject({ kind: z.literal('setPrice'), price: given(specimenFields.price.max, setPriceError) }),
  z.strictObject({ kind: z.literal('shipping'), shippingPrice: given(specimenFields.shippingPrice.max, shippingError) }),
  z.strictObject({ kind: z.literal('forSale'), forSale: z.boolean() }),
  z.strictObject({ kind: z.literal('visibility'), visible: z.boolean() }),
  z.strictObject({ kind: z.literal('publish') }),
  fact('storagePlace'),
  fact('source'),
  fact('acquisitionDate'),
  z.strictObject({ kind: z.literal('disclosures'), disclosures: givenDisclosures.min(1, UNDISCLOSED) }),
  z.strictObject({ kind: z.literal('category'), category }),
  z.strictObject({ kind: z.literal('collection'), collection: id, contained: z.boolean() }),
  z.strictObject({ kind: z.literal('tags'), add: tags, remove: tags }).refine(({ add, remove }) => add.length + remove.length > 0, TAGLESS),
  z.strictObject({ kind: z.literal('delete') }),
]);

/** Which specimens, in the order in which the preview lists them, and what becomes of each. */
export const newBulkEdit = z.strictObject({
  specimens: z
    .array(id)
    .min(1, 'Please select at least one specimen')
    .max(MAX_BULK_PIECES, `At most ${MAX_BULK_PIECES.toLocaleString('en')} specimens at once`),
  change: bulkChange,
});

export const bulkEdit = z.object({
  id,
  state: z.enum(bulkEditStates),
  /** What it does, as `Raise the price by 10 %`. */
  label: z.string(),
  /** How many it would change, has changed, or has changed back. */
  changed: z.int(),
  /** How many stay as they are, by reason; the first of each by title, and all by id. */
  left: z.array(
    z.object({
      reason: z.enum(Object.keys(leftReasons) as LeftReason[]),
      count: z.int(),
      titles: z.array(z.string()),
      ids: z.array(id),
    }),
  ),
  /** What else is to be known before. */
  notes: z.array(z.string()),
  /** Until when it can be applied, or undone. */
  endsAt: instant,
});

export const bulkEdits = z.array(bulkEdit);

export const bulkPiecesQuery = z.strictObject({ from: z.coerce.number().int().min(0).max(MAX_BULK_PIECES).default(0) });

/** A page of what a bulk edit changes, in words. */
export const bulkPieces = z.object({
  pieces: z.array(z.object({ id, title: z.string(), before: z.string(), after: z.string() })).max(BULK_PAGE_SIZE),
  /** Where the next page begins; null: this is the last. */
  next: z.int().nullable(),
});

export type NewBulkEdit = z.infer<typeof newBulkEdit>;
export type BulkEdit = z.infer<typeof bulkEdit>;
export type BulkPieces = z.infer<typeof bulkPieces>;
