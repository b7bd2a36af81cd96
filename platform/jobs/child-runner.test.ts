import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import {
  ChildFailure,
  type ChildRunner,
  childRunner,
  type RunnerSettings,
} from './child-runner.ts';

const script = path.join(import.meta.dirname, '../../tests/support/task-child.ts');
const LONG = { timeoutMs: 20_000 };
type About = { pid: number; niceness: number; names: string[] };

const open: ChildRunner[] = [];
function makeRunner(settings?: RunnerSettings): ChildRunner {
  const runner = childRunner(script, settings);
  open.push(runner);
  return runner;
}
afterEach(() => {
  for (const runner of open.splice(0)) runner.close();
});

const about = (runner: ChildRunner) => runner.run<About>('about', null, LONG);
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('a child process', () => {
  test('runs tasks at low priority, without our environment variables, and is reused for the next task', async () => {
    const runner = makeRunner();
    const first = await about(runner);
    expect(first.pid).not.toBe(process.pid);
    expect(first.niceness).toBeGreaterThanOrEqual(10);
    expect(first.names).not.toContain('PATH');
    expect((await about(runner)).pid).toBe(first.pid);
    const input = { bytes: new Uint8Array([1, 2, 3]), when: new Date(0), nothing: undefined };
    expect(await runner.run('echo', input, LONG)).toEqual(input);
  });

  test('runs one task at a time, in order, urgent ones first', async () => {
    const runner = makeRunner();
    const done: string[] = [];
    const run = (name: string, urgent = false) =>
      runner.run('wait', 20, { ...LONG, urgent }).then(() => done.push(name));
    await Promise.all([run('a', true), run('b'), run('c', true), run('d')]);
    expect(done).toEqual(['a', 'c', 'b', 'd']);
  });

  test('interrupts a task for an urgent one and runs it again afterwards', async () => {
    const runner = makeRunner();
    const slow = runner.run('hang', null, { timeoutMs: 400 }).catch((error: unknown) => error);
    await setTimeout(100);
    expect(await runner.run('echo', 'at once', { ...LONG, urgent: true })).toBe('at once');
    expect(await slow).toMatchObject({ reason: 'too slow' });
  });

  test('passes on what a task threw', async () => {
    const runner = makeRunner();
    await expect(runner.run('fail', null, LONG)).rejects.toMatchObject({
      name: 'RangeError',
      message: 'no room',
      code: 'ENOSPC',
    });
    await expect(runner.run('unheard of', null, LONG)).rejects.toThrow('no such task');
  });

  test.each([
    ['crashes', 'crash', 'crashed', {}],
    ['hangs', 'hang', 'too slow', {}],
    ['takes too much memory', 'eat', 'crashed', { maxMemory: 200_000_000 }],
  ] as const)('that %s fails its current task and no other', async (_, task, reason, settings) => {
    const runner = makeRunner(settings);
    const before = await about(runner);
    const [failed, next] = await Promise.allSettled([
      runner.run(task, null, { timeoutMs: task === 'hang' ? 300 : 20_000 }),
      about(runner),
    ]);
    expect(failed.status === 'rejected' && failed.reason).toBeInstanceOf(ChildFailure);
    expect(failed.status === 'rejected' && failed.reason).toMatchObject({ reason });
    expect(next.status === 'fulfilled' && next.value.pid).toBeGreaterThan(0);
    await expect.poll(() => isAlive(before.pid)).toBe(false);
  });

  // Other systems do not say how much memory another process has.
  test.runIf(process.platform === 'linux')(
    'that takes too much memory without a pause is ended by its parent',
    async () => {
      const runner = makeRunner({ maxMemory: 200_000_000 });
      await expect(runner.run('eat at once', null, LONG)).rejects.toMatchObject({
        reason: 'crashed',
        message: 'eat at once took too much memory',
      });
    },
  );

  test('is killed when the running task is aborted; an aborted queued task never starts', async () => {
    const runner = makeRunner();
    const { pid } = await about(runner);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const tasks = [
      runner.run('hang', null, { ...LONG, signal: running.signal }),
      runner.run('hang', null, { ...LONG, signal: waiting.signal }),
      runner.run('echo', 'after them', LONG),
    ];
    waiting.abort(new Error('left'));
    running.abort(new Error('left too'));
    expect(await Promise.allSettled(tasks)).toMatchObject([
      { reason: { message: 'left too' } },
      { reason: { message: 'left' } },
      { value: 'after them' },
    ]);
    await expect.poll(() => isAlive(pid)).toBe(false);
    await expect(
      runner.run('echo', 1, { ...LONG, signal: AbortSignal.abort(new Error('never began')) }),
    ).rejects.toThrow('never began');
  });

  test('ends when it has been idle, and is started again for the next task', async () => {
    const runner = makeRunner({ idleMs: 30 });
    const first = await about(runner);
    await expect.poll(() => isAlive(first.pid)).toBe(false);
    expect((await about(runner)).pid).not.toBe(first.pid);
  });

  test('ends when its runner is closed; running and queued tasks reject', async () => {
    const runner = makeRunner();
    const { pid } = await about(runner);
    const tasks = [runner.run('hang', null, LONG), runner.run('echo', 1, LONG)];
    await setTimeout(50);
    runner.close();
    expect((await Promise.allSettled(tasks)).map(({ status }) => status)).toEqual([
      'rejected',
      'rejected',
    ]);
    await expect(runner.run('echo', 1, LONG)).rejects.toThrow('closed');
    await expect.poll(() => isAlive(pid)).toBe(false);
  });

  test('does not keep its parent alive once it is idle, and ends with it', async () => {
    const parent = fork(path.join(import.meta.dirname, '../../tests/support/task-parent.ts'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    const [pid] = (await once(parent, 'message')) as [number];
    const [code] = (await once(parent, 'exit')) as [number];
    expect(code).toBe(0);
    await expect.poll(() => isAlive(pid)).toBe(false);
  });
});
