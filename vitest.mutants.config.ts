import { defineConfig } from 'vitest/config';

/** For `npm run test:mutants`, which says by `TESTS_OF_MUTANTS` what notices: some unit tests as one project, on SQLite alone. */
export default defineConfig({
  test: {
    environment: 'node',
    env: { NODE_ENV: 'production' },
    include: (process.env.TESTS_OF_MUTANTS ?? 'core/**/*.test.ts').split(' '),
    isolate: false,
    globalSetup: ['tests/support/global-setup.ts'],
    setupFiles: ['temporary-folder', 'log-of-failed-tests', 'fail-on-console-error'].map(
      (name) => `tests/support/${name}.ts`,
    ),
    provide: { engines: ['sqlite'] },
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
