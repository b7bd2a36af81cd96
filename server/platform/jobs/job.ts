import { setTimeout } from 'node:timers/promises';

export type Job = {
  /** No other round begins; waits for the running one, at most so many milliseconds. */
  stop(maxMs: number): Promise<void>;
};

/**
 * Does some work again and again, with a pause after each round.
 * @param work one round; `isStopping` tells it to leave off early. What it throws is logged and ends only the round.
 * @param everyMs the pause in milliseconds.
 */
export function startJob(
  name: string,
  everyMs: number,
  log: { error: (details: object, words: string) => void },
  work: (isStopping: () => boolean) => Promise<void>,
): Job {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;

  async function run(): Promise<void> {
    while (!isStopping()) {
      try {
        await work(isStopping);
      } catch (err) {
        log.error({ err, job: name }, 'a round of a job failed');
      }
      await pause(everyMs, stopping.signal);
    }
  }

  const running = run();
  return {
    async stop(maxMs) {
      stopping.abort();
      await Promise.race([running, setTimeout(maxMs, undefined, { ref: false })]);
    },
  };
}

/** Also ends, without complaint, when the signal comes. */
const pause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal }).catch(() => {});
