/** Refunds, and paid orders that are cancelled with what becomes of the money. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FollowedOrder, OrderDetail } from '#core/contract/selling/orders.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, mailsOf, openMailShop } from '#tests/support/mails.ts';
import { auditBooks, cartBody, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { waitingOrders } from './waiting-orders.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let ids: number[];
  let order: { id: number; secretPath: string };

  const toRefund = () =>
    waitingOrders(open.shop.ctx, 'toRefund', open.shop.clock.now().toISOString(), 5);

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    ids = await addSpecimens(open.shop.ctx, [
      { title: 'Azurite', price: '100.00', shippingPrice: '10' },
      { title: 'Beryl', price: '80.00', shippingPrice: '0' },
    ]);
    const body = cartBody(ids.map((specimenId) => ({ specimenId, quantity: 1 })));
    ({ order } = (await open.shop.visitor().post('/api/orders', body)).json());
    await change('paid');
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const change = (status: string) => open.admin.put(`/api/orders/${order.id}/status`, { status });
  const detail = async () =>
    (await open.admin.get(`/api/manage/orders/${order.id}`)).json<OrderDetail>();
  const refund = (body: object) =>
    open.admin.post(`/api/manage/orders/${order.id}/refunds`, { method: 'Venmo', ...body });
  const cancel = (body: object) =>
    open.admin.post(`/api/manage/orders/${order.id}/cancel`, {
      method: 'Venmo',
      pieces: 'sale',
      ...body,
    });
  const lastMail = async () => (await mailsOf(open.admin, order.id)).at(-1);
  const audit = () => auditBooks(database.db);

  test('a refund by line is a row of its own, in the history, the email and on the buyer’s page', async () => {
    const { money, receivedAmount, lines } = await detail();
    expect([receivedAmount, money.map(({ kind, amount, title }) => [kind, amount, title])]).toEqual(
      ['190.00', [['payment', '190.00', null]]],
    );
    const response = await refund({
      amount: '$80',
      lineId: lines[1]?.id,
      receivedAmount: '190.00',
    });
    expect(response.json()).toMatchObject({
      status: 'paid',
      receivedAmount: '110.00',
      money: [
        { kind: 'payment' },
        {
          kind: 'refund',
          amount: '80.00',
          method: 'Venmo',
          title: 'Beryl',
          at: open.shop.clock.now().toISOString(),
        },
      ],
    });
    expect((await detail()).history.at(-1)?.text).toBe('$80.00 was refunded by Venmo for Beryl.');
    expect(await lastMail()).toMatchObject({
      kind: 'order_refunded',
      subject: `Refund for order #${order.id}: $80.00`,
    });
    expect((await lastMail())?.text).toContain(
      `We refunded $80.00 by Venmo for “Beryl” in your order #${order.id}.`,
    );
    const theirs = (
      await open.shop.visitor().get(`/api/orders/${order.id}`, withKey(order))
    ).json<FollowedOrder>();
    expect(theirs.refunds).toEqual([
      { amount: '80.00', method: 'Venmo', title: 'Beryl', at: open.shop.clock.now().toISOString() },
    ]);
    expect(theirs).not.toHaveProperty('money');
    expect(await audit()).toEqual([]);
  });

  test('a refund is never more than the shop has, and one that is sent twice is noted once', async () => {
    expect((await refund({ amount: '190.01', receivedAmount: '190.00' })).json()).toMatchObject({
      code: 'state_conflict',
      message: `You have $190.00 for order #${order.id}. A refund can’t be more.`,
    });
    const twice = [
      await refund({ amount: '50', receivedAmount: '190.00' }),
      await refund({ amount: '50', receivedAmount: '190.00' }),
    ];
    expect(twice.map(({ statusCode }) => statusCode)).toEqual([200, 409]);
    for (const amount of ['0', '', 'all', '-5', '1.234'])
      expect((await refund({ amount, receivedAmount: '140.00' })).statusCode, amount).toBe(400);
    expect(
      (await refund({ amount: '5', receivedAmount: '140.00', lineId: 2147483647 })).statusCode,
    ).toBe(400);
    const mails = (await mailsOf(open.admin, order.id)).length;
    expect(
      (await refund({ amount: '140', receivedAmount: '140.00', writesToBuyer: false })).json(),
    ).toMatchObject({
      receivedAmount: '0.00',
    });
    expect(await mailsOf(open.admin, order.id)).toHaveLength(mails);
    expect(await audit()).toEqual([]);
  });

  test('two refunds at once, of what is there for one, are one', async () => {
    const all = await Promise.all(
      [1, 2, 3].map(() => refund({ amount: '190', receivedAmount: '190.00' })),
    );
    expect(all.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect((await detail()).receivedAmount).toBe('0.00');
  });

  test.each([
    ['190', 'We refunded your payment of $190.00 by Venmo.', '0.00'],
    ['90.50', 'We refunded $90.50 of the $190.00 you paid by Venmo.', '99.50'],
    ['0', 'We still have your payment of $190.00.', '190.00'],
  ])(
    'a paid order that is cancelled with a refund of %s has an email without “Do not pay”',
    async (refundAmount, words, left) => {
      const response = await cancel({ refundAmount, receivedAmount: '190.00' });
      expect(response.json()).toMatchObject({ status: 'cancelled', receivedAmount: left });
      expect((await lastMail())?.kind).toBe('order_cancelled');
      expect((await lastMail())?.text).toContain(words);
      expect((await lastMail())?.text).not.toContain('Do not pay');
      expect(await stockOf(open.shop.ctx, ids)).toEqual(['1-0 available', '1-0 available']);
      expect(await audit()).toEqual([]);
    },
  );

  test('an order that is cancelled after a refund says what its buyer paid in all', async () => {
    await refund({ amount: '50', receivedAmount: '190.00' });
    const drafted = await cancel({ refundAmount: '40', receivedAmount: '140.00' });
    expect(drafted.json()).toMatchObject({ status: 'cancelled', receivedAmount: '100.00' });
    expect((await lastMail())?.text).toContain(
      'We refunded $40.00 of the $190.00 you paid by Venmo.',
    );
    expect((await cancel({ refundAmount: '100', receivedAmount: '100.00' })).statusCode).toBe(409);
    expect((await refund({ amount: '100', receivedAmount: '100.00' })).json()).toMatchObject({
      receivedAmount: '0.00',
    });
    await change('pending');
    await change('paid');
    await refund({ amount: '20', receivedAmount: '190.00' });
    await cancel({ refundAmount: '170', receivedAmount: '170.00' });
    expect((await lastMail())?.text).toContain(
      'We refunded the remaining $170.00 of the $380.00 you paid by Venmo.',
    );
    expect(await audit()).toEqual([]);
  });

  test('an order that was refunded in full and is cancelled then says that it was refunded', async () => {
    await refund({ amount: '190', receivedAmount: '190.00' });
    await change('cancelled');
    expect((await lastMail())?.text).toContain('We already refunded your payment of $190.00.');
    expect((await lastMail())?.text).not.toContain('Do not pay');
  });

  test('a paid order cancelled by its status alone is “to refund” until it is refunded', async () => {
    expect([(await detail()).toRefundAmount, (await toRefund()).count]).toEqual(['0.00', 0]);
    expect((await change('cancelled')).statusCode).toBe(200);
    expect(await detail()).toMatchObject({ status: 'cancelled', toRefundAmount: '190.00' });
    expect((await detail()).history.at(-1)?.text).toBe('$190.00 is to be refunded.');
    expect(await lastMail()).toMatchObject({ kind: 'order_cancelled' });
    expect((await lastMail())?.text).toContain(
      'We still have your payment of $190.00. We’ll be in touch about your refund.',
    );
    const at = open.shop.clock.now().toISOString();
    expect(await toRefund()).toMatchObject({
      count: 1,
      rows: [{ orderId: order.id, amount: '190.00', at }],
    });

    await refund({ amount: '100', receivedAmount: '190.00' });
    expect((await detail()).toRefundAmount).toBe('90.00');
    expect(await toRefund()).toMatchObject({ rows: [{ amount: '90.00' }] });
    await refund({ amount: '90', receivedAmount: '90.00' });
    expect([(await detail()).toRefundAmount, (await toRefund()).count]).toEqual(['0.00', 0]);
    await audit();
  });

  test('no refund is due for money that the admin keeps, or once the order is open again', async () => {
    await change('cancelled');
    await change('paid');
    expect((await detail()).toRefundAmount).toBe('0.00');
    await cancel({ receivedAmount: '190.00', refundAmount: '0' });
    expect((await detail()).toRefundAmount).toBe('0.00');
    expect((await toRefund()).count).toBe(0);
  });

  test('the pieces of a cancelled order are set aside where the admin says so', async () => {
    expect(
      (await cancel({ refundAmount: '190', receivedAmount: '190.00', pieces: 'aside' })).statusCode,
    ).toBe(200);
    expect(await stockOf(open.shop.ctx, ids)).toEqual(['1-0 pending', '1-0 pending']);
    expect((await detail()).history.map(({ text }) => text)).toContain(
      'The pieces were set aside.',
    );
    expect(await audit()).toEqual([]);
  });

  test('an order is not cancelled with a refund twice, nor where the sum has changed meanwhile', async () => {
    expect((await cancel({ refundAmount: '190', receivedAmount: '100.00' })).statusCode).toBe(409);
    expect((await detail()).status).toBe('paid');
    await change('cancelled');
    expect((await cancel({ refundAmount: '190', receivedAmount: '190.00' })).json()).toMatchObject({
      message: `Order #${order.id} is cancelled.`,
    });
  });

  test('several orders are not cancelled together where one is paid: it is left for its own page', async () => {
    const { results } = (
      await open.admin.post('/api/manage/orders/cancel', { ids: [order.id] })
    ).json();
    expect(results).toEqual([
      {
        id: order.id,
        result: 'refused',
        message: `Order #${order.id} is paid ($190.00). Cancel it on its own page, with its refund.`,
      },
    ]);
    expect((await detail()).status).toBe('paid');
  });

  test('a refunded order that is opened again asks for the whole sum, once', async () => {
    await cancel({ refundAmount: '190', receivedAmount: '190.00' });
    expect((await change('pending')).statusCode).toBe(200);
    await change('paid');
    expect((await detail()).money.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['payment', '190.00'],
      ['refund', '190.00'],
      ['payment', '190.00'],
    ]);
    await cancel({ refundAmount: '40', receivedAmount: '190.00' });
    expect((await change('pending')).statusCode).toBe(200);
    expect(await detail()).toMatchObject({ receivedAmount: '150.00', dueAmount: '40.00' });
    await change('paid');
    expect((await detail()).money.at(-1)).toMatchObject({ kind: 'payment', amount: '40.00' });
    expect(await audit()).toEqual([]);
  });

  test('a payment that was noted by mistake is taken back with the status, and the preview says so', async () => {
    const { money } = (
      await open.admin.get(`/api/manage/orders/${order.id}/effects?status=pending`)
    ).json();
    expect(money).toBe('The payment of $190.00 is taken back, as if it hadn’t come.');
    await change('pending');
    expect(await detail()).toMatchObject({ money: [], receivedAmount: '0.00' });
  });

  test('nobody but the admin gives a refund', async () => {
    const visitor = open.shop.visitor();
    for (const what of ['refunds', 'cancel'])
      expect(
        (
          await visitor.post(`/api/manage/orders/${order.id}/${what}`, {
            method: 'Venmo',
            receivedAmount: '190.00',
          })
        ).statusCode,
      ).toBe(401);
  });
});
