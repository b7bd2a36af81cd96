import { z } from 'zod';

/** For the admin's forms: what the shop's specimens have already. */
export const knownFacts = z.object({
  /** Each from the mine to the country, those of the newest specimens first. */
  localities: z.array(z.array(z.string())),
  sources: z.array(z.string()),
  storagePlaces: z.array(z.string()),
  /** The number after the one that was given last; null where none was, or it does not end in a digit. */
  nextCatalogueNumber: z.string().nullable(),
});
export type KnownFacts = z.infer<typeof knownFacts>;
