import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** On a busy machine, work of low priority (pictures, videos) may take ten times its time. */
const patient = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 60_000 } } };

export default defineConfig({
  test: {
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
          setupFiles: ['tests/support/temporary-folder.ts', 'tests/support/fail-on-console-error.ts'],
          ...patient,
        },
      },
      {
        // Long ones, called by `npm run test:faults` alone: each stops or kills something in earnest.
        test: {
          name: 'faults',
          root: '.',
          environment: 'node',
          include: ['tests/faults/*.test.ts'],
          globalSetup: ['tests/support/global-setup.ts'],
          setupFiles: ['tests/support/temporary-folder.ts', 'tests/support/fail-on-console-error.ts'],
          fileParallelism: false,
          ...patient,
        },
      },
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
