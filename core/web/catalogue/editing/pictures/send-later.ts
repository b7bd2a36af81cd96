import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Medium } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import type { SendLater } from '#core/web/desk-feature.ts';
import { kindOf } from './file-rules.ts';
import { withVideo } from './stored-pictures.ts';

/**
 * Of two equal files no one knows which video is whose: then the map is empty. @param media what
 * the shop made of the files, in order.
 */
export function videoIdsOf(files: readonly File[], media: readonly Medium[]): Map<File, string> {
  const chosen = files.filter((file) => kindOf(file) === 'video');
  const videos = media.filter((medium) => isVideo(medium));
  if (chosen.length !== videos.length) return new Map();
  return new Map(
    chosen.flatMap((file, index) => (videos[index] ? [[file, videos[index].id] as const] : [])),
  );
}

/** @returns the specimen with what it sent. */
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
