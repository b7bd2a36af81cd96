/**
 * Heavy or dangerous work in a child process of low priority: one task at a time, each within its time, and whatever becomes of the child,
 * only the task that it was at fails.
 *
 *     const runner = childRunner(path.join(import.meta.dirname, 'image-process.ts'));
 *     const size = await runner.run<Size>('measure', { path }, { timeoutMs: 60_000, signal });
 *
 * The script answers with `answerTasks({ measure: async (input) => … })` from child-tasks.ts. Input and answer are structured clones.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { setPriority } from 'node:os';

/** What becomes of a task whose child did not answer: it crashed, took too much memory, or was cut off. */
export class ChildFailure extends Error {
  readonly reason: 'crashed' | 'too slow';

  constructor(reason: 'crashed' | 'too slow', words: string) {
    super(words);
    this.name = 'ChildFailure';
    this.reason = reason;
  }
}

export type TaskOptions = {
  /** Milliseconds after which the task is cut off. */
  timeoutMs: number;
  /** Ends the task at once, wherever it stands; it rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Somebody waits for it: goes before others, and what is running that nobody waits for is ended and started anew afterwards. */
  urgent?: boolean;
};

export type ChildRunner = {
  /** @throws ChildFailure; the signal's reason; an Error with message, name and code of what the task threw. */
  run<T>(task: string, input: unknown, options: TaskOptions): Promise<T>;
  /** Ends the child; what is running or waiting rejects, as does what comes later. */
  close(): void;
};

export type RunnerSettings = {
  /** 0 is normal, 19 the lowest. */
  niceness?: number;
  /** Milliseconds for which an idle child is kept. */
  idleMs?: number;
  /** The child ends itself beyond so many bytes of memory. */
  mostMemory?: number;
  /** More arguments for Node. */
  execArgv?: string[];
};

/** What goes to the child and comes back. */
export type TaskMessage = { task: string; input: unknown };
export type AnswerMessage = { memory: number } & ({ value: unknown } | { error: { name: string; message: string; code?: string } });

type Waiting = TaskMessage & TaskOptions & { resolve(value: unknown): void; reject(error: unknown): void };

const MEGABYTE = 1_000_000;

export function childRunner(
  script: string,
  { niceness = 10, idleMs = 20_000, mostMemory = 600 * MEGABYTE, execArgv = [] }: RunnerSettings = {},
): ChildRunner {
  const queue: Waiting[] = [];
  let child: ChildProcess | null = null;
  let current: Waiting | null = null;
  let deadline: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;
  let isClosed = false;

  function start(): ChildProcess {
    const started = fork(script, [String(mostMemory)], {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--no-warnings', ...execArgv],
      // Nothing of ours is the business of what reads strangers' files; glibc keeps less memory with few arenas.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    try {
      if (started.pid !== undefined) setPriority(started.pid, niceness);
    } catch {
      // It may have ended already, which its event tells.
    }
    started.on('message', (message: AnswerMessage) => started === child && answered(message));
    const lost = (how: string) => started === child && settle((task) => task.reject(new ChildFailure('crashed', `${task.task}: ${how}`)));
    started.on('error', (error) => lost(error.message));
    started.on('exit', (code, signal) => lost(`the child process ended (${signal ?? code})`));
    return started;
  }

  function end(): void {
    child?.kill('SIGKILL');
    child = null;
  }

  /** Ends the child, the current task with it, and goes on with the next. */
  function settle(tell: (task: Waiting) => void): void {
    end();
    const task = release();
    if (task) tell(task);
    next();
  }

  function release(): Waiting | null {
    clearTimeout(deadline);
    const task = current;
    current = null;
    return task;
  }

  function answered(message: AnswerMessage): void {
    const task = release();
    // Memory that the allocator or WebAssembly has taken once, it never gives back.
    if (message.memory > mostMemory / 2) end();
    if (!task) return;
    if ('value' in message) task.resolve(message.value);
    else task.reject(Object.assign(new Error(message.error.message), message.error));
    next();
  }

  function next(): void {
    if (current || isClosed) return;
    clearTimeout(idle);
    const place = queue.findIndex((task) => task.urgent);
    const [task] = queue.splice(Math.max(place, 0), 1);
    if (!task) {
      rest();
      return;
    }
    child ??= start();
    child.ref();
    child.channel?.ref();
    current = task;
    const { task: name, input, timeoutMs, reject } = task;
    deadline = setTimeout(() => settle(() => reject(new ChildFailure('too slow', `${name} took longer than ${timeoutMs} ms`))), timeoutMs);
    // A child that is gone already is told of by its exit.
    child.send({ task: name, input } satisfies TaskMessage, () => {});
  }

  /** An idle child holds nothing open, and is ended after a while. */
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
      const waiting: Waiting = { task, input, ...options, resolve, reject };
      const giveUp = () => {
        reject(signal?.reason);
        if (current === waiting) settle(() => {});
        else queue.splice(queue.indexOf(waiting), 1);
      };
      signal?.addEventListener('abort', giveUp);
      queue.push(waiting);
      if (urgent && current && !current.urgent) {
        queue.unshift(current);
        settle(() => {});
      } else next();
      try {
        return (await promise) as T;
      } finally {
        signal?.removeEventListener('abort', giveUp);
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
