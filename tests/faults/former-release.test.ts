/**
 * The former release serves the tables of this one: its own tests, of its own commit, run against tables that today's migrations make. That is the release of
 * the last tag, or while there is none, the commit before the newest migration.
 */
import { execFile, execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, test } from 'vitest';
import { migrationNames } from '#platform/db/migrate.ts';
import { root } from '../support/imports.ts';

const TIMEOUT = 1_800_000;
const MIGRATIONS = 'platform/db/migrations';
/** What buyers and the owner do; tests of migrations themselves, of backups and of the table of personal data compare with their own release’s tables. */
const TESTS = 'core/server/selling/orders';
/** Where a release that has no `core/` has the same. */
const EARLIER = {
  migrations: 'server/platform/db/migrations',
  tests: 'server/features/selling/orders',
  imports: { '#core/contract/*': './contract/*', '#platform/*': './server/platform/*' },
};

const git = (...words: string[]): string =>
  execFileSync('git', words, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();

/** null where there is no git, or not enough of its history. */
function formerRelease(): string | null {
  try {
    // Wherever it stood when it was added.
    const newest = `:(glob)**/db/migrations/${migrationNames().at(-1)}.ts`;
    const tag = git('tag', '--list', 'v*', '--sort=-creatordate', '--merged', 'HEAD').split(
      '\n',
    )[0];
    return git(
      'rev-parse',
      tag || `${git('log', '--diff-filter=A', '--format=%H', '-1', '--', newest)}^`,
    );
  } catch {
    return null;
  }
}

/** Today's migrations find what they import. */
function addImports(file: string, imports: Record<string, string>): void {
  const description = JSON.parse(readFileSync(file, 'utf8'));
  Object.assign(description.imports, imports);
  writeFileSync(file, JSON.stringify(description));
}

const former = formerRelease();
const remark =
  former === null ? ' (skipped: its commit is not in this copy of the repository)' : '';

test.skipIf(former === null)(
  `the tests of the former release pass on the tables of this one${remark}`,
  { timeout: TIMEOUT },
  async () => {
    const folder = mkdtempSync(path.join(inject('runFolder'), 'former-'));
    execFileSync('sh', [
      '-c',
      'git -C "$0" archive "$1" | tar -x -C "$2"',
      root,
      former ?? '',
      folder,
    ]);
    symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    mkdirSync(path.join(folder, '.cache'), { recursive: true });
    const isEarlier = !existsSync(path.join(folder, MIGRATIONS));
    if (isEarlier) addImports(path.join(folder, 'package.json'), EARLIER.imports);
    const migrations = path.join(folder, isEarlier ? EARLIER.migrations : MIGRATIONS);
    cpSync(path.join(root, MIGRATIONS), migrations, {
      recursive: true,
      filter: (file) => !file.endsWith('.test.ts'),
    });
    const words = [
      'node_modules/vitest/vitest.mjs',
      'run',
      '--project',
      'server',
      '--maxWorkers=2',
      '--reporter=dot',
      isEarlier ? EARLIER.tests : TESTS,
    ];
    // In this test's own temporary folder its PostgreSQL could not pass, which runs as another user.
    const { VITEST: _, TMPDIR: __, ...environment } = process.env;
    const outcome = await promisify(execFile)(process.execPath, words, {
      cwd: folder,
      env: environment,
      maxBuffer: 2 ** 26,
    }).then(
      ({ stdout }) => ({ isGood: true, printed: stdout }),
      ({ stdout, stderr }: { stdout: string; stderr: string }) => ({
        isGood: false,
        printed: `${stdout}\n${stderr}`,
      }),
    );
    expect(outcome.isGood, `${former}: ${outcome.printed.slice(-6_000)}`).toBe(true);
    console.log(`${former?.slice(0, 8)}: ${/Tests .*$/m.exec(outcome.printed)?.[0]}`);
  },
);
