/** What `npm run check` runs after a change: every test that can notice it is found, and those about it come first. */
import path from 'node:path';
import { expect, test } from 'vitest';
import { BUILD_COST, costOf, costs } from './support/costs.ts';
import { sourceFiles } from './support/imports.ts';
import { nearestTests, reachOf, testsWithin } from './support/nearest-tests.ts';

const reach = reachOf();
const after = (...changed: string[]) => nearestTests(changed, reach);

test('a changed mail is noticed by the tests of mails before those that only send some', () => {
  const found = after('core/server/messages/mail/order-mail-templates.ts');
  const isBeside = (file: string) => path.posix.dirname(file) === 'core/server/messages/mail';
  const beside = found.filter(isBeside);
  expect(beside).toContain('core/server/messages/mail/other-mails.test.ts');
  expect(found.slice(0, beside.length)).toEqual(beside);
  const further = found.filter((file) => !isBeside(file));
  expect(further.slice(0, 12)).toContain('core/server/selling/orders/order-statuses.test.ts');
  expect(found.indexOf('core/server/messages/mail/mail.test.ts')).toBeLessThan(
    found.indexOf('core/server/catalogue/search/search-index.test.ts'),
  );
});

test('the tests beside a file come first, then those that import it', () => {
  const found = after('core/contract/money.ts');
  expect(found[0]).toBe('core/contract/money.test.ts');
  expect(found.slice(0, 8)).toContain('core/contract/selling/cart.test.ts');
});

test('every test of the whole shop is found after a change of any of its parts', () => {
  const hub = after('core/server/app.ts');
  for (const part of [
    'features/ledger/server/ledger.routes.ts',
    'platform/images/image-process.ts',
    'core/contract/catalogue/specimen-fields.ts',
  ])
    expect(hub.filter((file) => !after(part).includes(file))).toEqual([]);
});

test('what is read, started or built by its name is followed like what is imported', () => {
  expect(after('core/server/catalogue/species/species.csv')[0]).toBe(
    'core/server/catalogue/species/species.routes.test.ts',
  );
  expect(after('platform/images/image-process.ts')[0]).toBe(
    'platform/images/image-worker-client.test.ts',
  );
  expect(after('scripts/user.ts')).toContain('tests/user-command.test.ts');
  expect(after('core/web/routes/home-page.tsx')).toContain('tests/page-cache.test.ts');
  expect(after('ui/tokens.css')).toContain('features/static-copy/tests/static-copy.test.ts');
  expect(after('core/server/closing.ts')).toContain('tests/commands.test.ts');
  expect(after('docs/api.md')).toEqual(['tests/api-calls.test.ts', 'tests/docs.test.ts']);
});

test('types alone are left to the compiler, browser tests and faults to their suites', () => {
  expect(after('platform/db/schema-intakes.ts')).toEqual([]);
  const specs = sourceFiles().filter((file) => file.endsWith('.spec.ts'));
  expect(after(...specs)).toEqual(['tests/words.test.ts']);
  expect(
    after('tests/support/shop-process.ts').filter((file) => file.startsWith('tests/faults/')),
  ).toEqual([]);
  expect(
    after('scripts/release/parts.ts').filter((file) => file.startsWith('tests/release/')),
  ).toEqual([]);
});

test('as many run as the time allows, the nearest first, and the others are named', () => {
  const [small, built] = ['core/contract/money.test.ts', 'tests/main.test.ts'];
  const both = costOf(small) + costOf(built) + BUILD_COST;
  expect(testsWithin(both, [small, built], reach)).toEqual({ run: [small, built], left: [] });
  expect(testsWithin(both - 0.01, [small, built], reach)).toEqual({ run: [small], left: [built] });
  expect(testsWithin(costOf(small), [built, small], reach)).toEqual({
    run: [small],
    left: [built],
  });
  expect(testsWithin(both, [built, small], reach).run).toEqual([small, built]);
});

test('only test files that exist have a cost', () => {
  const names = new Set(sourceFiles().map((file) => path.basename(file)));
  expect(
    Object.keys(costs).filter(
      (name) => !names.has(`${name}.test.ts`) && !names.has(`${name}.test.tsx`),
    ),
  ).toEqual([]);
});
