/** Which bulk edits each query lets in, and which it leaves out. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BulkEditState } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { Tx } from '#platform/db/db.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hoursAgo, NOW } from '#tests/support/order-rows.ts';
import {
  deleteEnded,
  insertBulkEdit,
  lockBulkEdit,
  selectApplied,
  selectBulkEdit,
  selectEnded,
  selectNextEnd,
  updateBulkEdit,
} from './bulk-edits.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('bulk_edits').execute();
  });
  afterAll(() => database.close());

  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database.db, work);
  const add = async (state: BulkEditState, ends_at: string) => {
    const row = {
      state,
      change: '{"kind":"delete"}',
      pieces: '[]',
      created_at: hoursAgo(1),
      ends_at,
    };
    return (await within((tx) => insertBulkEdit(tx, row))).id;
  };

  test('what was applied can be undone until its end, the latest first', async () => {
    const [late, early, same] = [
      await add('applied', hoursAgo(-2)),
      await add('applied', hoursAgo(-1)),
      await add('applied', hoursAgo(-2)),
    ];
    for (const state of ['planned', 'undone'] as const) await add(state, hoursAgo(-3));
    await add('applied', NOW);
    const applied = async (limit: number) =>
      (await selectApplied(database.db, NOW, limit)).map(({ id }) => id);
    expect([await applied(9), await applied(2)]).toEqual([
      [same, late, early],
      [same, late],
    ]);
  });

  test('they end from their time on, whatever became of them, the one that waits longest first', async () => {
    expect(await selectNextEnd(database.db)).toBeNull();
    const [now, early, later] = [
      await add('planned', NOW),
      await add('undone', hoursAgo(1)),
      await add('applied', hoursAgo(-1)),
    ];
    expect([
      await selectEnded(database.db, NOW, 9),
      await selectEnded(database.db, NOW, 1),
    ]).toEqual([[early, now], [early]]);
    expect(await selectNextEnd(database.db)).toBe(hoursAgo(1));
    await within(async (tx) => [
      await deleteEnded(tx, now, NOW),
      await deleteEnded(tx, later, NOW),
    ]);
    const left = await database.db.selectFrom('bulk_edits').select('id').orderBy('id').execute();
    expect(left.map(({ id }) => id)).toEqual([early, later]);
  });

  test('one is read, locked and changed by its id', async () => {
    const [one, two] = [await add('planned', NOW), await add('planned', NOW)];
    const changed = await within(async (tx) => {
      expect([(await lockBulkEdit(tx, two))?.id, await lockBulkEdit(tx, two + 50)]).toEqual([
        two,
        undefined,
      ]);
      return updateBulkEdit(tx, two, { state: 'applied', pieces: [], ends_at: hoursAgo(-1) });
    });
    expect(changed).toMatchObject({ id: two, state: 'applied', ends_at: hoursAgo(-1) });
    expect(await selectBulkEdit(database.db, one)).toMatchObject({
      id: one,
      state: 'planned',
      ends_at: NOW,
    });
    expect(await selectBulkEdit(database.db, two)).toMatchObject({ id: two, state: 'applied' });
  });
});
