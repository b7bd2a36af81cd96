import { z } from 'zod';
import { specimenIds, suggestion } from '#core/contract/catalogue/specimens.ts';
import { MAX_SHELF } from './shelf-url.ts';

const box = z.object({ width: z.number(), height: z.number() });

export const shelfPiece = suggestion.pick({ id: true, title: true, picture: true }).extend({
  priceWords: z.string(),
  /** In centimeters and in inches; empty where they cannot be read. */
  sizes: z.array(z.string()),
  /** What the picture spans, in millimeters; null where that is not known. */
  extent: box.nullable(),
  /** See `outline.ts`; null where the picture does not tell: then the whole picture is used. */
  outline: z.string().nullable(),
  /** The piece may lie any way; null where its size is not known. */
  fitsThumbnailBox: z.boolean().nullable(),
});

export const shelf = z.object({
  pieces: z.array(shelfPiece).max(MAX_SHELF),
  /** Visitors do not see these, or no longer. */
  missing: z.int(),
  proposals: z.array(suggestion),
});

export const shelfQuery = z.strictObject({
  pieces: specimenIds(100).optional(),
});

export type ShelfPiece = z.infer<typeof shelfPiece>;
export type Shelf = z.infer<typeof shelf>;
