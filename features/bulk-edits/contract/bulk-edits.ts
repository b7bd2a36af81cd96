import { z } from 'zod';
import { shippingError } from '#core/contract/amount-question.ts';
import { MAX_BULK_PIECES } from '#core/contract/catalogue/manage-ids.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { category, givenDisclosures } from '#core/contract/catalogue/specimens.ts';
import { id, instant, line, trimmed } from '#core/contract/text.ts';
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

const fact = <Fact extends PrivateFact>(kind: Fact) =>
  z.strictObject({ kind: z.literal(kind), value: line(specimenFields[kind].max) });

export const bulkChange = z.discriminatedUnion('kind', [
  price,
  z.strictObject({
    kind: z.literal('setPrice'),
    price: given(specimenFields.price.max, setPriceError),
  }),
  z.strictObject({
    kind: z.literal('shipping'),
    shippingPrice: given(specimenFields.shippingPrice.max, shippingError),
  }),
  z.strictObject({ kind: z.literal('forSale'), forSale: z.boolean() }),
  z.strictObject({ kind: z.literal('visibility'), visible: z.boolean() }),
  z.strictObject({ kind: z.literal('publish') }),
  fact('storagePlace'),
  fact('source'),
  fact('acquisitionDate'),
  z.strictObject({
    kind: z.literal('disclosures'),
    disclosures: givenDisclosures.min(1, UNDISCLOSED),
  }),
  z.strictObject({ kind: z.literal('category'), category }),
  z.strictObject({ kind: z.literal('collection'), collection: id, contained: z.boolean() }),
  z
    .strictObject({ kind: z.literal('tags'), add: tags, remove: tags })
    .refine(({ add, remove }) => add.length + remove.length > 0, TAGLESS),
  z.strictObject({ kind: z.literal('delete') }),
]);

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
  label: z.string(),
  changed: z.int(),
  /** Titles are the first of each reason, ids are all. */
  left: z.array(
    z.object({
      reason: z.enum(Object.keys(leftReasons) as LeftReason[]),
      count: z.int(),
      titles: z.array(z.string()),
      ids: z.array(id),
    }),
  ),
  notes: z.array(z.string()),
  endsAt: instant,
});

export const bulkEdits = z.array(bulkEdit);

export const bulkPiecesQuery = z.strictObject({
  from: z.coerce.number().int().min(0).max(MAX_BULK_PIECES).default(0),
});

export const bulkPieces = z.object({
  pieces: z
    .array(z.object({ id, title: z.string(), before: z.string(), after: z.string() }))
    .max(BULK_PAGE_SIZE),
  next: z.int().nullable(),
});

export type NewBulkEdit = z.infer<typeof newBulkEdit>;
export type BulkEdit = z.infer<typeof bulkEdit>;
export type BulkPieces = z.infer<typeof bulkPieces>;
