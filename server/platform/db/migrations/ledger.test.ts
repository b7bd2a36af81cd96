import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { migration } from './0034-ledger.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  test('orders of an earlier version were paid when the log says so last, else when they were placed', async () => {
    const { db } = database;
    await db.schema.dropIndex('orders_paid_at').execute();
    await db.schema.alterTable('orders').dropColumn('paid_at').execute();
    await db.schema.alterTable('order_lines').dropColumn('cost').execute();
    const at = '2025-12-31T09:00:00.000Z';
    const day = (n: number) => `2026-01-0${n}T09:00:00.000Z`;
    const add = async (status: string, moves: [string, string][]) => {
      const { rows } = await sql<{ id: number }>`
        insert into orders (kind, status, customer_name, customer_email, customer_address, subtotal_cents, shipping_cents, total_cents,
          access_key, ip_address, created_at, updated_at)
        values ('cart', ${status}, '', '', '', 0, 0, 0, '', '', ${at}, ${at}) returning id`.execute(db);
      const order_id = rows[0]?.id ?? 0;
      for (const [index, [from, to]] of moves.entries())
        await db
          .insertInto('events')
          .values({ created_at: day(index + 1), actor: 'owner', kind: 'order_status', order_id, data: JSON.stringify({ from, to }) })
          .execute();
    };
    await add('pending', [['paid', 'pending']]);
    await add('paid', []);
    await add('delivered', [
      ['pending', 'paid'],
      ['paid', 'pending'],
      ['pending', 'shipped'],
      ['shipped', 'delivered'],
    ]);
    await add('cancelled', [
      ['pending', 'paid'],
      ['paid', 'cancelled'],
    ]);
    await migration().up(db as never);
    const orders = await db.selectFrom('orders').select(['status', 'paid_at']).orderBy('id').execute();
    expect(orders.map(({ status, paid_at }) => [status, paid_at])).toEqual([
      ['pending', null],
      ['paid', at],
      ['delivered', day(3)],
      ['cancelled', null],
    ]);
  });
});
