/** Passes a lane; `false` at once if too many wait there already. */
export type PassLane = (lane: string, intervalMs: number) => Promise<boolean>;

/**
 * Lanes that let one caller through at a time, `intervalMs` after the one before, however many come at once.
 * @param maxWaiting how many may wait in one lane.
 */
export function createLanes(maxWaiting: number, pause: (ms: number) => Promise<unknown>): PassLane {
  const lanes = new Map<string, { waiting: number; last: Promise<unknown> }>();
  return async (name, intervalMs) => {
    const lane = lanes.get(name) ?? { waiting: 0, last: Promise.resolve() };
    if (lane.waiting === maxWaiting) return false;
    lanes.set(name, lane);
    lane.waiting += 1;
    lane.last = lane.last.then(() => pause(intervalMs));
    await lane.last;
    lane.waiting -= 1;
    if (lane.waiting === 0) lanes.delete(name);
    return true;
  };
}
