/** Positions count in frames, with fractions, and go on beyond a full turn. */

/** The share of its speed that a turn keeps in each millisecond after it was let go. */
const KEPT_PER_MS = 0.988;
/** Frames in each millisecond: slower is still, and faster than the other is no faster. */
const STILL = 0.004;
const FASTEST = 0.04;

export const frameAt = (position: number, frames: number): number => {
  const frame = Math.round(position) % frames;
  return frame < 0 ? frame + frames : frame + 0;
};

export const dragged = (
  position: number,
  byPixels: number,
  widthInPixels: number,
  frames: number,
): number => (widthInPixels > 0 ? position + (byPixels / widthInPixels) * frames : position);

export const degreesOf = (frame: number, frames: number): number =>
  Math.round((frame * 360) / frames);

export const turnWords = (frame: number, frames: number): string =>
  `Rotated ${degreesOf(frame, frames)}°`;

/** Null for keys that turn nothing. */
export function steppedBy(key: string, position: number, frames: number): number | null {
  const frame = frameAt(position, frames);
  const quarter = Math.round(frames / 4);
  const way = {
    ArrowRight: 1,
    ArrowUp: 1,
    ArrowLeft: -1,
    ArrowDown: -1,
    PageUp: quarter,
    PageDown: -quarter,
  }[key];
  if (way !== undefined) return frame + way;
  return { Home: 0, End: frames - 1 }[key] ?? null;
}

/** Frames in each millisecond when let go; 0 where it had come to rest. */
export const speedOf = (frames: number, milliseconds: number): number =>
  milliseconds > 0 ? Math.max(-FASTEST, Math.min(FASTEST, frames / milliseconds)) : 0;

export function glide(
  position: number,
  speed: number,
  milliseconds: number,
): { position: number; speed: number } {
  const left = speed * KEPT_PER_MS ** milliseconds;
  return {
    position: position + ((speed + left) / 2) * milliseconds,
    speed: Math.abs(left) < STILL ? 0 : left,
  };
}
