import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { costOf } from './tests/support/costs.ts';

/** On a busy machine, work of low priority (pictures, videos) may take ten times its time. */
const patient = {
  testTimeout: 120_000,
  hookTimeout: 120_000,
  // A test that asserts nothing proves nothing.
  expect: { poll: { timeout: 60_000 }, requireAssertions: true },
};

const setup = (...names: string[]) => names.map((name) => `tests/support/${name}.ts`);
const serverSetup = setup(
  'temporary-folder',
  'log-of-failed-tests',
  'fail-on-console-error',
  'cost-of-file',
);

/** Faults that measure how soon something happens, or wait for work of low priority, which gets no time beside others. */
const ALONE = ['flood', 'login-flood', 'renditions', 'disk-full'].map(
  (name) => `tests/faults/${name}.test.ts`,
);

/** Long ones, in a suite of their own: each stops or kills something in earnest. They wait more than they work. */
const faults = (name: string, files: { include: string[]; exclude?: string[] }) => ({
  test: {
    name,
    root: '.',
    environment: 'node' as const,
    ...files,
    globalSetup: setup('global-setup'),
    setupFiles: serverSetup,
    ...patient,
  },
});

const UNITS = [
  'core/{contract,server}/**/*.test.ts',
  'features/*/{contract,server,tests}/**/*.test.ts',
  'platform/**/*.test.ts',
  'tests/*.test.ts',
];

const units = (
  name: string,
  include: string[],
  environment: Record<string, string> = {},
  provide: object = {},
  exclude: string[] = [],
) => ({
  test: {
    name,
    provide,
    root: '.',
    environment: 'node' as const,
    // As the shop runs: libraries choose their build by it, and React's for development takes thrice the time.
    env: { NODE_ENV: 'production', ...environment },
    include,
    exclude,
    // Modules are loaded once per worker instead of once per file, which saves a fifth of the processor time.
    isolate: false,
    globalSetup: setup('global-setup'),
    setupFiles: serverSetup,
    ...patient,
  },
});

const unitsThatSay = (words: RegExp) =>
  globSync(UNITS).filter((file) => words.test(readFileSync(file, 'utf8')));
const onEngines = unitsThatSay(
  /\bonEvery(?:Database|Pair)\(|\bonDatabases\(\[.*(?:postgresEngine|'postgres')/,
);

/** Where SQL is the matter, or several processes on one database: `npm test` runs these on both engines, and the others on SQLite alone. */
const SQL =
  /^platform\/|queries|model|races|search|holds|placing|cache|backup|restor|turnstile|stock|perform|facets|transfer|money|changing|ledger/;
const severalProcesses = unitsThatSay(/\bmakeSecondApp\b/);
const ofSql = onEngines.filter((file) => SQL.test(file) || severalProcesses.includes(file));

/** What takes longest begins first: begun last, it would run alone at the end. */
class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const cost = ({ moduleId }: TestSpecification) => costOf(moduleId);
    const projects = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    return [...projects.values()].flatMap((inside) => inside.toSorted((a, b) => cost(b) - cost(a)));
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // Two more than cores: many tests wait for processes and timeouts.
    maxWorkers: availableParallelism() + 2,
    projects: [
      // By hand, and by `npm run check`.
      units('server', UNITS),
      // `npm test`.
      units('sql', ofSql),
      units('others', UNITS, {}, { engines: ['sqlite'] }, ofSql),
      // What those leave out.
      units('postgres', onEngines, {}, { engines: ['postgres'] }, ofSql),
      // What is proved on the other engine anyway.
      units('sqlite', UNITS, {}, { engines: ['sqlite'] }),
      // Those that leave something to it import what says so.
      units('thorough', unitsThatSay(/support\/thorough\.ts/), { THOROUGH: 'on' }),
      units('pglite', onEngines, {}, { engines: ['pglite'] }),
      faults('faults', { include: ['tests/faults/*.test.ts'], exclude: ALONE }),
      {
        test: {
          ...faults('faults-alone', { include: ALONE }).test,
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Builds the image and runs it behind the shipped Caddyfile: `npm run test:deploy`, on a machine that has the tools.
        test: {
          name: 'deploy',
          root: '.',
          environment: 'node',
          include: ['tests/deploy/*.test.ts'],
          globalSetup: setup('global-setup'),
          ...patient,
        },
      },
      {
        // Makes the release for this machine, once, and runs it.
        test: {
          name: 'release',
          fileParallelism: false,
          root: '.',
          environment: 'node',
          include: ['tests/release/*.test.ts'],
          globalSetup: setup('global-setup'),
          ...patient,
        },
      },
      {
        // Takes each feature out of a copy.
        test: {
          name: 'features',
          root: '.',
          environment: 'node',
          include: ['tests/features/*.test.ts'],
          ...patient,
        },
      },
      {
        // Opens the shop in Firefox and WebKit: `npm run test:browsers`, on a machine that has them.
        test: {
          name: 'browsers',
          root: '.',
          environment: 'node',
          include: ['tests/browsers/*.test.ts'],
          globalSetup: setup('global-setup'),
          setupFiles: setup('temporary-folder'),
          ...patient,
        },
      },
      {
        test: {
          name: 'web',
          root: '.',
          environment: 'happy-dom',
          // One browser environment per worker: creating it took four fifths of the time.
          isolate: false,
          include: ['{core,features/*}/web/**/*.test.{ts,tsx}', 'ui/**/*.test.{ts,tsx}'],
          setupFiles: setup('fail-on-console-error'),
          ...patient,
        },
      },
    ],
  },
});
