/** The other side of child-runner.ts: what a script that runs as a child calls to answer its tasks. */
import type { AnswerMessage, TaskMessage } from './child-runner.ts';

const WATCH_MS = 50;

/** Answers tasks by name until the parent goes, and ends the process where it takes more memory than it was given. */
export function answerTasks(tasks: Record<string, (input: never) => Promise<unknown>>): void {
  const mostMemory = Number(process.argv[2]);
  const memory = () => process.memoryUsage.rss();
  // Not by the way of an orderly exit, which waits for the threads that decode.
  const end = () => process.kill(process.pid, 'SIGKILL');
  setInterval(() => memory() > mostMemory && end(), WATCH_MS);
  process.on('disconnect', end);
  process.on('message', ({ task, input }: TaskMessage) => {
    void answerOf(tasks[task], input).then((answer) => process.send?.({ ...answer, memory: memory() } satisfies AnswerMessage));
  });
}

type Answer = { value: unknown } | { error: { name: string; message: string; code?: string } };

async function answerOf(work: ((input: never) => Promise<unknown>) | undefined, input: unknown): Promise<Answer> {
  if (!work) return { error: { name: 'Error', message: 'There is no such task' } };
  try {
    return { value: await work(input as never) };
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown : new Error(String(thrown));
    const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
    return { error: { name: error.name, message: error.message, ...code } };
  }
}
