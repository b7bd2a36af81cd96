/**
 * Work that would hold the process yields often, and other requests have their turn between its
 * slices.
 */
import { setImmediate } from 'node:timers/promises';

const SLICE_MS = 10;

/** Ends with its result. */
export type Sliced<T> = Generator<undefined, T>;

export async function inSlices<T>(work: Sliced<T>): Promise<T> {
  const turn = turns();
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
    await turn();
  }
}

/** To be awaited in a loop: other requests have their turn once a slice is over. */
export function turns(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < SLICE_MS) return;
    return setImmediate().then(() => {
      since = performance.now();
    });
  };
}
