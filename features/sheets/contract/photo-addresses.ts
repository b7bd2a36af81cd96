import { z } from 'zod';
import { id } from '#core/contract/text.ts';

const count = z.int();

export const photoAddresses = z.object({
  waiting: z.array(z.object({ host: z.string(), photos: count })),
  /** Null: none were asked for. `left` are still to be fetched. */
  run: z.object({ fetched: count, failed: count, left: count }).nullable(),
  failed: count,
  failures: z.array(
    z.object({
      row: count,
      specimenId: id,
      title: z.string(),
      address: z.string(),
      message: z.string(),
    }),
  ),
});

/** False asks for the waiting photos. */
export const photoFetch = z.strictObject({ again: z.boolean().default(false) });

export type PhotoAddresses = z.infer<typeof photoAddresses>;
