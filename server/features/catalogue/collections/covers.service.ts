/** The covers that the demo collection brings along for the collections of a new shop. */
import type { Tx } from '#server/platform/db/db.ts';
import { setCover, unsetCovers } from './collections.queries.ts';

/** Gives collections their pictures where they have none; the caller invalidates the cache after the commit. */
export async function addCovers(tx: Tx, covers: { slug: string; id: string; alt: string }[]): Promise<void> {
  for (const cover of covers) await setCover(tx, cover);
}

/** Takes these pictures from all collections that have them. */
export const removeCovers = (tx: Tx, ids: string[]): Promise<void> => unsetCovers(tx, ids);
