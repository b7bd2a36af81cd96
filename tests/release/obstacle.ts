/** `node tests/release/obstacle.ts` prints why this machine cannot make its own release, and nothing where it can. */
import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { programCall } from '../../scripts/programs.ts';

const root = path.join(import.meta.dirname, '../..');
const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
const name = `node-${process.platform}-${process.arch}`;

console.log(obstacle());

function obstacle(): string {
  if (process.platform === 'win32') return 'the test of a release unpacks it as Unix does';
  if (!(name in optionalDependencies))
    return `npm has no Node for ${process.platform} on ${process.arch}, so there is no release for it`;
  try {
    const changes = execFileSync('git', ['status', '--porcelain'], {
      cwd: root,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    if (changes.trim()) return 'a release is made of a commit, and some changes are not committed';
  } catch {
    return 'a release is made of a commit, and this folder is no git repository';
  }
  const { file, args, shell } = programCall('npm', [
    'view',
    `${name}@${optionalDependencies[name]}`,
    'version',
  ]);
  return spawnSync(file, args, { cwd: root, shell, timeout: 60_000 }).status === 0
    ? ''
    : 'the npm registry cannot be reached';
}
