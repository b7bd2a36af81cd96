import { z } from 'zod';
import { specimen, specimenIds } from '#core/contract/catalogue/specimens.ts';
import { MAX_FAVOURITES, MAX_LIST_LENGTH } from './favourite-list.ts';

export const favourites = z.object({
  /** In the sequence asked for, sold ones too. */
  specimens: z.array(specimen).max(MAX_FAVOURITES),
  /** Visitors do not see these, or no longer. */
  missing: z.int(),
});

export const favouritesQuery = z.strictObject({
  ids: specimenIds(MAX_LIST_LENGTH),
});

export type Favourites = z.infer<typeof favourites>;
