import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Order } from '#core/contract/selling/orders.ts';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openSqlite } from '#platform/db/open.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { prepareDatabase } from './prepare-database.ts';

test('specimens and orders of an older version are found after the update', async () => {
  const database = openSqlite(
    path.join(mkdtempSync(path.join(inject('runFolder'), 'older-')), 'shop.db'),
  );
  const { db } = database;
  await migrate(db, 'sqlite', '0040-turns');
  const at = '2026-10-01T09:00:00.000Z';
  await sql`insert into media (id, stem, content_hash, kind, width, height, widths, placeholder, created_at) values ('m', 'm', 'm', 'picture', 1, 1, '[]', '', ${at})`.execute(
    db,
  );
  for (const [id, title, visible] of [
    [1, 'Røros chalcopyrite', true],
    [8_200, 'Unseen chalcopyrite', false],
  ] as const) {
    await sql`insert into specimens (id, title, description, category_id, origin, dimensions, weight, shipping_price, for_sale, visible, status, quantity,
      held, tags, search_text, created_at, updated_at) values (${id}, ${title}, '', 1, '', '', '', '', ${false}, ${visible}, 'available', 1, 0, '[]', 'as it was', ${at}, ${at})`.execute(
      db,
    );
    await sql`insert into specimen_media (specimen_id, position, media_id, alt) values (${id}, 0, 'm', '')`.execute(
      db,
    );
  }
  await sql`insert into orders (kind, status, customer_name, customer_email, customer_address, subtotal_cents, shipping_cents, total_cents, access_key, ip_address,
    search_text, created_at, updated_at) values ('cart', 'pending', 'Łukasz', 'l@l.example', 'x', 0, 0, 0, 'k', '', 'lukasz l@l.example', ${at}, ${at})`.execute(
    db,
  );

  await prepareDatabase(database);
  const shop = await makeApp(database);
  const found = async (search: string, hidden: boolean) =>
    (await listSpecimens(shop.ctx, { search }, { hidden })).specimens.map(({ id }) => id);
  expect(await found('roros', false)).toEqual([1]);
  expect(await found('chalcopyrite', false)).toEqual([1]);
  expect(await found('chalcopirite', true)).toEqual([8_200, 1]);
  const admin = await shop.admin();
  const buyersFound = async (search: string) =>
    (await admin.get(`/api/manage/orders?${new URLSearchParams({ search })}`))
      .json()
      .orders.map((order: Order) => order.customerName);
  for (const search of ['lukasz', 'Łukasz'])
    expect(await buyersFound(search), search).toEqual(['Łukasz']);
  expect(await buyersFound('somebody else')).toEqual([]);
  await shop.app.close();
  await database.close();
});

onEveryDatabase((makeDatabase) => {
  test('an index that has gone is rebuilt at the start, and one that is there is left alone', async () => {
    const database: TestDatabase = await makeDatabase();
    const shop = await makeApp(database);
    await addSpecimens(shop.ctx, [{ title: 'Amazonite' }]);
    const { db } = database;
    const counts = async () =>
      (await db.selectFrom('search_tokens').selectAll().orderBy('token').execute()).map(
        ({ token, specimens }) => `${token}: ${specimens}`,
      );
    const built = await counts();
    for (const table of ['search_tokens', 'search_postings', 'search_deletion_keys'] as const)
      await db.deleteFrom(table).execute();
    await expect(addSpecimens(shop.ctx, [{ title: 'Too early' }])).rejects.toThrow(
      'has not been built',
    );
    await prepareDatabase(database);
    expect(await counts()).toEqual(built);
    await db
      .updateTable('search_tokens')
      .set({ specimens: 7 })
      .where('token', '=', 'amazonite')
      .execute();
    await prepareDatabase(database);
    expect(await counts()).toContain('amazonite: 7');
    await shop.app.close();
    await database.close();
  });
});
