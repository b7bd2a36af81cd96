import { z } from 'zod';

export const knownFacts = z.object({
  /** Each from the mine to the country, the newest specimens' first. */
  localities: z.array(z.array(z.string())),
  sources: z.array(z.string()),
  storagePlaces: z.array(z.string()),
  /** null without a number to count on from. */
  nextCatalogueNumber: z.string().nullable(),
});
export type KnownFacts = z.infer<typeof knownFacts>;
