import type { SpecimenDetail } from '#contract/catalogue/specimens.ts';
import type { Medium } from '#contract/media/media.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import type { SendLater } from '#web/desk-extra.ts';
import { kindOf } from './file-rules.ts';
import { withVideo } from './stored-pictures.ts';

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

/** Sends what belongs to the videos among files that the shop has by now. @returns the specimen with what was stored. */
export async function sendLater(
  specimen: SpecimenDetail,
  files: readonly File[],
  media: readonly Medium[],
  later: ReadonlyMap<File, SendLater>,
): Promise<SpecimenDetail> {
  const ids = videoIdsOf(files, media);
  let current = specimen;
  for (const file of files) {
    const id = ids.get(file);
    const change = await later.get(file)?.(id ?? null);
    if (id !== undefined && change) current = withVideo(current, id, change);
  }
  return current;
}
