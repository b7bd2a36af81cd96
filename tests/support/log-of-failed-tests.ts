import { afterEach, beforeEach } from 'vitest';

/** Shared by every instance of this module: it runs again for each test file, while helpers that a worker has loaded keep the first one. */
const shared = globalThis as typeof globalThis & { loggedLines?: string[] };
shared.loggedLines ??= [];

/** What the shops of this worker have logged since the test began. */
export const loggedLines = shared.loggedLines;

beforeEach(() => {
  loggedLines.length = 0;
});

// The only trace of a 500, whose response says nothing of its cause.
afterEach(({ task }) => {
  if (task.result?.state === 'fail' && loggedLines.length > 0)
    process.stderr.write(`${task.name} failed; its shop logged:\n${loggedLines.join('')}`);
});
