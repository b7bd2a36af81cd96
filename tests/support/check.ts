/**
 * `npm run check`: what a change must pass before it is shown to anybody, in less than a minute. Types, format, unused code, promises, walls,
 * and the unit tests of what changed since the last commit that was pushed (`origin/HEAD`), or since the last commit where there is no remote.
 */
import { execFileSync, spawn } from 'node:child_process';
import path from 'node:path';
import { programCall } from '../../scripts/programs.ts';
import { importsOf, root, sourceFiles } from './imports.ts';

/** They hold for every change, whatever it touches. */
const ALWAYS = ['tests/walls.test.ts', 'tests/words.test.ts', 'tests/docs.test.ts', 'tests/glossary.test.ts', 'tests/lock.test.ts'];
/** Started in this order, as many at a time as there are lanes: the longest first. */
const LANES = 2;
const cache = path.join(root, 'node_modules/.cache');
const incremental = (project: string) => [
  'tsc',
  '-p',
  project,
  '--incremental',
  '--tsBuildInfoFile',
  path.join(cache, `${project}.tsbuildinfo`),
];

const checks: Record<string, string[]> = {
  promises: ['oxlint', '--type-aware'],
  'types of the server': incremental('tsconfig.json'),
  'types of the pages': incremental('tsconfig.web.json'),
  style: ['biome', 'check', '--diagnostic-level=error'],
  unused: ['knip'],
  audit: ['node', 'scripts/audit.ts'],
  tests: ['vitest', 'run', '--project', 'server', '--project', 'web', '--reporter=dot', ...ALWAYS, ...testsOfChanges()],
};

const failed: string[] = [];
const waiting = Object.entries(checks);
await Promise.all(Array.from({ length: LANES }, lane));
console.log(failed.length === 0 ? '\nAll checks passed' : `\nFailed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;

async function lane(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(...next);
}

/** Prints what a check says only where it fails. */
async function run(name: string, [program = '', ...words]: string[]): Promise<void> {
  const begun = performance.now();
  const env = { ...process.env, PATH: `${path.join(root, 'node_modules/.bin')}${path.delimiter}${process.env.PATH}` };
  const { file, args, shell } = programCall(program, words);
  const child = spawn(file, args, { cwd: root, env, shell, stdio: ['ignore', 'pipe', 'pipe'] });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  if (code !== 0) failed.push(name);
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  ${name.padEnd(20)} ${((performance.now() - begun) / 1000).toFixed(1).padStart(6)} s`);
  if (code !== 0 || name === 'audit') process.stdout.write(Buffer.concat(output));
}

/** Test files that changed, that lie beside a changed file of the same name, or that import one. */
function testsOfChanges(): string[] {
  const changed = new Set(changedFiles());
  const stem = (file: string) => file.replace(/(\.\w+)*$/, '');
  const stems = new Set([...changed].map(stem));
  return sourceFiles().filter((file) => {
    if (!/\.test\.tsx?$/.test(file) || file.startsWith('tests/faults/')) return false;
    if (changed.has(file) || stems.has(stem(file))) return true;
    return importsOf(file).some(({ target, isTypeOnly }) => !isTypeOnly && changed.has(target) && !target.startsWith('tests/'));
  });
}

function changedFiles(): string[] {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  const lines = (text: string) => text.split('\n').filter((line) => line !== '');
  let base = 'HEAD';
  try {
    base = git('merge-base', 'HEAD', 'origin/HEAD').trim();
  } catch {
    // No remote.
  }
  return [...lines(git('diff', '--name-only', base)), ...lines(git('ls-files', '--others', '--exclude-standard'))];
}
