import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { makeOlder } from '#tests/support/older-database.ts';

onEveryDatabase((makeDatabase, engine) => {
  test('what an earlier version noted as paid becomes one payment of the order, and nothing else does', async () => {
    const { db, dialect, close } = await makeOlder(makeDatabase, engine, '0041-login-networks');
    const at = '2026-01-05T09:00:00.000Z';
    for (const [status, total, paidAt] of [
      ['delivered', 12_345, at],
      ['pending', 500, null],
      ['cancelled', 600, null],
      ['paid', 0, at],
    ] as const)
      await sql`
        insert into orders (kind, status, customer_name, customer_email, customer_address, subtotal_cents, shipping_cents, total_cents,
          access_key, ip_address, paid_at, created_at, updated_at)
        values ('cart', ${status}, '', '', '', ${total}, 0, ${total}, '', '', ${paidAt}, ${at}, ${at})`.execute(
        db,
      );
    await migrate(db, dialect);
    const rows = await db.selectFrom('order_money').selectAll().execute();
    const delivered = await db
      .selectFrom('orders')
      .select('id')
      .where('status', '=', 'delivered')
      .executeTakeFirstOrThrow();
    expect(rows).toMatchObject([
      {
        id: rows[0]?.id,
        order_id: delivered.id,
        line_id: null,
        kind: 'payment',
        amount_cents: 12_345,
        method: null,
        at,
        payment_id: null,
        surplus_cents: 0,
      },
    ]);
    await close();
  });
});
