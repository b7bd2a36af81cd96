/** However many specimens there are, a page of the list is read in its order, not sorted from everything that fits. */
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { specimenSorts } from '#core/contract/catalogue/specimen-sorts.ts';
import { specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import {
  countByVisibilityAndStatus,
  selectNumberedPage,
} from '#core/server/catalogue/specimens/editing/manage.queries.ts';
import { migrate } from '#platform/db/migrate.ts';
import type { Schema } from '#platform/db/schema.ts';
import { nodeSqliteDialect } from '#platform/db/sqlite-dialect.ts';
import { countSpecimens, type SpecimenFilter, selectSpecimens } from './specimens.queries.ts';

const asked: { sql: string; parameters: readonly unknown[] }[] = [];
const database = new DatabaseSync(':memory:');
const db = new Kysely<Schema>({
  dialect: nodeSqliteDialect(database),
  log: ({ query }) => {
    asked.push(query);
  },
});

beforeAll(() => migrate(db, 'sqlite'));
afterAll(() => db.destroy());

/** How SQLite goes about what the function asks. */
async function planOf(ask: () => Promise<unknown>): Promise<string> {
  asked.length = 0;
  await ask();
  const [query] = asked;
  if (!query) throw new Error('Nothing was asked');
  const parameters = query.parameters.map((value) =>
    typeof value === 'boolean' ? Number(value) : (value as string | number),
  );
  const rows = database.prepare(`explain query plan ${query.sql}`).all(...parameters);
  return rows.map(({ detail }) => String(detail)).join('; ');
}

const perhaps = <Value>(value: Value) => [undefined, value];
const filters: SpecimenFilter[] = perhaps(2).flatMap((categoryId) =>
  perhaps(specimenStatuses[0]).flatMap((status) =>
    perhaps(1_000).flatMap((minCents) =>
      perhaps(90_000).map((maxCents) => ({
        hidden: false,
        categoryId,
        status,
        minCents,
        maxCents,
      })),
    ),
  ),
);

test.each(specimenSorts)(
  'a page sorted by %s is read along an index, whatever the filters',
  async (sort) => {
    for (const filter of filters) {
      const plan = await planOf(() => selectSpecimens(db, filter, sort, null, 25));
      expect([filter, plan]).toEqual([filter, expect.stringMatching(/USING INDEX/)]);
      expect([filter, plan]).toEqual([filter, expect.not.stringMatching(/TEMP B-TREE|^SCAN/)]);
    }
  },
);

test('matching specimens are counted in an index alone', async () => {
  for (const filter of filters) {
    expect([filter, await planOf(() => countSpecimens(db, filter))]).toEqual([
      filter,
      expect.stringMatching(/USING COVERING INDEX/),
    ]);
  }
});

test('the counts of Manage are read along an index, without sorting', async () => {
  expect(await planOf(() => countByVisibilityAndStatus(db))).toMatch(
    /^SCAN specimens USING COVERING INDEX specimens_facts$/,
  );
});

test('a page of Manage is read along an index', async () => {
  expect(await planOf(() => selectNumberedPage(db, { hidden: true }, 120, 12))).toMatch(
    /^SCAN specimens USING INDEX specimens_created$/,
  );
});
