import { writeFile } from 'node:fs/promises';
import { decodePicture } from '#platform/images/images.ts';
import { encodeFrames, type Grid } from './frames.ts';

export type TurnInput = { localPath: string; grid: Grid; outPath: string };

/** @returns the pixels of one frame. */
export async function run({
  localPath,
  grid,
  outPath,
}: TurnInput): Promise<{ width: number; height: number }> {
  const { bytes, ...frame } = await encodeFrames(await decodePicture(localPath), grid);
  await writeFile(outPath, bytes);
  return frame;
}
