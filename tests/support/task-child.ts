/** A child process for the tests of the runner: it returns, throws, crashes, hangs or exhausts memory. */
import { getPriority } from 'node:os';
import { setTimeout } from 'node:timers/promises';
import { handleTasks } from '#platform/jobs/child-tasks.ts';

handleTasks({
  echo: async (input: unknown) => input,
  about: async () => ({
    pid: process.pid,
    niceness: getPriority(),
    names: Object.keys(process.env),
  }),
  fail: async () => {
    throw Object.assign(new RangeError('no room'), { code: 'ENOSPC' });
  },
  crash: async () => process.kill(process.pid, 'SIGSEGV'),
  hang: async () => {
    for (;;);
  },
  wait: (ms: number) => setTimeout(ms, 'waited'),
  'eat at once': async () => {
    const eaten: Buffer[] = [];
    for (;;) if (eaten.length < 100) eaten.push(Buffer.alloc(20_000_000, 1));
  },
  eat: async () => {
    const eaten: Buffer[] = [];
    for (;;) {
      eaten.push(Buffer.alloc(20_000_000, 1));
      await setTimeout(10);
    }
  },
});
