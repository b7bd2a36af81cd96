/** From one release to the next both serve the same tables: a migration that takes something away says from which version on that does no harm. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { migrationNames } from '#platform/db/migrate.ts';
import { root } from './support/imports.ts';

/** Older versions refuse whatever is newer than they are, so that the rule begins after the migrations they know. */
const BEFORE_THE_RULE = '0062';
const TAKES_AWAY =
  /drop(Column|Table|Constraint)|renameColumn|renameTo|allowValues|\b(drop|rename) (column|table|to)\b|setNotNull|set not null|setDataType/i;

const isNarrowing = (text: string) => TAKES_AWAY.test(text) || addsWhatMustBeFilled(text);

/** A column without a default that may not be empty: an earlier version would leave it empty. In a table of its own no earlier version writes. */
const addsWhatMustBeFilled = (text: string) =>
  [...text.matchAll(/alterTable\([\s\S]*?\.execute\(/g)].some(([statement]) =>
    statement
      .split('.addColumn(')
      .slice(1)
      .some((column) => column.includes('notNull') && !column.includes('defaultTo')),
  );

test.each([
  [`db.schema.alterTable('orders').dropColumn('paid_at').execute()`, true],
  [`await allowValues(db, dialect, 'orders', 'status', ['pending'])`, true],
  [
    `db.schema.alterTable('orders').addColumn('parcel', 'text', (c) => c.notNull()).execute()`,
    true,
  ],
  [
    `db.schema.alterTable('orders').addColumn('parcel', 'text', (c) => c.notNull().defaultTo('')).execute()`,
    false,
  ],
  [
    `db.schema.createTable('visitors').addColumn('day', 'text', (c) => c.notNull()).execute()`,
    false,
  ],
])('%s narrows: %s', (text, expected) => {
  expect(isNarrowing(text)).toBe(expected);
});

test('a migration that narrows names the migration from which on a version can serve what it leaves', () => {
  const unsaid = migrationNames()
    .filter((name) => name.slice(0, 4) > BEFORE_THE_RULE && !/-since-\d{4}$/.test(name))
    .filter((name) =>
      isNarrowing(readFileSync(path.join(root, `platform/db/migrations/${name}.ts`), 'utf8')),
    );
  expect(unsaid).toEqual([]);
});
