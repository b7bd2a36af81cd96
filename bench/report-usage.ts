/** Loaded into a measured server (`--import`): tells over the process channel what it has used. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export type Usage = {
  /** Processor time of all its threads, in microseconds. */
  cpu: number;
  /** Memory it holds, in bytes. */
  memory: number;
};

/** Milliseconds of processor time that the main thread was held at most, since it was asked. */
let longest: number | null = null;

process.on('message', (message) => {
  if (message === 'longest') {
    process.send?.(longest ?? 0);
    if (longest === null) watchTurns();
    longest = 0;
  }
  if (message !== 'usage' && message !== 'collect') return;
  if (message === 'collect') collect();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies Usage);
});
process.channel?.unref();

/** Never lets the loop rest, so that each turn of it is seen. */
function watchTurns(): void {
  let before = process.threadCpuUsage();
  setImmediate(function turn() {
    const now = process.threadCpuUsage();
    const ms = (now.user + now.system - before.user - before.system) / 1_000;
    longest = Math.max(longest ?? 0, ms);
    before = now;
    setImmediate(turn);
  });
}

/** Collects all garbage, first that in use by finalizers. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn++) gc();
}
