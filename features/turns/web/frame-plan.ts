import { gridOf, MAX_FRAMES, MIN_FRAMES } from '#core/contract/media/turns.ts';
import { MAX_TURN_PIXELS } from '#features/turns/contract/turn-limits.ts';

/** Pixels. */
export type Size = { width: number; height: number };
type Seconds = { start: number; end: number };

/** 7.5° from one frame to the next: more of them would have to be smaller. */
const FRAMES = 48;
/** A shorter turn has no more frames to take. */
const FRAMES_PER_SECOND = 24;
const MAX_SIDE = 6_000;
/**
 * JPEG encodes blocks of this many pixels, so frames on their edges do not bleed into each other.
 */
const BLOCK = 16;
/** In smaller frames, blocks would change their shape. */
const MIN_IN_BLOCKS = 400;
const MAX_MOMENTS = 300;
const MOMENTS_PER_SECOND = 15;
const ROOM = 0.97;

export function gridFor({ start, end }: Seconds): {
  frames: number;
  columns: number;
  rows: number;
} {
  const frames = Math.max(
    MIN_FRAMES,
    Math.min(FRAMES, MAX_FRAMES, Math.floor((end - start) * FRAMES_PER_SECOND)),
  );
  return { frames, ...gridOf(frames) };
}

export function frameSizeOf(
  { width, height }: Size,
  { columns, rows }: { columns: number; rows: number },
): Size {
  const fit = Math.min(
    MAX_SIDE / (columns * width),
    MAX_SIDE / (rows * height),
    Math.sqrt(MAX_TURN_PIXELS / (columns * rows * width * height)),
  );
  const scale = Math.min(1, fit * ROOM);
  if (Math.min(width, height) * scale < MIN_IN_BLOCKS)
    return {
      width: Math.max(1, Math.round(width * scale)),
      height: Math.max(1, Math.round(height * scale)),
    };
  const inBlocks = Math.floor((width * scale) / BLOCK) * BLOCK;
  return {
    width: inBlocks,
    height: Math.round((inBlocks * height) / width / (BLOCK / 2)) * (BLOCK / 2),
  };
}

/** The turn's end looks as its start, so it is none of the frames. */
export const timesOf = ({ start, end }: Seconds, frames: number): number[] =>
  Array.from({ length: frames }, (_, frame) => start + ((end - start) * frame) / frames);

export const momentsOf = ({ start, end }: Seconds): number[] =>
  timesOf(
    { start, end },
    Math.max(2, Math.min(MAX_MOMENTS, Math.round((end - start) * MOMENTS_PER_SECOND))),
  );
