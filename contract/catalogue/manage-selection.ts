import { z } from 'zod';
import { id } from '#contract/text.ts';
import { manageQuery } from './specimens.ts';

/** Which specimens Manage shows, regardless of pages. */
export const manageIdsQuery = manageQuery.omit({ page: true });
/** Their ids in the order of the list, at most as many as one bulk edit takes, and how many there are. */
export const manageIds = z.object({ ids: z.array(id), total: z.int() });

export type ManageIdsQuery = z.infer<typeof manageIdsQuery>;
export type ManageIds = z.infer<typeof manageIds>;
