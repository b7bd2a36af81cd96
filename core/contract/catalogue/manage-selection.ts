import { z } from 'zod';
import { id } from '#core/contract/text.ts';
import { manageQuery } from './specimens.ts';

/** Covers all pages. */
export const manageIdsQuery = manageQuery.omit({ page: true });
/** Ids in list order, as many as a bulk edit takes, and the total. */
export const manageIds = z.object({ ids: z.array(id), total: z.int() });

export type ManageIdsQuery = z.infer<typeof manageIdsQuery>;
export type ManageIds = z.infer<typeof manageIds>;
