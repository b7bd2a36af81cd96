/** Frames of one full turn that follow a finger. Positions count in frames, with fractions between them, and go on beyond a full turn. */

/** Of its speed, what a turn keeps in each millisecond after it was let go. */
const KEPT_PER_MS = 0.988;
/** Frames in each millisecond: slower is still, and faster than the other is no faster. */
const STILL = 0.004;
const FASTEST = 0.04;

/** The frame that is shown at a position: after the last comes the first. */
export const frameAt = (position: number, frames: number): number => {
  const frame = Math.round(position) % frames;
  return frame < 0 ? frame + frames : frame + 0;
};

/** Where a drag leads: across the whole picture, once around. */
export const dragged = (position: number, byPixels: number, widthInPixels: number, frames: number): number =>
  widthInPixels > 0 ? position + (byPixels / widthInPixels) * frames : position;

/** By how many degrees the piece is turned in a frame. */
export const degreesOf = (frame: number, frames: number): number => Math.round((frame * 360) / frames);

export const turnWords = (frame: number, frames: number): string => `Rotated ${degreesOf(frame, frames)}°`;

/** Where a key leads; null for keys that turn nothing. */
export function steppedBy(key: string, position: number, frames: number): number | null {
  const frame = frameAt(position, frames);
  const quarter = Math.round(frames / 4);
  const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: quarter, PageDown: -quarter }[key];
  if (way !== undefined) return frame + way;
  return { Home: 0, End: frames - 1 }[key] ?? null;
}

/** The speed that a turn has when it is let go, in frames in each millisecond; 0 where it had come to rest. */
export const speedOf = (frames: number, milliseconds: number): number =>
  milliseconds > 0 ? Math.max(-FASTEST, Math.min(FASTEST, frames / milliseconds)) : 0;

/** A turn some milliseconds later: where it is, and its speed, which ends at 0. */
export function glide(position: number, speed: number, milliseconds: number): { position: number; speed: number } {
  const left = speed * KEPT_PER_MS ** milliseconds;
  return { position: position + ((speed + left) / 2) * milliseconds, speed: Math.abs(left) < STILL ? 0 : left };
}
