/** What the test files of one run share: made by the first that asks, though each file runs in a process of its own. */
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const POLL_MS = 25;
const TIMEOUT_MS = 120_000;

/**
 * The text that `make` returned when the first process of this run called it; the others wait for it.
 * @param runFolder shared by the whole run, and by nothing else.
 * @param make gets an empty folder of its own.
 * @throws where `make` failed in another process, or took longer than two minutes.
 */
export async function onceInRun(
  runFolder: string,
  name: string,
  make: (folder: string) => Promise<string>,
): Promise<string> {
  const folder = path.join(runFolder, name);
  const result = `${folder}.result`;
  try {
    mkdirSync(folder);
  } catch {
    return waitFor(result, name);
  }
  const outcome = await make(folder).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  writeFileSync(
    `${result}.new`,
    JSON.stringify('value' in outcome ? outcome : { error: String(outcome.error) }),
  );
  renameSync(`${result}.new`, result);
  if ('error' in outcome) throw outcome.error;
  return outcome.value;
}

async function waitFor(result: string, name: string): Promise<string> {
  for (let waited = 0; !existsSync(result); waited += POLL_MS) {
    if (waited > TIMEOUT_MS)
      throw new Error(`${name} was not ready within ${TIMEOUT_MS / 1000} seconds`);
    await wait(POLL_MS);
  }
  const outcome: { value: string } | { error: string } = JSON.parse(readFileSync(result, 'utf8'));
  if ('error' in outcome) throw new Error(`${name} could not be made: ${outcome.error}`);
  return outcome.value;
}
