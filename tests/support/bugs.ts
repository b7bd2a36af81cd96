/**
 * `npm run test:bugs`: puts bugs into the files that changed, one at a time, and runs the nearest tests: a bug that none of them notices, nor the
 * compiler, nor the linter, is one that somebody could make. `-- --count 200 --seed 2 core/server/selling` takes 200 from that folder.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Bug, bugsIn, withBug } from './bug-kinds.ts';
import { changedFiles } from './changed-files.ts';
import { isOfShop, projectFiles, root, sourceOf } from './imports.ts';
import { nearestTests, needsBuild, reachOf, testsWithin } from './nearest-tests.ts';

/** Seconds of processor time for the tests of one bug. */
const BUDGET = 20;
const REPORT = path.join(root, '.cache/bugs.md');

type Outcome = 'tests' | 'types' | 'linter' | 'survived';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    count: { type: 'string', default: '40' },
    seed: { type: 'string', default: '1' },
  },
});

const wanted = positionals.length === 0 ? changedFiles() : filesIn(positionals);
const bugs = choose(wanted.filter(isOfShop), Number(values.count), Number(values.seed));
if (bugs.length === 0) {
  console.error('Nothing that changed can have a bug: name files or folders');
  process.exit(1);
}

const reach = reachOf();
const built = needsBuild(reach);
const folder = copyOfProject();
const outcomes: { bug: Bug; outcome: Outcome }[] = [];
try {
  const all = [...new Set(bugs.flatMap(({ file }) => testsOf(file)))];
  console.log(`${bugs.length} bugs, ${all.length} files of tests; first without a bug …`);
  if (notices(all)) throw new Error('Tests fail without a bug');
  for (const [index, bug] of bugs.entries()) {
    const outcome = tryOut(bug);
    outcomes.push({ bug, outcome });
    console.log(`${index + 1}/${bugs.length}  ${outcome.padEnd(8)}  ${said(bug)}`);
    mkdirSync(path.dirname(REPORT), { recursive: true });
    writeFileSync(REPORT, report());
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(report());

function tryOut(bug: Bug): Outcome {
  const source = sourceOf(bug.file);
  const place = path.join(folder, bug.file);
  writeFileSync(place, withBug(source, bug));
  try {
    if (notices(testsOf(bug.file))) return 'tests';
    const config = bug.file.includes('/web/') || bug.file.startsWith('ui/') ? '.web' : '';
    if (run('tsc', '-p', `tsconfig${config}.json`) !== 0) return 'types';
    return run('oxlint', '--type-aware', bug.file) === 0 ? 'survived' : 'linter';
  } finally {
    writeFileSync(place, source);
  }
}

/** The nearest tests that need no build, as `npm run check` chooses them. */
function testsOf(file: string): string[] {
  const unbuilt = nearestTests([file], reach).filter((test) => !built.has(test));
  return testsWithin(BUDGET, unbuilt, reach).run;
}

function notices(tests: string[]): boolean {
  if (tests.length === 0) return false;
  const projects = ['sqlite', 'web'].flatMap((name) => ['--project', name]);
  const words = ['run', ...projects, '--bail', '1', '--reporter', 'dot', ...tests];
  return run('vitest', ...words) !== 0;
}

function run(program: string, ...words: string[]): number | null {
  const bin = path.join(root, 'node_modules/.bin');
  return spawnSync(path.join(bin, program), words, {
    cwd: folder,
    env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}` },
    stdio: 'ignore',
    timeout: 600_000,
  }).status;
}

function copyOfProject(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'druse-bugs-'));
  for (const file of projectFiles()) cpSync(path.join(root, file), path.join(copy, file));
  symlinkSync(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

function filesIn(places: string[]): string[] {
  return projectFiles().filter((file) =>
    places.some((place) => file === place || file.startsWith(`${place.replace(/\/$/, '')}/`)),
  );
}

/** From each room in turn, and within it from each kind in turn. */
function choose(files: string[], count: number, seed: number): Bug[] {
  const random = randomNumbers(seed);
  const all = files.flatMap((file) => bugsIn(file, sourceOf(file)));
  const rooms = [...Map.groupBy(all, ({ file }) => roomOf(file)).values()].map((room) =>
    inTurn(
      [...Map.groupBy(room, ({ kind }) => kind).values()].map((kind) => shuffled(kind, random)),
    ),
  );
  return inTurn(rooms).slice(0, count);
}

function roomOf(file: string): string {
  const [side = '', room = '', part = ''] = file.split('/');
  return side === 'core' ? `${side}/${room}/${part}` : `${side}/${room}`;
}

function inTurn<T>(lists: T[][]): T[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  return Array.from({ length: longest }, (_, index) =>
    lists.flatMap((list) => list.slice(index, index + 1)),
  ).flat();
}

function shuffled<T>(list: T[], random: () => number): T[] {
  return list
    .map((item) => ({ item, place: random() }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

/** The same for the same seed: Park and Miller’s generator. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function said({ file, kind, start, end, text }: Bug): string {
  const source = sourceOf(file);
  const line = source.slice(0, start).split('\n').length;
  const short = (words: string) => words.replace(/\s+/g, ' ').slice(0, 70);
  return `${file}:${line}  ${kind}: ${short(source.slice(start, end))} → ${short(text)}`;
}

function report(): string {
  const rows = [...Map.groupBy(outcomes, ({ bug }) => roomOf(bug.file))].map(([room, tried]) => {
    const of = (name: Outcome) => tried.filter(({ outcome }) => outcome === name).length;
    const noticed = tried.length - of('survived');
    return `| ${room} | ${tried.length} | ${of('tests')} | ${of('types')} | ${of('linter')} | ${Math.round((100 * noticed) / tried.length)} % |`;
  });
  const left = outcomes.filter(({ outcome }) => outcome === 'survived');
  const share = Math.round((100 * (outcomes.length - left.length)) / outcomes.length);
  return `${outcomes.length} bugs, ${share} % noticed

| Room | Bugs | Tests | Types | Linter | Noticed |
|---|---|---|---|---|---|
${rows.join('\n')}

Survived:
${left.map(({ bug }) => `- ${said(bug)}`).join('\n')}
`;
}
