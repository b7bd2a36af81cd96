/** Waits for a turn in a line, whose pause begins with the end of the one before; `false` at once if too many wait there already. */
export type WaitForTurn = (line: string, pause: () => Promise<unknown>) => Promise<boolean>;

/**
 * Lines that let one caller through at a time, a pause after the one before, however many come at once.
 * @param maxWaiting how many may wait in one line.
 */
export function createPacer(maxWaiting: number): WaitForTurn {
  const lines = new Map<string, { waiting: number; last: Promise<unknown> }>();
  return async (name, pause) => {
    const line = lines.get(name) ?? { waiting: 0, last: Promise.resolve() };
    if (line.waiting === maxWaiting) return false;
    lines.set(name, line);
    line.waiting += 1;
    line.last = line.last.then(pause);
    await line.last;
    line.waiting -= 1;
    if (line.waiting === 0) lines.delete(name);
    return true;
  };
}
