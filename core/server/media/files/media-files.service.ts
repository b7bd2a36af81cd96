import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Turn } from '#core/contract/media/media.ts';
import { MEDIA_ID } from '#core/contract/media/media-id.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { mediaUrl, renditionName, turnName } from '#core/contract/media/media-urls.ts';
import type { Context } from '#core/server/context.ts';
import type { StoredTurn } from '#platform/db/schema-media.ts';
import { renditionsOf } from '#platform/images/renditions.ts';
import type { StoredFile } from '#platform/storage/media-store.ts';
import { type MediumRow, selectMediaRows } from './media.queries.ts';

/** See `media-id.ts`. */
export const newMediaId = (): string => randomBytes(16).toString('hex');

/** Stands for the same file. @param sha256 in hexadecimal. */
export const contentHashOf = (sha256: string): string => sha256.slice(0, 32);

export type MediaFile = { name: string; localPath: string /** In hexadecimal. */; sha256: string };

const CONCURRENCY = 16;

/**
 * Skips stored files. @throws Error for a file whose bytes do not match its hash; it is not stored.
 */
export async function storeFiles(ctx: Context, files: readonly MediaFile[]): Promise<void> {
  const waiting = files.values();
  const worker = async () => {
    for (const file of waiting) await storeFile(ctx, file);
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, worker));
}

async function storeFile(
  { mediaStore }: Context,
  { name, localPath, sha256 }: MediaFile,
): Promise<void> {
  const bytes = await readFile(localPath);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256)
    throw new Error(`${localPath} does not match its hash`);
  await mediaStore.put(name, bytes);
}

export type MediumFiles = Pick<
  MediumRow,
  'stem' | 'kind' | 'width' | 'widths' | 'complete' | 'original' | 'video_file' | 'turn'
>;

export function filesOfMedium(row: MediumFiles): string[] {
  const { stem, original, video_file } = row;
  const originals = original === null ? [] : [originalName(stem, original)];
  if (isVideo(row))
    return [
      ...(video_file === null ? [] : [video_file]),
      ...(row.turn ? [turnName(stem, row.turn.key)] : []),
      ...originals,
    ];
  return [
    ...new Set([...renditionsOf(stem, row).map(({ name }) => name), sourceOf(row), ...originals]),
  ];
}

/** Falls back to the full size where no original is stored. */
export const sourceOf = ({ stem, original }: Pick<MediumFiles, 'stem' | 'original'>): string =>
  original === null ? renditionName(stem, 'full', 'jpg') : originalName(stem, original);

/** Falls back to the best file where no original is stored. */
export function storedSource(
  row: Pick<MediumFiles, 'stem' | 'kind' | 'original' | 'video_file'>,
): string | null {
  if (!isVideo(row)) return sourceOf(row);
  return row.original === null ? row.video_file : originalName(row.stem, row.original);
}

export const toTurn = (videoId: string, { key, ...frames }: StoredTurn): Turn => ({
  url: mediaUrl(turnName(videoId, key)),
  ...frames,
});

/** @returns null if there is no such medium or file. */
export async function openRendition(
  { db, mediaStore }: Context,
  id: string,
  size: number | 'full',
): Promise<StoredFile | null> {
  const [row] = await selectMediaRows(db, [id]);
  return row ? mediaStore.open(renditionName(row.stem, size, 'jpg')) : null;
}

/** No public URL reaches an original. */
export const originalName = (stem: string, ending: string): string => `private/${stem}.${ending}`;

export const uploadedVideoName = (stem: string): string => `${stem}.mp4`;

export const isConverted = ({
  stem,
  video_file,
}: Pick<MediumRow, 'stem' | 'video_file'>): boolean => video_file !== uploadedVideoName(stem);

const stemPattern = new RegExp(`^(?:private/)?(${MEDIA_ID})`);

/** Returns null if it is no file of a medium. */
export const stemIn = (name: string): string | null => stemPattern.exec(name)?.[1] ?? null;
