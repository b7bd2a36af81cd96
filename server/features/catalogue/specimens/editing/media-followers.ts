import type { Tx } from '#server/platform/db/db.ts';
import { pluggedInto } from '#server/plugged-in.ts';

/** What extras do in a transaction in which the media of a specimen, or what is said of them, changed. */
export async function followMedia(tx: Tx, specimenId: number, now: string): Promise<void> {
  for (const { changed } of pluggedInto('specimenMedia')) await changed?.(tx, specimenId, now);
}
