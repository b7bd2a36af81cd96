/** For `npm run test:mutants` (`tests/support/mutants.ts`), which says what is mutated and which tests are to notice. */
export default {
  testRunner: 'vitest',
  vitest: { configFile: 'vitest.mutants.config.ts', related: false },
  coverageAnalysis: 'perTest',
  // Words are held by tests/words.test.ts, and a column that is called wrongly fails every test: neither says how sharp the tests are.
  mutator: { excludedMutations: ['StringLiteral'] },
  reporters: ['progress-append-only', 'clear-text', 'json'],
  jsonReporter: { fileName: '.cache/mutants/report.json' },
  clearTextReporter: { allowColor: false, logTests: false, allowEmojis: false, reportTests: false },
  tempDirName: '.cache/mutants/sandboxes',
  // Stryker cannot read what the native compiler's package has no function for any more; the tests need no types.
  ignorePatterns: ['/.cache', '/dist', '/bench', '/docs', '/deploy', '/tsconfig.json'],
  concurrency: 1,
  timeoutMS: 20_000,
};
