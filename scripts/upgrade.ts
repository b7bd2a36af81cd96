/**
 * `druse upgrade FILE`: tries another release on a copy of the data, and switches only where that
 * went well.
 */
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import { type Environment, readConfig } from '#core/server/config.ts';
import { systemClock } from '#platform/clock.ts';
import { DataDirInUse, lockDataDir } from '#platform/db/data-dir-lock.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import { home } from '#platform/process/way-of-running.ts';
import { runCommand } from './command.ts';
import { keysOf, linked, placeOf } from './install/releases.ts';
import { shopEnvironment } from './shop-environment.ts';
import { takeRelease } from './upgrade/archive.ts';
import { keepDatabase, withCopy } from './upgrade/copy.ts';
import { withDatabaseCopy } from './upgrade/postgres-copy.ts';
import { type Copy, rehearse } from './upgrade/rehearsal.ts';
import { servedBy, switchTo } from './upgrade/switching.ts';

const NO_WAY_BACK = '--no-way-back';

const NO_COPY = 'So there is no copy of the data, and the new release was not tried on one.';

const USAGE = `druse upgrade FILE

Has the release in FILE, an archive druse-…tar.gz with its .sig and .sha256 beside it, serve this machine's shop in place of the one that does.
First it copies the database and tries the new release on a copy: it must start, show ten pages and take an order; then the present
release must still be able to serve what the new one has made of the tables. Then it switches, which closes the shop for some seconds.
Where anything fails, the present release goes on as it was. Run it as root.

${NO_WAY_BACK}  switches also where the present release could not serve the new tables, as where releases were skipped

The database as it was stays in DATA_DIR as before-upgrade.db until the next upgrade (not one on PostgreSQL), and the former release
beside the new one.`;

await runCommand(USAGE, [NO_WAY_BACK], async (archive, given) => {
  if (home === null)
    throw new Problem(
      'state_conflict',
      'Only an installed shop can be upgraded by this command: druse install makes it one.',
    );
  const unlock = lockUpgrades(home);
  try {
    await upgrade(home, archive, given.includes(NO_WAY_BACK));
  } finally {
    unlock();
  }
});

function lockUpgrades(folder: string): () => void {
  try {
    return lockDataDir(path.join(folder, 'upgrading'), systemClock.now());
  } catch (error) {
    throw error instanceof DataDirInUse
      ? new Problem('state_conflict', 'Another upgrade is running. Wait until it is over.')
      : error;
  }
}

async function upgrade(folder: string, archive: string, isOneWay: boolean): Promise<void> {
  const environment = shopEnvironment();
  const { dataDir, databaseUrl, host, port } = readConfig(environment);
  const keys = keysOf(projectFolder);
  if (keys.length === 0)
    console.log(
      'The present release has no key, so nobody vouches for the next: its sum is compared.',
    );
  const next = await takeRelease(archive, folder, keys);
  const present = linked(folder);
  if (present === next && servedBy(dataDir) === next) return console.log(`${next} serves already.`);
  const tryOn = async (copy: Copy) => {
    console.log(
      `On a copy of the data: ${await rehearse(placeOf(folder, next), copy, environment, true)}.`,
    );
    if (present !== null && present !== next && !isOneWay)
      await tryWayBack(placeOf(folder, present), copy, environment);
  };
  if (databaseUrl === null) {
    await withCopy(dataDir, keepDatabase(dataDir), (place) =>
      tryOn({ folder: place, databaseUrl: null }),
    );
  } else {
    const tried = await withDatabaseCopy(databaseUrl, (copyUrl) =>
      withCopy(dataDir, null, (place) => tryOn({ folder: place, databaseUrl: copyUrl })),
    );
    if ('obstacle' in tried) console.log(`${tried.obstacle}\n${NO_COPY}`);
  }
  const isServing = async () =>
    (await fetch(`http://${host}:${port}/livez`).catch(() => null))?.status === 200;
  if (!(await switchTo(folder, next, dataDir, isServing)))
    throw new Problem(
      'state_conflict',
      `${next} did not come up, so ${present} serves again. Why it did not: journalctl -u druse`,
    );
  console.log(`${next} serves now.`);
}

/** @throws Problem where the present release cannot serve what the new one has made of the copy. */
async function tryWayBack(present: string, copy: Copy, environment: Environment): Promise<void> {
  await rehearse(present, copy, environment, false).catch((error: Error) => {
    throw new Problem(
      'state_conflict',
      `${path.basename(present)} cannot serve the tables as the new release has made them, so there would be no way back: ${error.message}\n` +
        `Upgrade to the releases between them first, or add ${NO_WAY_BACK}.`,
    );
  });
}
