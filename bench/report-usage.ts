/** Loaded into a measured server (`--import`): tells over the process channel how much processor time it has used, in microseconds. */
process.on('message', (message) => {
  if (message !== 'usage') return;
  const { user, system } = process.cpuUsage();
  process.send?.(user + system);
});
process.channel?.unref();
