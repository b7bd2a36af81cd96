/** An upgrade waits for this note, which tells the next start that it need not go back. */
import { renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectFolder } from './project-folder.ts';
import { home } from './way-of-running.ts';

export const SERVED_BY = 'served-by';

/** Does nothing where the shop was not installed. */
export function noteServing(dataDir: string): void {
  if (home === null) return;
  const file = path.join(dataDir, SERVED_BY);
  writeFileSync(`${file}.new`, path.basename(projectFolder));
  renameSync(`${file}.new`, file);
}
