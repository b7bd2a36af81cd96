import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** On a busy machine, work of low priority (pictures, videos) may take ten times its time. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

const serverSetup = ['temporary-folder', 'log-of-failed-tests', 'fail-on-console-error', 'cost-of-file'].map(
  (name) => `tests/support/${name}.ts`,
);

/** Faults that measure how soon something happens, or wait for work of low priority, which gets no time beside others. */
const ALONE = ['flood', 'renditions', 'disk-full'].map((name) => `tests/faults/${name}.test.ts`);

/** Long ones, called by `npm run test:faults` alone: each stops or kills something in earnest. They wait more than they work. */
const faults = (name: string, files: { include: string[]; exclude?: string[] }) => ({
  test: {
    name,
    root: '.',
    environment: 'node' as const,
    ...files,
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: serverSetup,
    ...patient,
  },
});

/** Short to read and long to run: begun last, as the size of their files suggests, they would run alone at the end. */
const LONG = ['odd-files'].map((name) => `tests/${name}.test.ts`);

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => LONG.some((name) => moduleId.endsWith(name));
    const sorted = await super.sort(files);
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongFirst },
    // One more than cores: some tests wait for processes and timeouts.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          name: 'server',
          root: '.',
          environment: 'node',
          // As the shop runs: libraries choose their build by it, and React's for development takes thrice the time.
          env: { NODE_ENV: 'production' },
          include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'tests/*.test.ts'],
          // Modules are loaded once per worker instead of once per file, which saves a fifth of the processor time.
          isolate: false,
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: serverSetup,
          ...patient,
        },
      },
      faults('faults', { include: ['tests/faults/*.test.ts'], exclude: ALONE }),
      { test: { ...faults('faults-alone', { include: ALONE }).test, fileParallelism: false, maxWorkers: 1, sequence: { groupOrder: 1 } } },
      {
        // Builds the image and runs it behind the shipped Caddyfile: `npm run test:deploy`, on a machine that has the tools.
        test: {
          name: 'deploy',
          root: '.',
          environment: 'node',
          include: ['tests/deploy/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
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
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/temporary-folder.ts'],
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
          include: ['web/**/*.test.{ts,tsx}'],
          setupFiles: ['tests/support/fail-on-console-error.ts'],
          ...patient,
        },
      },
    ],
  },
});
