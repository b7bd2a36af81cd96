/** With `TEST_COSTS` in the environment, each test file adds to that file a line with the processor time it took, children that have ended included. */
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect } from 'vitest';

const list = process.env.TEST_COSTS;
const TICKS = 100;

/** User and system time of this process and of its children, in seconds. Only Linux tells. */
function secondsSoFar(): number {
  if (!existsSync('/proc/self/stat')) return process.cpuUsage().user / 1e6;
  const fields = readFileSync('/proc/self/stat', 'utf8').split(') ')[1]?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) / TICKS;
}

if (list) {
  const begun = secondsSoFar();
  afterAll(() => {
    const file = path.relative('.', expect.getState().testPath ?? '');
    appendFileSync(list, `${(secondsSoFar() - begun).toFixed(1)} ${file}\n`);
  });
}
