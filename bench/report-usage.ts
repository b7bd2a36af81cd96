/** Loaded into a measured server (`--import`): tells over the process channel what it has used. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

export type Usage = {
  /** Processor time of all its threads, in microseconds. */
  cpu: number;
  /** Memory it holds, in bytes. */
  memory: number;
};

process.on('message', (message) => {
  if (message !== 'usage' && message !== 'collect') return;
  if (message === 'collect') collect();
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies Usage);
});
process.channel?.unref();

/** Collects all garbage, first that in use by finalizers. */
function collect(): void {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  for (let turn = 0; turn < 3; turn++) gc();
}
