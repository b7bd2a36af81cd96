/**
 * `npm run check`: what a change must pass before it is shown to anybody, in about a minute. Types, format, unused code, promises, walls, and the tests
 * that can notice what changed since the last commit that was pushed (`origin/HEAD`), or since the last commit where there is no remote. The
 * nearest tests run; those that would take too long are named and left to `npm test`.
 */
import { spawn } from 'node:child_process';
import path from 'node:path';
import { COULD_NOT, programCall } from '../../scripts/programs.ts';
import { suites } from '../../scripts/suites.ts';
import { changedFiles } from './changed-files.ts';
import { root } from './imports.ts';
import { nearestTests, testsWithin } from './nearest-tests.ts';

/** They hold for every change, whatever it touches. */
const ALWAYS = [
  'tests/walls.test.ts',
  'tests/words.test.ts',
  'tests/docs.test.ts',
  'tests/glossary.test.ts',
  'tests/lock.test.ts',
];
/** Started in this order, as many at a time as there are lanes: the longest first. */
const LANES = 2;
/** Seconds of processor time for the tests: two cores have them done within the minute, beside the other checks. */
const BUDGET = 40;
const cache = path.join(root, 'node_modules/.cache');
const incremental = (project: string) => [
  'tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  path.join(cache, `${project}.tsbuildinfo`),
];

/** A changed route may be open to whom it should not be. */
const ROUTES = /\.routes\.ts$|calls\.ts$|\/auth\//;

const changed = changedFiles();
const always = [
  ...ALWAYS,
  ...(changed.some((file) => ROUTES.test(file)) ? ['tests/permissions.test.ts'] : []),
];
const nearest = nearestTests(changed).filter((file) => !always.includes(file));
const { run: chosen, left } = testsWithin(BUDGET, nearest);

const checks: Record<string, string[]> = {
  tests: [
    'vitest',
    'run',
    '--project',
    'server',
    '--project',
    'web',
    '--reporter=dot',
    ...always,
    ...chosen,
  ],
  promises: ['oxlint', '--type-aware'],
  'types of the server': incremental('tsconfig.json'),
  'types of the pages': incremental('tsconfig.web.json'),
  unused: ['knip'],
  style: ['biome', 'check', '--diagnostic-level=error'],
  audit: ['node', 'scripts/audit.ts'],
};

/** What files import does not tell what they can notice. */
const wholeSuites = Object.entries(suites).flatMap(([name, { isLight }]) =>
  isLight || name === 'unit' ? [] : name,
);

const failed: string[] = [];
const waiting = Object.entries(checks);
await Promise.all(Array.from({ length: LANES }, lane));
report();
process.exitCode = failed.length === 0 ? 0 : 1;

async function lane(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next);
}

/** Prints what a check says only where it fails. */
async function run(name: string, [program = '', ...words]: string[]): Promise<void> {
  const begun = performance.now();
  const env = {
    ...process.env,
    PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}`,
  };
  const { file, args, shell } = programCall(program, words);
  const child = spawn(file, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0 && code !== COULD_NOT) failed.push(name);
  console.log(
    `${code === 0 ? 'passed' : code === COULD_NOT ? 'not run' : 'FAILED'}  ${name.padEnd(20)} ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s`,
  );
  if (code !== 0 || name === 'audit') process.stdout.write(Buffer.concat(output));
}

function report(): void {
  if (chosen.length > 0)
    console.log(`\nTests of what changed, the nearest first:\n${byFolder(chosen)}`);
  if (left.length > 0)
    console.log(`\nLeft to npm test, which can notice the change too:\n${byFolder(left)}`);
  console.log(
    `\nWhat runs the whole shop is left to npm test and npm run test:all: ${wholeSuites.join(', ')}`,
  );
  console.log(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join(', ')}`);
}

/** `  core/server/selling/orders: holds, placing`, in the order of the files. */
function byFolder(files: string[]): string {
  return [...Map.groupBy(files, (file) => path.posix.dirname(file))]
    .map(
      ([folder, inside]) =>
        `  ${folder}: ${inside.map((file) => path.posix.basename(file).replace(/\.test\.tsx?$/, '')).join(', ')}`,
    )
    .join('\n');
}
