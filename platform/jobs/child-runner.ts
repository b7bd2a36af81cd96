/**
 * Runs heavy or dangerous work in a low-priority child process: one task at a time, each with a time limit. If the child dies, only the
 * task it was running fails.
 *
 *     const runner = childRunner(path.join(projectFolder, 'platform/images/image-process.ts'));
 *     const size = await runner.run<Size>('measure', { path }, { timeoutMs: 60_000, signal });
 *
 * The script registers its tasks with `handleTasks({ measure: async (input) => … })` from child-tasks.ts. Inputs and results are structured clones.
 * Why no library does it: `docs/decisions/0022-libraries-we-do-without.md`.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';

/** A task got no result: the child crashed, used too much memory, or ran out of time. */
export class ChildFailure extends Error {
  readonly reason: 'crashed' | 'too slow';

  constructor(reason: 'crashed' | 'too slow', message: string) {
    super(message);
    this.name = 'ChildFailure';
    this.reason = reason;
  }
}

export type TaskOptions = {
  /** Milliseconds after which the task is killed. */
  timeoutMs: number;
  /** Ends the task at once, queued or running; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /**
   * Goes before tasks that are not urgent; a running one of those is killed and run again
   * afterwards.
   */
  urgent?: boolean;
};

export type ChildRunner = {
  /**
   * @throws ChildFailure; the signal's reason; an Error with the message, name and code of what the
   * task threw.
   */
  run<T>(task: string, input: unknown, options: TaskOptions): Promise<T>;
  /** Running, queued and later tasks reject. */
  close(): void;
};

export type RunnerSettings = {
  /** Process priority: 0 is normal, 19 the lowest. */
  niceness?: number;
  /** Milliseconds after which an idle child is ended. */
  idleMs?: number;
  /** Bytes of memory beyond which the child ends itself, or is ended where it has no turn to. */
  maxMemory?: number;
  execArgv?: string[];
};

export type TaskMessage = { task: string; input: unknown };
export type ResultMessage = { memory: number } & (
  | { value: unknown }
  | { error: { name: string; message: string; code?: string } }
);

type QueuedTask = TaskMessage &
  TaskOptions & { resolve(value: unknown): void; reject(error: unknown): void };

const MEGABYTE = 1_000_000;
const WATCH_MS = 25;

/** Bytes; 0 where the system has no such file: there the child's own guard has to do. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}

export function childRunner(
  script: string,
  {
    niceness = 10,
    idleMs = 20_000,
    maxMemory = 600 * MEGABYTE,
    execArgv = [],
  }: RunnerSettings = {},
): ChildRunner {
  const queue: QueuedTask[] = [];
  let child: ChildProcess | null = null;
  let current: QueuedTask | null = null;
  let deadline: NodeJS.Timeout | undefined;
  let watch: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): ChildProcess {
    const started = fork(script, [String(maxMemory)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--no-warnings', ...execArgv],
      // The process that reads untrusted files must not see our environment. With few arenas glibc
      // holds less memory.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    try {
      if (started.pid !== undefined) setPriority(started.pid, niceness);
    } catch {
      // It may have ended already; its exit event is handled below.
    }
    started.on('message', (message: ResultMessage) => started === child && onResult(message));
    const onLost = (how: string) =>
      started === child &&
      settle((task) => task.reject(new ChildFailure('crashed', `${task.task}: ${how}`)));
    started.on('error', (error) => onLost(error.message));
    started.on('exit', (code, signal) => onLost(`the child process ended (${signal ?? code})`));
    return started;
  }

  function end(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  function settle(onEnd: (task: QueuedTask) => void): void {
    end();
    const task = release();
    if (task) onEnd(task);
    next();
  }

  function release(): QueuedTask | null {
    clearTimeout(deadline);
    clearInterval(watch);
    const task = current;
    current = null;
    return task;
  }

  function onResult(message: ResultMessage): void {
    const task = release();
    // The allocator and WebAssembly never give memory back.
    if (message.memory > maxMemory / 2) end();
    if (!task) return;
    if ('value' in message) task.resolve(message.value);
    else task.reject(Object.assign(new Error(message.error.message), message.error));
    next();
  }

  function next(): void {
    if (current || isClosed) return;
    clearTimeout(idle);
    const index = queue.findIndex((task) => task.urgent);
    const [task] = queue.splice(Math.max(index, 0), 1);
    if (!task) {
      rest();
      return;
    }
    child ??= start();
    child.ref();
    child.channel?.ref();
    current = task;
    const { task: name, input, timeoutMs, reject } = task;
    deadline = setTimeout(
      () =>
        settle(() =>
          reject(new ChildFailure('too slow', `${name} took longer than ${timeoutMs} ms`)),
        ),
      timeoutMs,
    );
    const { pid } = child;
    const endIfTooLarge = async () => {
      if (pid === undefined || (await memoryOf(pid)) <= maxMemory || child?.pid !== pid) return;
      settle((lost) =>
        lost.reject(new ChildFailure('crashed', `${lost.task} took too much memory`)),
      );
    };
    watch = setInterval(() => void endIfTooLarge(), WATCH_MS);
    // If the child is gone already, its exit event settles the task.
    child.send({ task: name, input } satisfies TaskMessage, () => {});
  }

  function rest(): void {
    if (!child) return;
    child.unref();
    child.channel?.unref();
    idle = setTimeout(end, idleMs);
    idle.unref();
  }

  return {
    async run<T>(task: string, input: unknown, options: TaskOptions): Promise<T> {
      const { signal, urgent } = options;
      if (isClosed) throw new Error('The child runner is closed');
      signal?.throwIfAborted();
      const { promise, resolve, reject } = Promise.withResolvers<unknown>();
      const queued: QueuedTask = { task, input, ...options, resolve, reject };
      const onAbort = () => {
        reject(signal?.reason);
        if (current === queued) settle(() => {});
        else queue.splice(queue.indexOf(queued), 1);
      };
      signal?.addEventListener('abort', onAbort);
      queue.push(queued);
      if (urgent && current && !current.urgent) {
        queue.unshift(current);
        settle(() => {});
      } else next();
      try {
        return (await promise) as T;
      } finally {
        signal?.removeEventListener('abort', onAbort);
      }
    },
    close() {
      isClosed = true;
      clearTimeout(idle);
      const closed = new Error('The child runner was closed');
      for (const task of queue.splice(0)) task.reject(closed);
      settle((task) => task.reject(closed));
    },
  };
}
