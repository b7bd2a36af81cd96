/**
 * Renames one link, and restarts. However it is cut off, the next start has one of the two releases
 * (`deploy/before-start.sh`).
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { SERVED_BY } from '#platform/process/served-by.ts';
import { linked, placeOf, relink } from '../install/releases.ts';
import { attempt } from '../install/system.ts';

const WAIT_MS = 180_000;
const POLL_MS = 100;
/** As many starts as `deploy/before-start.sh` allows. */
const GIVEN_UP = 'started\nstarted\nstarted\n';

export function servedBy(dataDir: string): string | null {
  const file = path.join(dataDir, SERVED_BY);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/**
 * @param isServing asks the shop's own URL.
 * @returns whether the new release serves now.
 */
export async function switchTo(
  home: string,
  name: string,
  dataDir: string,
  isServing: () => Promise<boolean>,
): Promise<boolean> {
  const trying = path.join(home, 'trying');
  const before = linked(home);
  if (before !== null && before !== name) relink(home, before, 'former');
  // From here on starts are counted, and after three without an answer the former one is back.
  writeFileSync(trying, '', { flush: true });
  relink(home, name);
  restart();
  for (
    const begun = performance.now();
    linked(home) === name;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  ) {
    if (servedBy(dataDir) === name && (await isServing())) {
      rmSync(trying, { force: true });
      removeOthers(home);
      return true;
    }
    if (performance.now() - begun > WAIT_MS) {
      writeFileSync(trying, GIVEN_UP, { flush: true });
      restart();
      break;
    }
  }
  return false;
}

function restart(): void {
  const { isGood, printed } = attempt('systemctl', ['restart', 'druse']);
  if (!isGood)
    console.error(`systemd could not restart the shop: ${printed || 'systemctl is missing'}`);
}

/** Keeps the release that runs and the one before it; removes also what was cut off. */
function removeOthers(home: string): void {
  const remaining = [linked(home), linked(home, 'former')];
  for (const name of readdirSync(path.join(home, 'releases')))
    if (!remaining.includes(name)) rmSync(placeOf(home, name), { recursive: true, force: true });
}
