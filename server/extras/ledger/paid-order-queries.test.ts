/** Which orders each query lets in, and which it leaves out. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, hoursAgo } from '#tests/support/order-rows.ts';
import { selectLinesWithCost, selectPaid, selectPaidRange } from './paid-orders.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(() => database.db.deleteFrom('orders').execute());
  afterAll(() => database.close());

  const add = (...given: Parameters<typeof addOrder> extends [unknown, ...infer Rest] ? Rest : never) => addOrder(database.db, ...given);

  test('orders are paid from one instant on and before another, and pages of them miss none of the same instant', async () => {
    const at = (hours: number) => add({ status: 'paid', paid_at: hoursAgo(hours) }, [{ cost: '12' }]);
    const [late, first, same, same2] = [await at(1), await at(5), await at(3), await at(3)];
    const before = await at(6);
    await add();
    const range = { from: hoursAgo(5), until: hoursAgo(1) };
    const paid = async (after: Parameters<typeof selectPaid>[2], limit = 9) =>
      (await selectPaid(database.db, range, after, limit)).map(({ id }) => id);
    expect([await paid(null), await paid(null, 2)]).toEqual([
      [first, same, same2],
      [first, same],
    ]);
    expect(await paid({ id: first, paid_at: hoursAgo(5) })).toEqual([same, same2]);
    expect(await paid({ id: same, paid_at: hoursAgo(3) })).toEqual([same2]);
    // Behind one that was placed later and paid earlier.
    expect(await paid({ id: same2 + 5, paid_at: hoursAgo(4) })).toEqual([same, same2]);
    expect(await selectPaidRange(database.db)).toEqual({ first: hoursAgo(6), last: hoursAgo(1) });
    expect((await selectLinesWithCost(database.db, [late, before])).map((line) => [line.order_id, line.cost])).toEqual([
      [late, '12'],
      [before, '12'],
    ]);
  });
});
