/**
 * The pause begins when the turn before ends. Returns `false` at once if too many wait in the line.
 */
type WaitForTurn = (line: string, pause: () => Promise<unknown>) => Promise<boolean>;

/**
 * Lets one caller of a line through at a time.
 * @param maxWaiting for each line.
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
