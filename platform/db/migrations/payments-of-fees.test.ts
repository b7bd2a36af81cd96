import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { makeOlder } from '#tests/support/older-database.ts';

onEveryDatabase((makeDatabase, engine) => {
  test('a fee that an earlier version noted belongs to the payment of its order, and goes with it', async () => {
    const { db, dialect, close } = await makeOlder(makeDatabase, engine, '0044-invoice-buyers');
    const at = '2026-01-05T09:00:00.000Z';
    for (const order of [1, 2]) {
      await sql`
        insert into orders (id, kind, status, customer_name, customer_email, customer_address, subtotal_cents, shipping_cents, total_cents,
          access_key, ip_address, paid_at, created_at, updated_at)
        values (${order}, 'cart', 'paid', '', '', '', 500, 0, 500, '', '', ${at}, ${at}, ${at})`.execute(
        db,
      );
      for (const [kind, cents] of [
        ['fee', order],
        ['payment', 500],
      ] as const)
        await sql`insert into order_money (order_id, kind, amount_cents, at) values (${order}, ${kind}, ${cents}, ${at})`.execute(
          db,
        );
    }
    await migrate(db, dialect);
    const rows = await db.selectFrom('order_money').selectAll().orderBy('id').execute();
    const payments = rows.filter(({ kind }) => kind === 'payment');
    expect(rows.filter(({ kind }) => kind === 'fee').map(({ payment_id }) => payment_id)).toEqual(
      payments.map(({ id }) => id),
    );
    expect(payments.map(({ payment_id }) => payment_id)).toEqual([null, null]);
    await db
      .deleteFrom('order_money')
      .where('id', '=', payments[0]?.id ?? 0)
      .execute();
    expect(await db.selectFrom('order_money').select('order_id').execute()).toEqual([
      { order_id: 2 },
      { order_id: 2 },
    ]);
    await close();
  });
});
