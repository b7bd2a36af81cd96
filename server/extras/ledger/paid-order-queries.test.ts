/** Which orders each query lets in, and which it leaves out. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, type GivenOrder, hoursAgo } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { selectLinesWithCost, selectPaid, selectPaidRange } from './paid-orders.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(() => database.db.deleteFrom('orders').execute());
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const add = (...given: GivenOrder) => addOrder(database.db, ...given);

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

  test('an order has cost what its specimens cost today; a line whose specimen is deleted has cost what it noted', async () => {
    const [specimen_id = 0] = await addSpecimens(shop.ctx, [{ cost: '40.00' }]);
    const one = await add({}, [{ specimen_id, cost: '12' }, { cost: '13' }, { cost: null }]);
    await add({}, [{ cost: '14' }]);
    expect((await selectLinesWithCost(database.db, [one])).map(({ cost }) => cost)).toEqual(['40.00', '13', null]);
  });
});
