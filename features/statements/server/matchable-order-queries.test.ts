/** Which orders a payment may be for: of every condition a row stands there that it alone keeps away. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, hoursAgo } from '#tests/support/order-rows.ts';
import { selectByIds, selectMatchable } from './matchable-orders.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(() => database.db.deleteFrom('orders').execute());
  afterAll(() => database.close());

  const add = (change: Parameters<typeof addOrder>[1] = {}) => addOrder(database.db, change);

  test('payments are matched to what is pending, and to what was lately cancelled or paid without an id', async () => {
    const [recent, old] = [{ created_at: hoursAgo(10) }, { created_at: hoursAgo(11) }];
    const matchable = [
      await add(old),
      await add({ ...old, venmo_payment_id: 'typed' }),
      await add({ ...recent, status: 'cancelled' }),
    ];
    for (const status of ['paid', 'shipped', 'delivered'] as const)
      matchable.push(await add({ ...recent, status }));
    matchable.push(await add({ ...recent, status: 'cancelled', venmo_payment_id: 'given back' }));
    const others = [
      await add({ ...old, status: 'cancelled' }),
      await add({ ...old, status: 'paid' }),
    ];
    others.push(await add({ ...recent, status: 'paid', venmo_payment_id: 'known' }));
    const erased = [
      await add({ erased_at: hoursAgo(1) }),
      await add({ ...recent, status: 'cancelled', erased_at: hoursAgo(1) }),
    ];
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id);
    expect(ids(await selectMatchable(database.db, hoursAgo(10)))).toEqual(matchable);
    expect(ids(await selectByIds(database.db, [...others.toReversed(), ...erased]))).toEqual(
      others,
    );
    expect(await selectByIds(database.db, [])).toEqual([]);
  });
});
