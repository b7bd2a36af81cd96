/** The pieces of a list of favorites. */
import { z } from 'zod';
import { specimen, specimenIds } from '#contract/catalogue/specimens.ts';
import { MAX_FAVOURITES, MAX_LIST_LENGTH } from './favourite-list.ts';

export const favourites = z.object({
  /** In the sequence asked for, sold ones too. */
  specimens: z.array(specimen).max(MAX_FAVOURITES),
  /** How many of those asked for visitors do not see, or no longer. */
  missing: z.int(),
});

/** The query: `ids=12,37,40`. */
export const favouritesQuery = z.strictObject({
  ids: specimenIds(MAX_LIST_LENGTH),
});

export type Favourites = z.infer<typeof favourites>;
