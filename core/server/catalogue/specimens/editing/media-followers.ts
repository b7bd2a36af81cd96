import type { Act } from '#core/server/act.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';

export async function followMedia(act: Act, specimenId: number): Promise<void> {
  for (const { changed } of pluggedInto('specimenMedia')) await changed?.(act, specimenId);
}
