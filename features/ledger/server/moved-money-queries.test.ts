/** Which payments and refunds each query lets in, and which it leaves out. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, type GivenOrder, hoursAgo } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import {
  selectLinesWithCost,
  selectMoneyOf,
  selectMoved,
  selectMovedRange,
} from './moved-money.queries.ts';

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

  /** Adds an order for which this moved. @returns the ids of the order and of what moved. */
  async function addMoved(hours: number, kind: 'payment' | 'refund' | 'fee' = 'payment') {
    const order = await add({ status: 'paid' }, [{ cost: '12' }]);
    const row = { order_id: order, kind, amount_cents: 500, at: hoursAgo(hours) };
    const { id } = await database.db
      .insertInto('order_money')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    return { order, id };
  }

  test('pages of money miss none of the same instant', async () => {
    const late = await addMoved(1);
    const [first, same, same2] = [
      await addMoved(5),
      await addMoved(3),
      await addMoved(3, 'refund'),
    ];
    const before = await addMoved(6);
    const fee = await addMoved(4, 'fee');
    const range = { from: hoursAgo(5), until: hoursAgo(1) };
    const moved = async (after: Parameters<typeof selectMoved>[2], limit = 9) =>
      (await selectMoved(database.db, range, after, limit)).map(({ money_id }) => money_id);
    expect([await moved(null), await moved(null, 2)]).toEqual([
      [first.id, fee.id, same.id, same2.id],
      [first.id, fee.id],
    ]);
    expect(await moved({ money_id: first.id, at: hoursAgo(5) })).toEqual([
      fee.id,
      same.id,
      same2.id,
    ]);
    expect(await moved({ money_id: same.id, at: hoursAgo(3) })).toEqual([same2.id]);
    // Behind one that was noted later and moved earlier.
    expect(await moved({ money_id: same2.id + 5, at: hoursAgo(4) })).toEqual([same.id, same2.id]);
    expect(await selectMovedRange(database.db)).toEqual({ first: hoursAgo(6), last: hoursAgo(1) });
    expect(
      (await selectLinesWithCost(database.db, [late.order, before.order])).map((line) => [
        line.order_id,
        line.cost,
      ]),
    ).toEqual([
      [late.order, '12'],
      [before.order, '12'],
    ]);
    expect(
      (await selectMoneyOf(database.db, [same.order, same2.order])).map(({ id, kind }) => [
        id,
        kind,
      ]),
    ).toEqual([
      [same.id, 'payment'],
      [same2.id, 'refund'],
    ]);
  });

  test('an order has cost what its specimens cost today, or what its line noted of a deleted one', async () => {
    const [specimen_id = 0] = await addSpecimens(shop.ctx, [{ cost: '40.00' }]);
    const one = await add({}, [{ specimen_id, cost: '12' }, { cost: '13' }, { cost: null }]);
    await add({}, [{ cost: '14' }]);
    expect((await selectLinesWithCost(database.db, [one])).map(({ cost }) => cost)).toEqual([
      '40.00',
      '13',
      null,
    ]);
  });
});
