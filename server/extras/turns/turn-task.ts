/** Writes the picture of a turn, in the child process that reads pictures. */
import { writeFile } from 'node:fs/promises';
import { decodePicture } from '#server/platform/images/images.ts';
import { encodeFrames, type Grid } from './frames.ts';

/** A picture with the frames of a turn, and where to write the one that visitors get. */
export type TurnInput = { localPath: string; grid: Grid; outPath: string };

/** @returns the pixels of one frame. */
export async function run({ localPath, grid, outPath }: TurnInput): Promise<{ width: number; height: number }> {
  const { bytes, ...frame } = await encodeFrames(await decodePicture(localPath), grid);
  await writeFile(outPath, bytes);
  return frame;
}
