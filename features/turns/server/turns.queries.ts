import { VIDEO } from '#core/contract/media/media-kind.ts';
import type { MediumRow } from '#core/server/feature.ts';
import type { Tx } from '#platform/db/db.ts';
import type { StoredTurn } from '#platform/db/schema-media.ts';

/** Null takes the turn away. @returns whether there is such a video, with these files. */
export async function setTurn(
  tx: Tx,
  { id, stem }: Pick<MediumRow, 'id' | 'stem'>,
  turn: StoredTurn | null,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ turn: turn && JSON.stringify(turn) })
    .where('id', '=', id)
    .where('stem', '=', stem)
    .where('kind', '=', VIDEO)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
