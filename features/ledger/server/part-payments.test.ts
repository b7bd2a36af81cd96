import { expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import type { Ledger } from '#features/ledger/contract/ledger.ts';
import { type Browser, makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { cartBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  const openShop = async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database);
    const admin = await shop.admin();
    const placed = async (pieces: { title: string; price: string; cost: string | null }[]) => {
      const ids = await addSpecimens(shop.ctx, pieces);
      const items = ids.map((specimenId) => ({ specimenId, quantity: 1 }));
      const response = await shop.visitor().post('/api/orders', cartBody(items));
      return response.json<{ order: { id: number; totalAmount: string } }>().order;
    };
    return {
      admin,
      placed,
      close: async () => {
        await shop.app.close();
        await database.close();
      },
    };
  };
  const send = async (admin: Browser, url: string, body: object) => {
    const response = await admin.post(url, body);
    expect(response.statusCode, response.body).toBe(200);
  };
  const read = async (admin: Browser) => (await admin.get('/api/manage/ledger')).json<Ledger>();

  test('each payment of an order has its share of the cost, and the pieces count once', async () => {
    const { admin, placed, close } = await openShop();
    const order = await placed([
      { title: 'Azurite', price: '300.00', cost: '100.00' },
      { title: 'Beryl', price: '100.00', cost: null },
    ]);
    const url = `/api/manage/orders/${order.id}`;
    const pay = (amount: string, receivedAmount: string) =>
      send(admin, `${url}/payments`, { amount, receivedAmount, method: 'Venmo' });
    await admin.put(`/api/orders/${order.id}/status`, { status: 'paid' });
    const [whole] = (await admin.get(url)).json<OrderDetail>().money;
    await admin.delete(`${url}/money/${whole?.id}`);
    await pay('100.00', '0.00');
    const rowsNow = async () =>
      (await read(admin)).rows.map(({ title, quantity, price, cost, profit }) => [
        title,
        quantity,
        price,
        cost,
        profit,
      ]);
    await pay('300.00', '100.00');
    expect(await rowsNow()).toEqual([
      ['Azurite', 0, '75.00', '25.00', '50.00'],
      ['Beryl', 0, '25.00', null, null],
      ['Azurite', 1, '225.00', '75.00', '150.00'],
      ['Beryl', 1, '75.00', null, null],
    ]);
    const { totals } = await read(admin);
    expect([totals.pieces, totals.cost, totals.profit, totals.withoutCost]).toEqual([
      2,
      '100.00',
      '200.00',
      { pieces: 1, price: '100.00' },
    ]);
    await close();
  });

  test('a refund for a piece of unknown cost is no loss, as its price was no profit', async () => {
    const { admin, placed, close } = await openShop();
    const order = await placed([
      { title: 'Azurite', price: '380.00', cost: '100.00' },
      { title: 'Beryl', price: '200.00', cost: null },
    ]);
    await admin.put(`/api/orders/${order.id}/status`, { status: 'paid' });
    const { lines } = (await admin.get(`/api/manage/orders/${order.id}`)).json<OrderDetail>();
    await send(admin, `/api/manage/orders/${order.id}/refunds`, {
      amount: '200.00',
      method: 'Venmo',
      receivedAmount: order.totalAmount,
      lineId: lines.find(({ title }) => title === 'Beryl')?.id,
    });
    const { totals, rows } = await read(admin);
    expect(rows.find(({ kind }) => kind === 'refund')?.profit).toBeNull();
    expect([totals.profit, totals.withoutCost]).toEqual(['280.00', { pieces: 1, price: '0.00' }]);
    await close();
  });

  test('a cancelled order has no cost, and what it was paid and refunded is even', async () => {
    const { admin, placed, close } = await openShop();
    const order = await placed([{ title: 'Azurite', price: '300.00', cost: '100.00' }]);
    await admin.put(`/api/orders/${order.id}/status`, { status: 'paid' });
    await send(admin, `/api/manage/orders/${order.id}/cancel`, {
      receivedAmount: order.totalAmount,
      refundAmount: order.totalAmount,
      method: 'Venmo',
      pieces: 'sale',
    });
    const { totals } = await read(admin);
    expect([totals.pieces, totals.cost, totals.profit, totals.total]).toEqual([
      0,
      '0.00',
      '0.00',
      '0.00',
    ]);
    await close();
  });
});
