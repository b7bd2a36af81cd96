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
    'core/server/selling/orders',
    [
      '*-rules.ts',
      '*-limits.ts',
      '*.queries.ts',
      'order-st*.ts',
      'status-effects.ts',
      'shield.service.ts',
      'used-payments.service.ts',
    ],
    {
      elsewhere: [
        'core/contract/selling/cart.ts',
        'core/contract/selling/shipping.ts',
        'core/contract/selling/holds.ts',
      ],
      tests: [
        'core/contract/selling/{cart,shipping,holds}.test.ts',
        'features/statements/server/payments.test.ts',
      ],
    },
  ),
  payments: of('features/statements/server', [
    'match-rules.ts',
    'matching.ts',
    'notes.ts',
    'refunds.ts',
    'statement.ts',
  ]),
  'waiting-list': of('features/waiting-list/server', [
    'line-rules.ts',
    'waiting-limits.ts',
    '*.queries.ts',
  ]),
  follows: of('features/follows/server', ['*-limits.ts', '*.queries.ts', 'looking.service.ts'], {
    elsewhere: ['features/follows/contract/follow-rules.ts'],
  }),
  show: of('features/show/server', ['*.queries.ts', '*.service.ts'], {
    elsewhere: ['features/show/web/queue-rules.ts', 'features/show/web/finding.ts'],
    tests: ['features/show/web/*.test.ts'],
  }),
  'bulk-edits': of('features/bulk-edits/server', ['bulk-kinds.ts', '*.queries.ts'], {
    elsewhere: ['features/bulk-edits/contract/bulk-edit-rules.ts'],
    tests: ['features/bulk-edits/contract/bulk-edit-rules.test.ts'],
  }),
  intake: of('features/intake/server', ['assignment.ts', 'time-order.ts', '*.queries.ts']),
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
  return (
    spawnSync(path.join(root, 'node_modules/.bin/stryker'), words, {
      cwd: root,
      env,
      stdio: 'inherit',
    }).status ?? 1
  );
}
