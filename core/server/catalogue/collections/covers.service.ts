/** The demo brings these covers. */
import type { Tx } from '#platform/db/db.ts';
import { setCover, unsetCovers } from './collections.queries.ts';

export async function addCovers(
  tx: Tx,
  covers: { slug: string; id: string; alt: string }[],
): Promise<void> {
  for (const cover of covers) await setCover(tx, cover);
}

export const removeCovers = (tx: Tx, ids: string[]): Promise<void> => unsetCovers(tx, ids);
