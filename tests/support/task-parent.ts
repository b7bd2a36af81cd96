/** Runs one task and then ends by itself. */
import path from 'node:path';
import { childRunner } from '#platform/jobs/child-runner.ts';

const runner = childRunner(path.join(import.meta.dirname, 'task-child.ts'));
const { pid } = await runner.run<{ pid: number }>('about', null, { timeoutMs: 20_000 });
process.send?.(pid, () => process.disconnect());
