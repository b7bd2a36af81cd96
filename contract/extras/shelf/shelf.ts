/** Pieces beside each other at one scale. */
import { z } from 'zod';
import { specimenIds, suggestion } from '#contract/catalogue/specimens.ts';
import { MAX_SHELF } from './shelf-url.ts';

const box = z.object({ width: z.number(), height: z.number() });

export const shelfPiece = suggestion.pick({ id: true, title: true, picture: true }).extend({
  /** Its price, or why it cannot be bought. */
  priceWords: z.string(),
  /** Its dimensions in centimetres and in inches; empty where they cannot be read. */
  sizes: z.array(z.string()),
  /** How large what its picture shows is, in millimetres; null where that is not known. */
  extent: box.nullable(),
  /** Where the piece is in its picture, see `outline.ts`; null where the picture does not tell: then the whole picture is used. */
  outline: z.string().nullable(),
  /** Whether it fits in a thumbnail box, whichever way it lies; null where that is not known. */
  fitsThumbnailBox: z.boolean().nullable(),
});

export const shelf = z.object({
  /** In the sequence asked for. */
  pieces: z.array(shelfPiece).max(MAX_SHELF),
  /** How many of those asked for visitors do not see, or no longer. */
  missing: z.int(),
  /** What could be set beside them: like the last of them, or what is new; each with dimensions that can be read. */
  proposals: z.array(suggestion),
});

/** The query: `pieces=12,37,40`. */
export const shelfQuery = z.strictObject({
  pieces: specimenIds(100).optional(),
});

export type ShelfPiece = z.infer<typeof shelfPiece>;
export type Shelf = z.infer<typeof shelf>;
