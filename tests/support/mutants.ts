/**
 * `npm run test:mutants -- orders`: StrykerJS changes the rules, limits, totals and queries of a feature, one place at a time, and runs the tests beside
 * them on SQLite: a change that no test notices is one that a mistake could make. Without a name it says which features it knows.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { root } from './imports.ts';

type Feature = { mutated: string[]; tests: string[] };

/** What is mutated and tested within a feature's own folder, and what of it lies elsewhere. */
const of = (
  folder: string,
  mutated: string[],
  { elsewhere = [], tests = [] }: { elsewhere?: string[]; tests?: string[] } = {},
): Feature => ({
  mutated: [...mutated.map((file) => `${folder}/${file}`), ...elsewhere],
  tests: [`${folder}/*.test.ts`, ...tests],
});

const features: Record<string, Feature> = {
  orders: of(
    'server/features/selling/orders',
    ['*-rules.ts', '*-limits.ts', '*.queries.ts', 'order-st*.ts', 'status-effects.ts', 'shield.service.ts', 'used-payments.service.ts'],
    {
      elsewhere: ['contract/selling/cart.ts', 'contract/selling/shipping.ts', 'contract/selling/holds.ts'],
      tests: ['contract/selling/{cart,shipping,holds}.test.ts', 'server/extras/statements/payments.test.ts'],
    },
  ),
  payments: of('server/extras/statements', ['match-rules.ts', 'matching.ts', 'notes.ts', 'refunds.ts', 'statement.ts']),
  'waiting-list': of('server/extras/waiting-list', ['line-rules.ts', 'waiting-limits.ts', '*.queries.ts']),
  follows: of('server/extras/follows', ['*-limits.ts', '*.queries.ts', 'looking.service.ts'], {
    elsewhere: ['contract/extras/follows/follow-rules.ts'],
  }),
  show: of('server/extras/show', ['*.queries.ts', '*.service.ts'], {
    elsewhere: ['web/extras/show/queue-rules.ts', 'web/extras/show/finding.ts'],
    tests: ['web/extras/show/*.test.ts'],
  }),
  'bulk-edits': of('server/extras/bulk-edits', ['bulk-kinds.ts', '*.queries.ts'], {
    elsewhere: ['contract/extras/bulk-edits/bulk-edit-rules.ts'],
    tests: ['contract/extras/bulk-edits/bulk-edit-rules.test.ts'],
  }),
  intake: of('server/extras/intake', ['assignment.ts', 'time-order.ts', '*.queries.ts']),
};

const [name = '', ...options] = process.argv.slice(2);
const feature = features[name];
if (feature) process.exitCode = run(feature, options);
else {
  console.error(`npm run test:mutants -- FEATURE: one of ${Object.keys(features).join(', ')}`);
  process.exitCode = 1;
}

/** @param options for Stryker, such as `--concurrency 2`; a later `--mutate` replaces the feature's files. */
function run({ mutated, tests }: Feature, options: string[]): number {
  const words = ['run', '--mutate', mutated.join(','), ...options];
  // Not by `--testFiles`: with it Stryker wakes the mutants of what runs while a file loads too late, and calls them survivors.
  const env = { ...process.env, TESTS_OF_MUTANTS: tests.join(' ') };
  return spawnSync(path.join(root, 'node_modules/.bin/stryker'), words, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
}
