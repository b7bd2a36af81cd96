import type { Medium, Turn } from '#contract/media/media.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import { kindOf } from '#web/features/catalogue/editing/pictures/file-rules.ts';
import { saveTurn, type TurnParts } from './turn-queries.ts';

/**
 * The ids that the shop gave to these files' videos.
 * @param media what the shop made of the files, in their order; where it has fewer videos, because two files are the same, it is unknown which is whose.
 */
export function videoIdsOf(files: readonly File[], media: readonly Medium[]): Map<File, string> {
  const chosen = files.filter((file) => kindOf(file) === 'video');
  const videos = media.filter((medium) => isVideo(medium));
  if (chosen.length !== videos.length) return new Map();
  return new Map(chosen.flatMap((file, index) => (videos[index] ? [[file, videos[index].id] as const] : [])));
}

/**
 * Sends the turns of files that the shop has by now.
 * @returns the stored turns by their video's id, and how many were not stored.
 */
export async function sendTurns(
  files: readonly File[],
  media: readonly Medium[],
  turns: ReadonlyMap<File, TurnParts>,
): Promise<{ stored: Map<string, Turn>; failed: number }> {
  const ids = videoIdsOf(files, media);
  const stored = new Map<string, Turn>();
  const wanted = files.flatMap((file) => {
    const parts = turns.get(file);
    return parts ? [[file, parts] as const] : [];
  });
  for (const [file, parts] of wanted) {
    const id = ids.get(file);
    const turn = id && (await saveTurn(id, parts).catch(() => null));
    if (id && turn) stored.set(id, turn);
  }
  return { stored, failed: wanted.length - stored.size };
}
