import { setTimeout } from 'node:timers/promises';

export type Job = {
  /** Starts no further round and waits for the running one, at most `maxMs` milliseconds. */
  stop(maxMs: number): Promise<void>;
};

/**
 * Pauses after each round.
 * @param work one round; it should return early once `isStopping()` is true. An error is logged and
 * ends that round only.
 * @param everyMs the longest pause, in milliseconds.
 * @param msUntilNext asked after each round: when the next one is wanted, in milliseconds.
 */
export function startJob(
  name: string,
  everyMs: number,
  log: { error: (details: object, message: string) => void },
  work: (isStopping: () => boolean) => Promise<void>,
  msUntilNext: () => Promise<number> = async () => everyMs,
): Job {
  const stopping = new AbortController();
  const isStopping = () => stopping.signal.aborted;

  async function run(): Promise<void> {
    while (!isStopping()) {
      let pauseMs = everyMs;
      try {
        await work(isStopping);
        pauseMs = Math.min(everyMs, await msUntilNext());
      } catch (err) {
        log.error({ err, job: name }, 'job round failed');
      }
      await pause(pauseMs, stopping.signal);
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

/**
 * Does one thing more after the last round, in the time for both; the shop ends even if that fails.
 */
export const withLast = (
  job: Job,
  last: () => Promise<void>,
  log: { warn: (details: object, message: string) => void },
): Job => ({
  async stop(maxMs) {
    const ended = job.stop(maxMs).then(last);
    const told = ended.catch((err: unknown) =>
      log.warn({ err }, 'what a job does at the end failed'),
    );
    await Promise.race([told, setTimeout(maxMs, undefined, { ref: false })]);
  },
});

const pause = (ms: number, signal: AbortSignal) =>
  setTimeout(ms, undefined, { signal }).catch(() => {});
