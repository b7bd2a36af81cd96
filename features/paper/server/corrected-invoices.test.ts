import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { migrate } from '#platform/db/migrate.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { makeOlder } from '#tests/support/older-database.ts';

onEveryDatabase((makeDatabase, engine) => {
  test('an invoice of an earlier version bills what is in its order', async () => {
    const { db, dialect, close } = await makeOlder(makeDatabase, engine, '0049-sealed-secrets');
    const at = '2026-01-05T09:00:00.000Z';
    await sql`
      insert into orders (id, kind, status, customer_name, customer_email, customer_address, subtotal_cents, shipping_cents, total_cents,
        access_key, ip_address, paid_at, created_at, updated_at)
      values (1, 'cart', 'paid', '', '', '', 500, 70, 570, '', '', ${at}, ${at}, ${at})`.execute(
      db,
    );
    await sql`
      insert into order_lines (id, order_id, title, price_cents, shipping_cents, quantity, image_url, claim)
      values (3, 1, 'Azurite', 250, 35, 2, '', 'taken')`.execute(db);
    for (const [number, order] of [
      [1, 1],
      [2, 99],
    ])
      await sql`
        insert into invoices (number, order_id, seller, total_cents, issued_at, buyer_name)
        values (${number}, ${order}, '{}', 570, ${at}, 'Ada')`.execute(db);
    await sql`
      insert into credit_notes (number, invoice_number, order_id, refund_id, seller, amount_cents, issued_at)
      values (1, 1, 1, 7, '{}', 100, ${at})`.execute(db);
    await migrate(db, dialect);
    const invoices = await db
      .selectFrom('invoices')
      .select(['number', 'order_id', 'contents', 'total_cents', 'buyer_name'])
      .orderBy('number')
      .execute();
    const line = {
      id: 3,
      specimenId: null,
      title: 'Azurite',
      price: 250,
      shipping: 35,
      quantity: 2,
    };
    expect(invoices).toEqual([
      {
        number: 1,
        order_id: 1,
        contents: { subtotal: 500, shipping: 70, lines: [line] },
        total_cents: 570,
        buyer_name: 'Ada',
      },
      { number: 2, order_id: 99, contents: null, total_cents: 570, buyer_name: 'Ada' },
    ]);
    expect(
      await db.selectFrom('credit_notes').select(['number', 'refund_id', 'amount_cents']).execute(),
    ).toEqual([{ number: 1, refund_id: 7, amount_cents: 100 }]);
    expect(await db.selectFrom('order_lines').select('standing').execute()).toEqual([
      { standing: 'in' },
    ]);
    await close();
  });
});
