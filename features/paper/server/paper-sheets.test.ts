/** Invoices and credit notes leave with an export and come back under their numbers. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import type { AdminOrder, OrderDetail } from '#core/contract/selling/orders.ts';
import type { Invoices } from '#features/paper/contract/paper.ts';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { cartBody } from '#tests/support/orders.ts';
import { exportOf, reportOf, unzip, zipOf } from '#tests/support/transfers.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

type Shop = { database: TestDatabase; app: TestApp; admin: Browser };

onEveryDatabase((makeDatabase) => {
  let [here, there] = [] as unknown as [Shop, Shop];

  const open = async (database: TestDatabase): Promise<Shop> => {
    const folder = mkdtempSync(path.join(inject('runFolder'), 'paper-sheets-'));
    const app = await makeApp(database, {
      mediaStore: diskStore(path.join(folder, 'media')),
      config: { dataDir: folder },
    });
    return { database, app, admin: await app.admin() };
  };
  beforeEach(async () => {
    here = await open(await makeSqlite());
    there = await open(await makeDatabase());
  });
  afterEach(async () => {
    for (const { app, database } of [here, there]) {
      await app.app.close();
      await database.close();
    }
  });

  async function pieces({ admin }: Shop, titles: string[]): Promise<number[]> {
    const ids: number[] = [];
    for (const title of titles) {
      const data = { title, category: 'Minerals', price: '100.00', forSale: true };
      const parts = [
        { name: 'data', value: JSON.stringify(data) },
        filePart('image', await smallJpeg(), 'main.jpg'),
      ];
      const added = await admin.request({
        method: 'POST',
        url: '/api/specimens',
        ...formOf(parts),
      });
      ids.push(added.json().id);
    }
    return ids;
  }
  async function paid({ app, admin }: Shop, specimenIds: number[]): Promise<number> {
    const placed = await app
      .visitor()
      .post(
        '/api/orders',
        cartBody(specimenIds.map((specimenId) => ({ specimenId, quantity: 1 }))),
      );
    const { id } = placed.json().order;
    await admin.put(`/api/orders/${id}/status`, { status: 'paid' });
    return id;
  }
  const setAddress = async ({ admin }: Shop, sellerAddress: string) => {
    const { paper } = (await admin.get('/api/settings')).json();
    await admin.put('/api/settings/paper', { ...paper, sellerAddress });
  };
  const papersOf = async ({ admin }: Shop, ids: number[]) =>
    (await admin.get(`/api/manage/invoices?orders=${ids}`)).json<Invoices>();
  const detailOf = async ({ admin }: Shop, id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  /** Without what belongs to one shop: ids of lines and pieces, and the order as it is now. */
  const onPaper = ({ invoices, creditNotes, outdated, uncredited }: Invoices) => ({
    outdated,
    uncredited,
    invoices: invoices.map(({ order, ...paper }) => ({ ...paper, ...billed(order) })),
    creditNotes: creditNotes.map(({ order, ...paper }) => ({ ...paper, order: order.id })),
  });
  const billed = ({ id, customerName, customerAddress, totalAmount, lines }: AdminOrder) => ({
    id,
    customerName,
    customerAddress,
    totalAmount,
    lines: lines.map(({ title, price, shippingPrice, quantity }) => [
      title,
      price,
      shippingPrice,
      quantity,
    ]),
  });

  /** Two invoices, one ended by a credit note, and a refund whose credit note a counter-note takes back. */
  async function withPapers(shop: Shop): Promise<number[]> {
    const { admin } = shop;
    await setAddress(shop, '12 Vein Street\nButte, MT');
    const [one = 0, two = 0, three = 0, four = 0] = await pieces(shop, [
      'Azurite, "blue"',
      'Beryl',
      'Cuprite',
      'Danburite',
    ]);
    await paid(shop, [four]);
    const [both, single] = [await paid(shop, [one, two]), await paid(shop, [three])];
    await admin.post('/api/manage/invoices', { orders: [both, single] });
    const { contentsVersion: version, lines } = await detailOf(shop, both);
    const remaining = lines.slice(1).map(({ id, price, quantity }) => ({ id, price, quantity }));
    await admin.post(`/api/manage/orders/${both}/change`, { version, lines: remaining });
    await admin.post('/api/manage/invoice-corrections', { orders: [both] });
    const { receivedAmount } = await detailOf(shop, single);
    const refund = { amount: '30', method: 'Zelle', receivedAmount };
    await admin.post(`/api/manage/orders/${single}/refunds`, refund);
    await admin.post('/api/manage/credit-notes', { orders: [single] });
    const mistyped = (await detailOf(shop, single)).money.find(({ kind }) => kind === 'refund')?.id;
    await admin.request({
      method: 'PATCH',
      url: `/api/manage/orders/${single}/money/${mistyped}`,
      payload: { amount: '20' },
    });
    return [both, single];
  }

  test.runIf(hasFeature('sheets'))(
    'invoices and credit notes come back under their numbers, and the next ones follow on',
    async () => {
      const orders = await withPapers(here);
      const before = await papersOf(here, orders);
      expect(before.invoices.map(({ number }) => number).toSorted()).toEqual([1, 2, 3]);
      expect(before.creditNotes.map(({ endsInvoice }) => endsInvoice)).toEqual([
        true,
        false,
        false,
      ]);
      const zip = await exportOf(here.admin);
      expect(await reportOf(there.admin, zip, { dryRun: true })).toMatchObject({
        errors: [],
        papers: { added: 6 },
      });
      expect(await reportOf(there.admin, zip)).toMatchObject({ errors: [], papers: { added: 6 } });
      expect(onPaper(await papersOf(there, orders))).toEqual(onPaper(before));
      expect(await reportOf(there.admin, zip)).toMatchObject({
        errors: [],
        papers: { added: 0, unchanged: 6 },
      });

      await setAddress(there, '3 Adit Lane');
      const [first = 0] = (await there.admin.get('/api/orders'))
        .json<{ id: number }[]>()
        .map(({ id }) => id)
        .filter((id) => !orders.includes(id));
      await there.admin.post('/api/manage/invoices', { orders: [first] });
      expect((await papersOf(there, [first])).invoices).toMatchObject([
        { number: 4, seller: { address: '3 Adit Lane' } },
      ]);
    },
  );

  test.runIf(hasFeature('sheets'))(
    'an invoice stays outside a shop where its order has another number',
    async () => {
      await withPapers(here);
      await paid(there, await pieces(there, ['Elbaite']));
      const report = await reportOf(there.admin, await exportOf(here.admin));
      expect(report).toMatchObject({ orders: { added: 3 }, papers: { added: 0, refused: 6 } });
      expect(report.errors[0]?.message).toBe(
        'Order #2 of the other shop is #3 here, but its invoice 1 says #2. Keep that paper outside this shop.',
      );
    },
  );

  test.runIf(hasFeature('sheets') && hasFeature('statements'))(
    'a statement’s payments come back with who sent them, and cannot be used once more',
    async () => {
      const [piece = 0] = await pieces(here, ['Azurite']);
      const placed = await here.app
        .visitor()
        .post('/api/orders', cartBody([{ specimenId: piece, quantity: 1 }]));
      const { id } = placed.json().order;
      const use = async ({ admin }: Shop, paymentId: string, amount: string) =>
        (
          await admin.post('/api/manage/payments', {
            payments: [{ paymentId, orderId: id, amount, from: 'Ada "A" Buyer' }],
          })
        ).json().results[0];
      await use(here, '901', '40.00');
      await use(here, '902', '60.00');
      const moneyOf = async (shop: Shop) =>
        shop.database.db
          .selectFrom('order_money')
          .select(['amount_cents', 'payer', 'payment_hash', 'origin'])
          .orderBy('id')
          .execute();
      const before = await moneyOf(here);
      expect(before.map(({ payer }) => payer)).toEqual(['Ada "A" Buyer', 'Ada "A" Buyer']);
      expect(await reportOf(there.admin, await exportOf(here.admin))).toMatchObject({ errors: [] });
      expect(await moneyOf(there)).toEqual(before);
      for (const paymentId of ['901', '902'])
        expect(await use(there, paymentId, '40.00')).toMatchObject({ isPaid: false });
      expect(await moneyOf(there)).toEqual(before);
    },
  );

  test.runIf(hasFeature('sheets'))(
    'a sheet of invoices alone is known by its column, and says what cannot be read',
    async () => {
      await withPapers(here);
      const files = await unzip(await exportOf(here.admin));
      await reportOf(there.admin, await zipOf(withoutPapers(files)));
      const sheet = files.get('invoices.csv')?.toString().replace('1 × ', 'one × ') ?? '';
      const report = await reportOf(there.admin, sheet, { type: 'text/csv' });
      expect(report).toMatchObject({ papers: { added: 2, refused: 1 }, errorCount: 1 });
      expect(report.errors[0]).toMatchObject({ sheet: 'invoices.csv', line: 2, column: 'lines' });
    },
  );

  const withoutPapers = (files: Map<string, Buffer>) =>
    new Map([...files].filter(([name]) => !['invoices.csv', 'credit-notes.csv'].includes(name)));
});
