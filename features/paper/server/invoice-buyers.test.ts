import { afterAll, beforeAll, expect, test } from 'vitest';
import { migration } from '#platform/db/migrations/0044-invoice-buyers.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder } from '#tests/support/order-rows.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  test('invoices of an earlier version name the buyers of their orders, as far as they are still known', async () => {
    const { db } = database;
    await db.schema.alterTable('invoices').dropColumn('buyer_name').execute();
    await db.schema.alterTable('invoices').dropColumn('buyer_address').execute();
    const at = '2026-11-20T09:00:00.000Z';
    const known = await addOrder(db, {
      status: 'paid',
      customer_name: 'Ada Buyer',
      customer_address: '1 Quarry Road',
    });
    const erased = await addOrder(db, {
      status: 'paid',
      customer_name: 'Erased',
      customer_address: 'Erased',
      erased_at: at,
    });
    for (const [index, order_id] of [known, erased, 2_000_000].entries())
      await db
        .insertInto('invoices')
        .values({
          number: index + 1,
          order_id,
          seller: '{}',
          total_cents: 0,
          issued_at: at,
        } as never)
        .execute();
    await migration().up(db as never);
    const rows = await db
      .selectFrom('invoices')
      .select(['buyer_name', 'buyer_address'])
      .orderBy('number')
      .execute();
    expect(rows).toEqual([
      { buyer_name: 'Ada Buyer', buyer_address: '1 Quarry Road' },
      { buyer_name: null, buyer_address: null },
      { buyer_name: null, buyer_address: null },
    ]);
  });
});
