import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makeApp } from '#tests/support/app.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { directBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

// SQLite alone can be told that its disk is full.
test('an order that meets the full disk is refused in a buyer’s words, and gives the kept room back', async () => {
  const database = await makeSqlite();
  const shop = await makeApp(database);
  const ids = await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
  await sql`create table filler (text text)`.execute(database.db);
  await sql`create trigger fill before insert on orders begin insert into filler select hex(zeroblob(100000)); end`.execute(
    database.db,
  );
  const { rows } = await sql<{ page_count: number }>`pragma page_count`.execute(database.db);
  await sql`pragma max_page_count = ${sql.raw(String(rows[0]?.page_count))}`.execute(database.db);
  const response = await shop.visitor().post('/api/orders', directBody(ids[0] ?? 0));
  expect([response.statusCode, response.json().message]).toEqual([
    507,
    expect.stringMatching(/can’t save anything right now\. .* try again in a few minutes/),
  ]);
  expect(shop.ctx.room.missingSince()).not.toBeNull();
  expect(shop.log.join()).toContain('"msg":"the disk is full"');
  await shop.app.close();
  await database.close();
});
