/**
 * A process keeps its memory small only by options given at its start, so one that began without
 * them is replaced.
 */
import { flushCompileCache } from 'node:module';
import path from 'node:path';

const FLAG = '--max-semi-space-size=4';
const environment = {
  MALLOC_ARENA_MAX: '2',
  NODE_COMPILE_CACHE: path.join(import.meta.dirname, '../.cache/compiled'),
};

/**
 * Keeps the process id, so signals and exit codes need nobody to pass them on. Returns only where
 * the process is lean already, or the system cannot replace one (Windows).
 */
export function goOnLean(script: string): void {
  if (process.execArgv.includes(FLAG) || process.platform === 'win32') return;
  // Nothing that is done at the end of a process is done at this one's.
  flushCompileCache();
  const words = [process.execPath, FLAG, script, ...process.argv.slice(2)];
  process.execve?.(process.execPath, words, { ...environment, ...process.env });
}
