import { VIDEO } from '#contract/media/media-kind.ts';
import type { MediumRow } from '#server/extra.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { StoredTurn } from '#server/platform/db/schema-media.ts';

/** Gives a video another turn, or none. @returns whether there is such a video, with these files. */
export async function setTurn(tx: Tx, { id, stem }: Pick<MediumRow, 'id' | 'stem'>, turn: StoredTurn | null): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('media')
    .set({ turn: turn && JSON.stringify(turn) })
    .where('id', '=', id)
    .where('stem', '=', stem)
    .where('kind', '=', VIDEO)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
