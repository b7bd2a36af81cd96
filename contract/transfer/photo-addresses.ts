/** Photos that a sheet has at addresses of another shop, and fetching them. */
import { z } from 'zod';
import { id } from '#contract/text.ts';

const count = z.int();

export const photoAddresses = z.object({
  /** Those that nobody has asked for yet, by the host that has them, the most first. */
  waiting: z.array(z.object({ host: z.string(), photos: count })),
  /** What became of those that were asked for last; null: none were. `left` are fetched while the shop runs. */
  run: z.object({ fetched: count, failed: count, left: count }).nullable(),
  failed: count,
  /** The first of those, by the sheet's rows. */
  failures: z.array(z.object({ row: count, specimenId: id, title: z.string(), address: z.string(), message: z.string() })),
});

/** `again`: those that failed; else those that wait. */
export const photoFetch = z.strictObject({ again: z.boolean().default(false) });

export type PhotoAddresses = z.infer<typeof photoAddresses>;
