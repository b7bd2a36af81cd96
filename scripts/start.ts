/** `npm start`: builds what has changed since the last build, then starts the shop. */
import { pathToFileURL } from 'node:url';
import { home } from '#platform/process/way-of-running.ts';
import { buildIfStale, builtShop } from './build.ts';
import { goOnLean } from './lean-process.ts';

const { ppid } = process;

if (['--help', '--version', '--dev'].some((word) => process.argv.includes(word)))
  await import('../core/server/main.ts');
else if (home !== null) {
  // With another user and other data it would be another shop.
  console.error('This shop is installed, and systemd starts it: systemctl start druse');
  process.exitCode = 1;
} else {
  buildIfStale();
  // The process that started this was told to end while the pages were built.
  if (process.ppid !== ppid) process.exit(1);
  goOnLean(builtShop);
  await import(pathToFileURL(builtShop).href);
}
