/** Waits for a turn in a line; `false` at once if too many wait there already. */
export type WaitForTurn = (line: string, intervalMs: number) => Promise<boolean>;

/**
 * Lines that let one caller through at a time, `intervalMs` after the one before, however many come at once.
 * @param maxWaiting how many may wait in one line.
 */
export function createPacer(maxWaiting: number, pause: (ms: number) => Promise<unknown>): WaitForTurn {
  const lines = new Map<string, { waiting: number; last: Promise<unknown> }>();
  return async (name, intervalMs) => {
    const line = lines.get(name) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting === maxWaiting) return false;
    lines.set(name, line);
    line.waiting += 1;
    line.last = line.last.then(() => pause(intervalMs));
    await line.last;
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(name);
    return true;
  };
}
