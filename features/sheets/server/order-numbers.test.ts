/** Emails and papers name an order by its number, so an export brings the numbers along. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks } from '#tests/support/orders.ts';
import { exportOf, reportOf, unzip, zipOf } from '#tests/support/transfers.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

type Shop = { database: TestDatabase; app: TestApp; admin: Browser };

onEveryDatabase((makeDatabase) => {
  let [here, there] = [] as unknown as [Shop, Shop];

  const open = async (database: TestDatabase): Promise<Shop> => {
    const folder = mkdtempSync(path.join(inject('runFolder'), 'order-numbers-'));
    const app = await makeApp(database, {
      mediaStore: diskStore(path.join(folder, 'media')),
      config: { dataDir: folder },
    });
    return { database, app, admin: await app.admin() };
  };
  beforeEach(async () => {
    here = await open(await makeSqlite());
    there = await open(await makeDatabase());
    for (const title of ['Azurite', 'Beryl', 'Cuprite', 'Danburite']) await sell(here, title);
    // A number that was deleted is nobody's: the others keep theirs.
    expect((await here.admin.delete('/api/orders/2')).statusCode).toBe(204);
  });
  afterEach(async () => {
    for (const { app, database } of [here, there]) {
      await app.app.close();
      await database.close();
    }
  });

  /** Adds a piece and notes its sale elsewhere. */
  async function sell({ admin }: Shop, title: string): Promise<number> {
    const data = { title, category: 'Minerals', price: '100.00', forSale: true };
    const parts = [
      { name: 'data', value: JSON.stringify(data) },
      filePart('image', await smallJpeg(), 'main.jpg'),
    ];
    const added = await admin.request({ method: 'POST', url: '/api/specimens', ...formOf(parts) });
    const response = await admin.post('/api/manage/sales', {
      specimenId: added.json().id,
      price: '90',
      quantity: 1,
    });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().id;
  }
  const ordersOf = async ({ admin }: Shop) =>
    (await admin.get('/api/orders'))
      .json<{ id: number; lines: { title: string }[] }[]>()
      .map(({ id, lines }) => [id, lines[0]?.title])
      .toSorted(([a = 0], [b = 0]) => Number(a) - Number(b));

  test('an empty shop keeps the numbers of the orders that come in, and its own go on behind them', async () => {
    const files = await unzip(await exportOf(here.admin));
    const sheet = files.get('orders.csv')?.toString() ?? '';
    // As somebody who sorted it the other way round.
    const [heading = '', ...rows] = sheet.trimEnd().split('\r\n');
    const turned = `${[heading, ...rows.toReversed()].join('\r\n')}\r\n`;
    files.set('orders.csv', Buffer.from(turned));
    expect(await reportOf(there.admin, await zipOf(files))).toMatchObject({
      errors: [],
      notes: [],
      orders: { added: 3, refused: 0 },
    });
    expect(await ordersOf(there)).toEqual([
      [1, 'Azurite'],
      [3, 'Cuprite'],
      [4, 'Danburite'],
    ]);
    expect(await sell(there, 'Elbaite')).toBe(5);
    expect(await reportOf(there.admin, await zipOf({ 'orders.csv': sheet }))).toMatchObject({
      errors: [],
      notes: [],
      orders: { added: 0, unchanged: 3 },
    });
    expect(await auditBooks(there.database.db)).toEqual([]);
  });

  test('a shop with orders of its own gives new numbers, and says which in the report and at the order', async () => {
    expect(await sell(there, 'Elbaite')).toBe(1);
    const zip = await exportOf(here.admin);
    const looked = await reportOf(there.admin, zip, { dryRun: true });
    expect(looked.notes.map(({ line, message }) => [line, message])).toEqual(
      [2, 3, 4].map((line) => [
        line,
        'This order gets a new number, as this shop has orders of its own. Emails and papers of the other shop go on saying the old one.',
      ]),
    );
    const { notes, orders } = await reportOf(there.admin, zip);
    expect(orders).toMatchObject({ added: 3, refused: 0 });
    expect(notes.map(({ message }) => message)).toEqual(
      [
        [1, 2],
        [3, 3],
        [4, 4],
      ].map(
        ([was, is]) =>
          `Order #${was} of the other shop is order #${is} here, as this shop has orders of its own.`,
      ),
    );
    const { history } = (await there.admin.get('/api/manage/orders/2')).json<OrderDetail>();
    expect(history.map(({ text }) => text)).toContain(
      'The order was imported. Its original number is 1.',
    );
  });
});
