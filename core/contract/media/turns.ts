/** Rows from the top, frames from the left, the last row perhaps not full. */

export const MIN_FRAMES = 36;
export const MAX_FRAMES = 72;

export function gridOf(frames: number): { columns: number; rows: number } {
  const columns = Math.ceil(Math.sqrt(frames));
  return { columns, rows: Math.ceil(frames / columns) };
}
