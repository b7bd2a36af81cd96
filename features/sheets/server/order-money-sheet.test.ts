/** What a sheet of orders says of money: exported and imported again, nothing of it is lost. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import {
  makeSqlite,
  onDatabases,
  postgresEngine,
  type TestDatabase,
} from '#tests/support/databases.ts';
import { auditBooks, cartBody, stockOf } from '#tests/support/orders.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { exportOf, reportOf, unzip } from '#tests/support/transfers.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

onDatabases(isThorough ? ['sqlite', postgresEngine] : ['sqlite'], (makeDatabase) => {
  let [here, there] = [] as unknown as [Shop, Shop];
  type Shop = { database: TestDatabase; app: TestApp; admin: Browser };

  beforeAll(async () => {
    const open = async (database: TestDatabase): Promise<Shop> => {
      const folder = mkdtempSync(path.join(inject('runFolder'), 'order-money-'));
      const app = await makeApp(database, {
        mediaStore: diskStore(path.join(folder, 'media')),
        config: { dataDir: folder },
      });
      return { database, app, admin: await app.admin() };
    };
    [here, there] = [await open(await makeDatabase()), await open(await makeSqlite())];
    for (const { database } of [here, there])
      for (const table of ['orders', 'specimens', 'import_references'] as const)
        await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    for (const { app, database } of [here, there]) {
      await app.app.close();
      await database.close();
    }
  });

  const detailOf = async ({ admin }: Shop, id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const idsOf = async ({ admin }: Shop) =>
    (await admin.get('/api/orders'))
      .json<{ id: number }[]>()
      .map(({ id }) => id)
      .sort((a, b) => a - b);
  /** Takes the first piece out. */
  async function takeOut({ admin }: Shop, id: number): Promise<void> {
    const {
      contentsVersion: version,
      lines: [, ...rest],
    } = await detailOf(here, id);
    const lines = rest.map((line) => ({ id: line.id, price: line.price, quantity: line.quantity }));
    expect(
      (await admin.post(`/api/manage/orders/${id}/change`, { version, lines })).statusCode,
    ).toBe(200);
  }
  const sheetOf = async ({ admin }: Shop) =>
    (await unzip(await exportOf(admin))).get('orders.csv')?.toString() ?? '';

  test('payments, refunds by line, fees, methods, days and pieces set aside come back as they were', async () => {
    const { app, admin } = here;
    const upload = async (title: string): Promise<number> => {
      const data = {
        name: 'data',
        value: JSON.stringify({ title, category: 'Minerals', price: '100.00', forSale: true }),
      };
      const parts = [data, filePart('image', await smallJpeg(), 'main.jpg')];
      return (
        await admin.request({ method: 'POST', url: '/api/specimens', ...formOf(parts) })
      ).json().id;
    };
    const ids: number[] = [];
    for (const title of ['Azurite', 'Beryl', 'Cuprite', 'Danburite']) ids.push(await upload(title));
    const place = async (specimenIds: number[]): Promise<number> =>
      (
        await app
          .visitor()
          .post(
            '/api/orders',
            cartBody(specimenIds.map((specimenId) => ({ specimenId, quantity: 1 }))),
          )
      ).json().order.id;
    const pay = (id: number, payment: object) =>
      admin.put(`/api/orders/${id}/status`, { status: 'paid', payment });
    const both = await place(ids.slice(0, 2));
    await pay(both, { method: 'PayPal', fee: '3.21', on: '2026-11-18' });
    const { lines, receivedAmount } = await detailOf(here, both);
    await admin.post(`/api/manage/orders/${both}/refunds`, {
      amount: '80',
      method: 'Zelle',
      lineId: lines[1]?.id,
      receivedAmount,
    });
    const aside = await place([ids[2] ?? 0]);
    await pay(aside, { method: 'Cash' });
    const paid = await detailOf(here, aside);
    const given = {
      method: 'Cash',
      receivedAmount: paid.receivedAmount,
      refundAmount: paid.receivedAmount,
      pieces: 'aside',
    };
    await admin.post(`/api/manage/orders/${aside}/cancel`, given);
    const bounced = await place([ids[3] ?? 0]);
    await pay(bounced, { method: 'Check' });
    const check = (await detailOf(here, bounced)).money[0]?.id;
    await admin.delete(`/api/manage/orders/${bounced}/money/${check}`);

    // Two pieces cost less than was paid: once the rest is refunded, once it is not yet.
    for (const titles of [
      ['Elbaite', 'Fluorite'],
      ['Galena', 'Halite'],
    ]) {
      const pair = [await upload(titles[0] ?? ''), await upload(titles[1] ?? '')];
      ids.push(...pair);
      const changed = await place(pair);
      await pay(changed, { method: 'Venmo' });
      await takeOut(here, changed);
      const { surplusAmount: amount, receivedAmount: has } = await detailOf(here, changed);
      if (titles[0] === 'Elbaite')
        await admin.post(`/api/manage/orders/${changed}/refunds`, {
          amount,
          method: 'Venmo',
          receivedAmount: has,
        });
    }

    const pair = [await upload('Ilvaite'), await upload('Jamesonite')];
    ids.push(...pair);
    const [apart, joined] = [await place(pair.slice(0, 1)), await place(pair.slice(1))];
    await here.database.db
      .updateTable('orders')
      .set({ parcel: 'one' })
      .where('id', 'in', [apart, joined])
      .execute();

    expect(await reportOf(there.admin, await exportOf(admin))).toMatchObject({
      errors: [],
      orders: { added: 7 },
    });
    const moneyIn = async (shop: Shop) => {
      const found = await Promise.all((await idsOf(shop)).map((id) => detailOf(shop, id)));
      const parcels = await shop.database.db
        .selectFrom('orders')
        .select('parcel')
        .orderBy('id')
        .execute();
      return found.map(
        ({ status, receivedAmount: received, surplusAmount, dueAmount, money }, index) => [
          status,
          received,
          money.map(({ kind, amount, method, at, title, paymentId }) => [
            kind,
            amount,
            method,
            at,
            title,
            paymentId !== null,
          ]),
          surplusAmount,
          dueAmount,
          parcels[index]?.parcel,
        ],
      );
    };
    const before = await moneyIn(here);
    expect(before[0]?.[2]).toHaveLength(3);
    expect(await moneyIn(there)).toEqual(before);
    const theirs = await there.database.db
      .selectFrom('specimens')
      .select('id')
      .orderBy('title')
      .execute();
    expect(
      await stockOf(
        there.app.ctx,
        theirs.map(({ id }) => id),
      ),
    ).toEqual(await stockOf(app.ctx, ids));
    expect(await sheetOf(there)).toBe(await sheetOf(here));
    expect(await auditBooks(here.database.db)).toEqual([]);
  });
});
