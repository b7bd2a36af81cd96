/** Loaded into a measured server (`--import`): tells over the process channel what it has used. */

export type Usage = {
  /** Processor time of all its threads, in microseconds. */
  cpu: number;
  /** Memory it holds, in bytes. */
  memory: number;
};

process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.({ cpu: user + system, memory: process.memoryUsage.rss() } satisfies Usage);
});
process.channel?.unref();
