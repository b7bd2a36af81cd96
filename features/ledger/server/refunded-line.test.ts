import { expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { makeApp } from '#tests/support/app.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { cartBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  test('a line that was taken out of a paid order and refunded is a row under its name', async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database);
    const admin = await shop.admin();
    const ids = await addSpecimens(shop.ctx, [{ title: 'Azurite' }, { title: 'Beryl' }]);
    const items = ids.map((specimenId) => ({ specimenId, quantity: 1 }));
    const { order } = (await shop.visitor().post('/api/orders', cartBody(items))).json<{
      order: { id: number; totalAmount: string };
    }>();
    await admin.put(`/api/orders/${order.id}/status`, { status: 'paid' });
    const [, beryl] = (await admin.get(`/api/manage/orders/${order.id}`)).json<OrderDetail>().lines;
    const refund = {
      amount: beryl?.price,
      method: 'Venmo',
      receivedAmount: order.totalAmount,
      lineId: beryl?.id,
    };
    const refunded = await admin.post(`/api/manage/orders/${order.id}/refunds`, refund);
    expect(refunded.statusCode, refunded.body).toBe(200);
    const { rows } = (await admin.get('/api/manage/ledger')).json<{
      rows: { kind: string; title: string }[];
    }>();
    expect(rows.map(({ kind, title }) => [kind, title]).toSorted()).toEqual([
      ['refund', 'Refund: Beryl'],
      ['sale', 'Azurite'],
      ['sale', 'Beryl'],
    ]);
    await shop.app.close();
    await database.close();
  });

  test('only a payment is named by its number at Venmo, not the refund of it', async () => {
    const database = await makeDatabase();
    const shop = await makeApp(database);
    const admin = await shop.admin();
    const [specimenId = 0] = await addSpecimens(shop.ctx, [{ title: 'Azurite' }]);
    const cart = cartBody([{ specimenId, quantity: 1 }]);
    const { order } = (await shop.visitor().post('/api/orders', cart)).json<{
      order: { id: number; totalAmount: string };
    }>();
    await admin.put(`/api/orders/${order.id}/status`, { status: 'paid' });
    const edit = { venmoPaymentId: '4127' };
    await admin.request({ method: 'PATCH', url: `/api/orders/${order.id}`, payload: edit });
    const refund = { amount: '10', method: 'Venmo', receivedAmount: order.totalAmount };
    await admin.post(`/api/manage/orders/${order.id}/refunds`, refund);
    const { rows } = (await admin.get('/api/manage/ledger')).json<{
      rows: { kind: string; payment: string }[];
    }>();
    expect(rows.map(({ kind, payment }) => [kind, payment]).toSorted()).toEqual([
      ['refund', 'Venmo'],
      ['sale', 'Venmo 4127'],
    ]);
    await shop.app.close();
    await database.close();
  });
});
