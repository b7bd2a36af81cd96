/** The archive of a release: its sum, and its place among the other releases. */
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#contract/problems.ts';
import { addRelease, nameOf } from '../install/releases.ts';

/** @throws Problem where FILE.sha256 is missing, or names another sum. */
export async function checkSum(archive: string): Promise<void> {
  const file = `${archive}.sha256`;
  if (!existsSync(archive)) throw new Problem('not_found', `There is no file ${archive}.`);
  if (!existsSync(file)) throw new Problem('not_found', `There is no ${file}. It comes with the release: put it beside the archive.`);
  const [wanted] = readFileSync(file, 'utf8').trim().split(/\s+/);
  const hash = createHash('sha256');
  await pipeline(createReadStream(archive), hash);
  if (hash.digest('hex') !== wanted)
    throw new Problem('bad_request', `${archive} is damaged or not the file of ${path.basename(file)}: the sums differ. Get it again.`);
}

/** Unpacks the archive among the releases. @returns the release's name. @throws Problem where it is none, or there is no room for it. */
export function unpack(archive: string, home: string): string {
  const releases = path.join(home, 'releases');
  // What an upgrade left that was killed.
  for (const name of readdirSync(releases)) if (name.startsWith('.')) rmSync(path.join(releases, name), { recursive: true });
  const folder = mkdtempSync(path.join(releases, '.unpacking-'));
  try {
    const { status, stderr } = spawnSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1', '--no-same-owner'], {
      stdio: ['ignore', 'ignore', 'pipe'],
      encoding: 'utf8',
    });
    if (status !== 0)
      throw new Problem(
        'bad_request',
        `${archive} can’t be unpacked into ${releases}. Is it a release, and is there room?\n${stderr.split('\n', 2).join('\n')}`,
      );
    // As in `druse install`: another user runs it, whatever the umask.
    execFileSync('chmod', ['-R', 'u=rwX,go=rX', folder]);
    const name = nameOf(folder);
    if (name === null) throw new Problem('bad_request', `${archive} is no release of Druse that can be installed.`);
    addRelease(home, name, (partial) => {
      rmSync(partial, { recursive: true });
      renameSync(folder, partial);
    });
    return name;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
