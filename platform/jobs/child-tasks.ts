import type { ResultMessage, TaskMessage } from './child-runner.ts';

const WATCH_MS = 50;

/**
 * Runs tasks until the parent goes, and ends the process when it uses more memory than it was
 * given.
 */
export function handleTasks(tasks: Record<string, (input: never) => Promise<unknown>>): void {
  const maxMemory = Number(process.argv[2]);
  const memory = () => process.memoryUsage.rss();
  // An orderly exit would wait for the decoding threads.
  const end = () => process.kill(process.pid, 'SIGKILL');
  setInterval(() => memory() > maxMemory && end(), WATCH_MS);
  process.on('disconnect', end);
  process.on('message', ({ task, input }: TaskMessage) => {
    runTask(tasks[task], input).then(
      (result) => process.send?.({ ...result, memory: memory() } satisfies ResultMessage),
      end,
    );
  });
}

type Result = { value: unknown } | { error: { name: string; message: string; code?: string } };

async function runTask(
  work: ((input: never) => Promise<unknown>) | undefined,
  input: unknown,
): Promise<Result> {
  if (!work) return { error: { name: 'Error', message: 'There is no such task' } };
  try {
    return { value: await work(input as never) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { error: { name: error.name, message: error.message, ...code } };
  }
}
