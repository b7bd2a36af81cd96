import { readFileSync } from 'node:fs';

/** Bytes of memory that a process holds; 0 where the system does not say, as outside of Linux. */
export function residentBytes(pid: number): number {
  try {
    return (
      Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) *
      1024
    );
  } catch {
    return 0;
  }
}
