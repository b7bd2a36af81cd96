/** What buyers really pay: parts, too much, too little, twice, late, for the wrong order. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FollowedOrder, OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { type MailShop, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { auditBooks, withKey } from '#tests/support/orders.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let order: Awaited<ReturnType<typeof placeOrder>>;
  let total: string;

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    for (const table of ['mails', 'orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    order = await placeOrder(open.shop);
    total = order.totalAmount;
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const money = (cents: number) => (cents / 100).toFixed(2);
  const less = (amount: string) => money(Math.round(Number(total) * 100 - Number(amount) * 100));
  const detail = async (id = order.id) =>
    (await open.admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const seenByBuyer = async () =>
    (
      await open.shop.visitor().get(`/api/orders/${order.id}`, withKey(order))
    ).json<FollowedOrder>();
  const pay = async (amount: string, more: object = {}, id = order.id) =>
    open.admin.post(`/api/manage/orders/${id}/payments`, {
      amount,
      method: 'Zelle',
      receivedAmount: (await detail(id)).receivedAmount,
      ...more,
    });
  const mark = (status: string, payment?: object) =>
    open.admin.put(`/api/orders/${order.id}/status`, {
      status,
      ...(payment && { payment: { method: 'Venmo', ...payment } }),
    });
  const refund = async (amount: string) =>
    open.admin.post(`/api/manage/orders/${order.id}/refunds`, {
      amount,
      method: 'Zelle',
      receivedAmount: (await detail()).receivedAmount,
    });
  const correct = (moneyId: number | undefined, body: object) =>
    open.admin.request({
      method: 'PATCH',
      url: `/api/manage/orders/${order.id}/money/${moneyId}`,
      payload: body,
    });
  const lastMail = async () => {
    const rows = await database.db
      .selectFrom('mails')
      .select(['kind', 'body_text'])
      .where('to_address', '=', 'ada@buyer.example')
      .orderBy('id')
      .execute();
    return rows.at(-1);
  };
  const expectToday = async (kind: string, rows: unknown) => {
    if (!hasFeature('today')) return;
    const { groups } = (await open.admin.get('/api/manage/today')).json<{
      groups: { kind: string; rows: { orderId: number; amount: string }[] }[];
    }>();
    const found = groups.find((group) => group.kind === kind);
    expect(found?.rows.map(({ orderId, amount }) => [orderId, amount])).toEqual(rows);
  };
  const isRight = async () => expect(await auditBooks(database.db)).toEqual([]);

  test('an order is paid in three parts, and each email says what is still due', async () => {
    expect((await pay('40', { writesToBuyer: true })).json()).toMatchObject({
      status: 'pending',
      receivedAmount: '40.00',
      dueAmount: less('40'),
      heldUntil: null,
    });
    expect(await lastMail()).toMatchObject({
      kind: 'order_payment',
      body_text: expect.stringContaining(
        `We’ve received $40.00 for order #${order.id}. $${less('40')} is still due.`,
      ),
    });
    expect((await lastMail())?.body_text).toContain(`your payment of $${less('40')}`);
    await pay('20.50', { payer: 'Ada’s mother', note: 'Cash in a letter' });
    expect(await seenByBuyer()).toMatchObject({
      dueAmount: less('60.50'),
      payments: [{ amount: '40.00' }, { amount: '20.50' }],
    });
    expect((await mark('paid', { amount: less('60.50') })).statusCode).toBe(200);
    expect(await detail()).toMatchObject({
      status: 'paid',
      receivedAmount: total,
      dueAmount: '0.00',
      money: [{}, { payer: 'Ada’s mother', note: 'Cash in a letter' }, { amount: less('60.50') }],
    });
    expect((await lastMail())?.body_text).toContain(`your payment of $${total} for order`);
    await isRight();
  });

  test('less than is due does not mark an order paid, unless the owner accepts it as settled', async () => {
    const refused = await mark('paid', { amount: '60' });
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      `$${less('60')} of order #${order.id} would still be due. Note the payment and keep the order pending, or accept it as settled.`,
    ]);
    expect(await detail()).toMatchObject({ status: 'pending', money: [] });
    await mark('paid', { amount: '60', settles: true });
    expect(await detail()).toMatchObject({
      status: 'paid',
      receivedAmount: '60.00',
      dueAmount: '0.00',
      writtenOffAmount: less('60'),
    });
    expect((await lastMail())?.body_text).toContain(
      `your payment of $60.00 for order #${order.id}. Nothing more is due.`,
    );
    expect((await seenByBuyer()).dueAmount).toBe('0.00');
    await isRight();
  });

  test('an order marked paid by mistake is undone, and asks for its whole total again', async () => {
    await pay('40');
    await mark('paid', { amount: '30', settles: true });
    const preview = (
      await open.admin.get(`/api/manage/orders/${order.id}/effects?status=pending`)
    ).json();
    await mark('pending');
    expect(await lastMail()).toMatchObject({
      kind: 'order_unpaid',
      body_text: expect.stringContaining(`That was a mistake. $${less('40')} is still due.`),
    });
    expect(preview.mail.text).toBe((await lastMail())?.body_text);
    expect(await detail()).toMatchObject({
      receivedAmount: '40.00',
      dueAmount: less('40'),
      writtenOffAmount: '0.00',
    });
    await mark('paid');
    expect(await detail()).toMatchObject({ receivedAmount: total, dueAmount: '0.00' });
    await isRight();
  });

  test('more than is due is a surplus, to refund or to keep as a gift', async () => {
    const more = money(Number(total) * 100 + 2000);
    await mark('paid', { amount: more });
    expect(await detail()).toMatchObject({ receivedAmount: more, surplusAmount: '20.00' });
    expect((await lastMail())?.body_text).toContain('That is $20.00 more than it costs.');
    await expectToday('toRefund', [[order.id, '20.00']]);
    await open.admin.post(`/api/manage/orders/${order.id}/settle`, { receivedAmount: more });
    expect(await detail()).toMatchObject({ surplusAmount: '0.00', giftAmount: '20.00' });
    await expectToday('toRefund', undefined);
    await isRight();
  });

  test('a second payment of the same order is noted as it came, and refunded', async () => {
    await mark('paid');
    expect((await pay(total)).json()).toMatchObject({ surplusAmount: total });
    await refund(total);
    expect(await detail()).toMatchObject({
      receivedAmount: total,
      surplusAmount: '0.00',
      dueAmount: '0.00',
    });
    await isRight();
  });

  test('shipping an unpaid order books nothing, and the owner and the buyer read what is due', async () => {
    expect(
      (await open.admin.get(`/api/manage/orders/${order.id}/effects?status=shipped`)).json().money,
    ).toBe(`$${total} of this order stays due. Nothing is noted as received.`);
    await mark('shipped');
    expect(await detail()).toMatchObject({ status: 'shipped', money: [], dueAmount: total });
    const seen = await seenByBuyer();
    expect(seen.dueAmount).toBe(total);
    expect(seen.steps.filter(({ isDone }) => isDone).map(({ step }) => step)).toEqual([
      'placed',
      'shipped',
    ]);
    await expectToday('due', [[order.id, total]]);
    expect((await lastMail())?.body_text).toContain(`your payment of $${total}`);
    await pay(total);
    await expectToday('due', undefined);
    await isRight();
  });

  test('a part payment that is given back leaves the whole total due', async () => {
    await pay('40');
    await refund('40');
    expect(await detail()).toMatchObject({ receivedAmount: '0.00', dueAmount: total });
    await mark('paid');
    expect(await detail()).toMatchObject({ receivedAmount: total, surplusAmount: '0.00' });
    await isRight();
  });

  test('a pending order is canceled with its part payment refunded', async () => {
    await pay('40');
    const response = await open.admin.post(`/api/manage/orders/${order.id}/cancel`, {
      refundAmount: '40',
      receivedAmount: '40.00',
      method: 'Zelle',
      pieces: 'sale',
    });
    expect(response.json()).toMatchObject({ status: 'cancelled', receivedAmount: '0.00' });
    expect((await lastMail())?.body_text).toContain('We refunded your payment of $40.00 by Zelle.');
    await expectToday('toRefund', undefined);
    await isRight();
  });

  test('no clock cancels an order that was paid in part', async () => {
    await pay('40');
    open.shop.clock.forward({ hours: 200 });
    await settleAllDue(open.shop.ctx);
    expect((await detail()).status).toBe('pending');
  });

  test('what comes after an order was canceled stands, and the owner is asked', async () => {
    await mark('cancelled');
    await pay(total);
    expect(await detail()).toMatchObject({ status: 'cancelled', toRefundAmount: total });
    await expectToday('toRefund', [[order.id, total]]);
    await isRight();
  });

  test('a payment for the wrong order moves to the right one, and both histories say so', async () => {
    const other = await placeOrder(open.shop);
    const [row] = (await pay('40')).json<OrderDetail>().money;
    await correct(row?.id, { orderId: other.id });
    expect(await detail()).toMatchObject({ money: [], dueAmount: total });
    expect(await detail(other.id)).toMatchObject({ receivedAmount: '40.00' });
    for (const id of [order.id, other.id])
      expect((await detail(id)).history.at(-1)?.text).toBe(
        `The payment of $40.00 was moved from order #${order.id} to order #${other.id}.`,
      );
    expect((await correct(row?.id, { orderId: other.id })).statusCode).toBe(404);
    await isRight();
  });

  test('a refund typed too high is corrected whole, or removed', async () => {
    await mark('paid');
    await refund('20');
    const row = (await detail()).money.find(({ kind }) => kind === 'refund');
    await correct(row?.id, { amount: '2', note: 'A chipped corner' });
    expect(await detail()).toMatchObject({ receivedAmount: less('2') });
    expect((await detail()).history.at(-1)?.text).toContain('$2.00 instead of $20.00');
    await open.admin.delete(`/api/manage/orders/${order.id}/money/${row?.id}`);
    expect(await detail()).toMatchObject({ receivedAmount: total, dueAmount: '0.00' });
    await isRight();
  });

  test('a payment is not corrected below what was refunded of it', async () => {
    await mark('paid');
    await refund('20');
    const row = (await detail()).money.find(({ kind }) => kind === 'payment');
    const response = await correct(row?.id, { amount: '15' });
    expect([response.statusCode, response.json().message]).toEqual([
      409,
      `$5.00 more would be refunded for order #${order.id} than came. Correct the refund first.`,
    ]);
  });

  test('what the owner accepts as settled after shipping is no longer due', async () => {
    await pay('40');
    await mark('shipped');
    const settle = () =>
      open.admin.post(`/api/manage/orders/${order.id}/settle`, { receivedAmount: '40.00' });
    expect((await settle()).json()).toMatchObject({
      dueAmount: '0.00',
      writtenOffAmount: less('40'),
    });
    expect((await settle()).json()).toMatchObject({ writtenOffAmount: less('40') });
    await mark('pending');
    expect((await settle()).statusCode).toBe(409);
    expect(await detail()).toMatchObject({ dueAmount: less('40') });
    await isRight();
  });

  test('who sent a payment and what was noted of it go with the buyer’s data, and stand in no history', async () => {
    const [row] = (
      await pay('40', { payer: 'Ada’s mother', note: 'In a letter' })
    ).json<OrderDetail>().money;
    await correct(row?.id, { payer: 'Ada’s aunt' });
    expect((await detail()).history.at(-1)?.text).toBe(
      'The payment of $40.00 was corrected: another sender.',
    );
    const owner = await open.shop.admin();
    await owner.post(`/api/manage/orders/${order.id}/erase`, { evenPending: true });
    expect(JSON.stringify(await detail())).not.toMatch(/mother|aunt|letter/);
    expect(
      JSON.stringify(await database.db.selectFrom('events').selectAll().execute()),
    ).not.toMatch(/mother|aunt|letter/);
  });

  test('a rest that comes after it was written off is no surplus', async () => {
    await mark('paid', { amount: '60', settles: true });
    expect((await pay(less('60'))).json()).toMatchObject({
      receivedAmount: total,
      surplusAmount: '0.00',
      writtenOffAmount: '0.00',
      dueAmount: '0.00',
    });
    await isRight();
  });

  test('a gift that is refunded after all leaves nothing due, and the price as it was', async () => {
    await mark('paid', { amount: money(Number(total) * 100 + 2000), settles: true });
    expect((await refund('20')).json()).toMatchObject({
      receivedAmount: total,
      giftAmount: '0.00',
      dueAmount: '0.00',
      surplusAmount: '0.00',
    });
    expect((await refund('5')).json()).toMatchObject({ dueAmount: '0.00', surplusAmount: '0.00' });
    await isRight();
  });

  test('an order settled for less, canceled and paid again costs what was accepted', async () => {
    await mark('paid', { amount: '60', settles: true });
    await mark('cancelled');
    await mark('paid');
    expect(await detail()).toMatchObject({
      receivedAmount: '60.00',
      dueAmount: '0.00',
      surplusAmount: '0.00',
    });
    await isRight();
  });

  test('a hold has an end again once its part payment never came, or was for another order', async () => {
    const other = await placeOrder(open.shop);
    const [row] = (await pay('40')).json<OrderDetail>().money;
    await open.admin.delete(`/api/manage/orders/${order.id}/money/${row?.id}`);
    expect((await detail()).heldUntil).not.toBeNull();
    const [moved] = (await pay('40')).json<OrderDetail>().money;
    expect((await detail()).heldUntil).toBeNull();
    await correct(moved?.id, { orderId: other.id });
    expect([(await detail()).heldUntil !== null, (await detail(other.id)).heldUntil]).toEqual([
      true,
      null,
    ]);
  });

  test('a refund of a part of a surplus, corrected to all of it, leaves neither surplus nor debt', async () => {
    await mark('paid', { amount: money(Number(total) * 100 + 2000) });
    const { surplusAmount, money: rows } = (await refund('5')).json<OrderDetail>();
    expect(surplusAmount).toBe('15.00');
    const body = { amount: '20' };
    expect(
      (await correct(rows.find(({ kind }) => kind === 'refund')?.id, body)).json(),
    ).toMatchObject({ surplusAmount: '0.00', dueAmount: '0.00', receivedAmount: total });
    const { surplus_cents } = await database.db
      .selectFrom('order_money')
      .select('surplus_cents')
      .where('kind', '=', 'refund')
      .executeTakeFirstOrThrow();
    expect(surplus_cents).toBe(2000);
  });

  test('what is refunded after an order was canceled lowers what it cost, so it is credited', async () => {
    await mark('paid');
    await mark('cancelled');
    await refund(total);
    const { surplus_cents } = await database.db
      .selectFrom('order_money')
      .select('surplus_cents')
      .where('kind', '=', 'refund')
      .executeTakeFirstOrThrow();
    expect(surplus_cents).toBe(0);
  });
});
