import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder } from '#tests/support/order-rows.ts';
import { selectOrdersAfter } from './exported-orders.queries.ts';

const ADA = { customer_email: 'ada@buyer.example' };

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  test('an order is exported behind the one before it, with the note on its own buyer', async () => {
    await database.db
      .insertInto('buyers')
      .values([
        { email: 'ada@buyer.example', note: 'Pays late', blocked_at: null },
        { email: 'bo@buyer.example', note: 'Collects beryl', blocked_at: null },
      ])
      .execute();
    const first = await addOrder(database.db, ADA);
    const others = [
      await addOrder(database.db, { customer_email: 'Bo@Buyer.example' }),
      await addOrder(database.db, { customer_email: 'cy@buyer.example' }),
      await addOrder(database.db, ADA),
    ];
    const after = async (id: number, limit: number) =>
      (await selectOrdersAfter(database.db, id, limit)).map((row) => [row.id, row.buyer_note]);
    expect(await after(first, 9)).toEqual([
      [others[0], 'Collects beryl'],
      [others[1], null],
      [others[2], 'Pays late'],
    ]);
    expect(await after(0, 1)).toEqual([[first, 'Pays late']]);
  });
});
