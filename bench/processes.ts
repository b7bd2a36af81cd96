/** What Linux says of processes. */
import { readdirSync, readFileSync } from 'node:fs';

const TICKS_PER_SECOND = 100;

/** Processor time of a process and all below it, ended ones too, in seconds; null where the system does not tell. */
export function processorSeconds(pid: number): number | null {
  try {
    return (
      fieldsOf(pid)
        .slice(13, 17)
        .reduce((sum, ticks) => sum + Number(ticks) / TICKS_PER_SECOND, 0) + ofChildren(pid)
    );
  } catch {
    return null;
  }
}

const ofChildren = (pid: number) =>
  childrenOf(pid).reduce((sum, child) => sum + (processorSeconds(child) ?? 0), 0);

function childrenOf(pid: number): number[] {
  return readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')
      .split(' ')
      .filter(Boolean)
      .map(Number),
  );
}

/** The fields of /proc/<pid>/stat as proc(5) counts them, from 0; the name, which may have spaces, is one. */
function fieldsOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const end = text.lastIndexOf(')');
  return [text.slice(0, text.indexOf(' ')), text.slice(0, end), ...text.slice(end + 2).split(' ')];
}
