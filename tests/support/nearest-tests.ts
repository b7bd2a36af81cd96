/** Which tests can notice a change: those that reach a changed file by what files import and name, the nearest first. */
import path from 'node:path';
import { BUILD_COST, costOf } from './costs.ts';
import { importsOf, projectFiles, sourceFiles, sourceOf } from './imports.ts';

/** Who reaches a file in one step: those that import it, and those that name it, to read it or to start it. */
export type Reach = Map<string, Set<string>>;

/** Suites of their own, which need more than a change takes time. */
const ELSEWHERE = /^tests\/(?:faults|deploy|browsers|machines|features|release)\//;
const isTest = (file: string) => /\.test\.tsx?$/.test(file) && !ELSEWHERE.test(file);

/** It imports every feature: a way through it says little, and nearly every test of the server has one. */
const HUB = 'core/server/app.ts';
const HUB_STEPS = 4;

/** More than any way is long: tests beside the file go before all others. */
const OWN_FOLDER = 1_000;

/** They list files, and read none of them. */
const LISTS = [
  'tests/support/costs.ts',
  'tests/support/features.ts',
  'tests/nearest-tests.test.ts',
];

/** Where everything is called so, a word tells nothing of what a file is about. */
const COMMON = new Set([
  'core',
  'server',
  'contract',
  'web',
  'features',
  'platform',
  'tests',
  'test',
  'support',
  'service',
  'queries',
  'routes',
  'page',
]);

/** Imports of types alone do not count: no test can notice them, and the type check does. */
export function reachOf(files = sourceFiles()): Reach {
  const reach: Reach = new Map();
  const known = knownFiles();
  for (const file of files) {
    const targets = importsOf(file).flatMap(({ target, isOwn, isTypeOnly }) =>
      isOwn && !isTypeOnly ? [target] : [],
    );
    for (const target of [...targets, ...namesIn(file, known)]) {
      if (target === file) continue;
      const importers = reach.get(target);
      if (importers) importers.add(file);
      else reach.set(target, new Set([file]));
    }
  }
  return reach;
}

/** Paths of all files, and for each bare name that only one file has, that file's path. */
function knownFiles(): Map<string, string> {
  const files = projectFiles();
  const known = new Map(files.map((file) => [file, file]));
  const names = Map.groupBy(files, (file) => path.posix.basename(file));
  for (const [name, holders] of names)
    if (holders.length === 1 && !known.has(name)) known.set(name, holders[0] ?? '');
  return known;
}

const quoted = /(['"`])([\w@./#-]+\.\w+)\1/g;
const pattern = /\bglob(?:Sync)?(?:<\w+>)?\(\s*\[?\s*'((?:\.|\/?[a-z]+|\{[a-z,/*{}]+\})\/[^']+)'/g;
const imported = /(?<!@)\b(?:from|import)[ (]*(['"])[^'"\n]+\1/g;
const comment = /^\s*(?:\/\/|\/?\*).*$/gm;

/** Files whose path, or whose name where no other has it, stands in quotes: what is read, started, or built. */
function namesIn(file: string, known: Map<string, string>): string[] {
  if (LISTS.includes(file)) return [];
  const text = sourceOf(file).replace(comment, '').replace(imported, '');
  const pathsOf = (name: string) => [
    path.posix.join(path.posix.dirname(file), name),
    name.replace(/^\//, ''),
  ];
  const named = [...text.matchAll(quoted)].map(([, , name = '']) =>
    pathsOf(name)
      .map((one) => known.get(one))
      .find(Boolean),
  );
  const listed = [...text.matchAll(pattern)].flatMap(([, wanted = '']) =>
    [...known.values()].filter((one) =>
      pathsOf(wanted).some((candidate) => path.posix.matchesGlob(one, candidate)),
    ),
  );
  return [...named, ...listed].filter((one) => one !== undefined);
}

/** All tests that can notice a change of these files, the nearest first. */
export function nearestTests(changed: string[], reach = reachOf()): string[] {
  const ranks = new Map<string, number>();
  for (const file of changed) {
    for (const [test, rank] of ranksOf(file, reach))
      ranks.set(test, Math.min(rank, ranks.get(test) ?? Number.POSITIVE_INFINITY));
  }
  return [...ranks]
    .sort(([a, rank], [b, other]) => rank - other || a.localeCompare(b))
    .map(([test]) => test);
}

/** Files that reach what builds the shop: tests among them start what is built. */
export const needsBuild = (reach = reachOf()): ReadonlySet<string> =>
  new Set(stepsFrom('scripts/build.ts', reach).keys());

/**
 * Which of the tests, in their order but those that need a build last, fit into this many seconds of processor time, and which are left. What does
 * not fit lets smaller ones behind it pass.
 */
export function testsWithin(
  seconds: number,
  tests: string[],
  reach = reachOf(),
): { run: string[]; left: string[] } {
  const built = needsBuild(reach);
  let [spent, isBuilt] = [0, false];
  // What is built costs as much as many tests that need no build.
  const unbuiltFirst = tests.toSorted((a, b) => Number(built.has(a)) - Number(built.has(b)));
  const { run = [], left = [] } = Object.groupBy(unbuiltFirst, (test) => {
    const isOfBuild = built.has(test);
    const cost = costOf(test) + (isOfBuild && !isBuilt ? BUILD_COST : 0);
    if (spent + cost > seconds) return 'left';
    spent += cost;
    isBuilt ||= isOfBuild;
    return 'run';
  });
  return { run, left };
}

/** Steps from the file to each test, less two for each word that both are called by: where steps tell little, the word of a feature does. */
function ranksOf(file: string, reach: Reach): [string, number][] {
  const words = wordsOf(file);
  return [...stepsFrom(file, reach)]
    .filter(([reached]) => isTest(reached))
    .map(([test, steps]) => {
      if (stemOf(test) === stemOf(file)) return [test, Number.NEGATIVE_INFINITY];
      if (path.posix.dirname(test) === path.posix.dirname(file)) return [test, steps - OWN_FOLDER];
      const shared = wordsOf(test).intersection(words).size;
      return [test, steps - 2 * shared];
    });
}

function stepsFrom(file: string, reach: Reach): Map<string, number> {
  const steps = new Map([[file, 0]]);
  const rounds: string[][] = [[file]];
  for (let round = 0; round < rounds.length; round += 1) {
    for (const target of rounds[round] ?? []) {
      // A shorter way was found since.
      if (steps.get(target) !== round) continue;
      const next = round + (target === HUB ? HUB_STEPS : 1);
      for (const importer of reach.get(target) ?? []) {
        if ((steps.get(importer) ?? Number.POSITIVE_INFINITY) <= next) continue;
        steps.set(importer, next);
        rounds[next] ??= [];
        rounds[next].push(importer);
      }
    }
  }
  return steps;
}

const stemOf = (file: string) => file.replace(/(\.[a-z]+)+$/, '');

/** `core/server/messages/mail/order-mails.test.ts` is about message, mail and order. */
function wordsOf(file: string): Set<string> {
  const words = stemOf(file)
    .split(/[/.-]/)
    .map((word) => word.replace(/s$/, ''));
  return new Set(words.filter((word) => !COMMON.has(word) && !COMMON.has(`${word}s`)));
}
