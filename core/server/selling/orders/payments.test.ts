/** Payments with method, day and fee, and what was noted of money, corrected. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailShop, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { auditBooks } from '#tests/support/orders.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let id: number;
  let total: string;
  /** Days of the shop, whose time zone is UTC here. */
  let [today, yesterday, before, tomorrow] = ['', '', '', ''];

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
    const dayAfter = (days: number) =>
      new Date(open.shop.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
    [before, yesterday, today, tomorrow] = [dayAfter(-2), dayAfter(-1), dayAfter(0), dayAfter(1)];
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
    ({ id, totalAmount: total } = await placeOrder(open.shop));
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const setStatus = (status: string, payment?: object) =>
    open.admin.put(`/api/orders/${id}/status`, { status, payment });
  const detail = async () => (await open.admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const patch = (moneyId: number | undefined, payload: object) =>
    open.admin.request({
      method: 'PATCH',
      url: `/api/manage/orders/${id}/money/${moneyId}`,
      payload,
    });
  const correct = async (change: object, kind = 'payment') => {
    const row = (await detail()).money.find((one) => one.kind === kind);
    return patch(row?.id, change);
  };
  const remove = async (kind = 'payment') => {
    const row = (await detail()).money.find((one) => one.kind === kind);
    return open.admin.delete(`/api/manage/orders/${id}/money/${row?.id}`);
  };
  const refund = (body: object) =>
    open.admin.post(`/api/manage/orders/${id}/refunds`, {
      method: 'Venmo',
      amount: '5',
      receivedAmount: total,
      ...body,
    });
  const moneyOf = ({ money }: OrderDetail) =>
    money.map(({ kind, amount, method, on }) => [kind, amount, method, on]);
  const lastEvent = async () => (await detail()).history.at(-1)?.text;

  test('marking an order paid notes how and when the payment came, with its fee; without that it came now', async () => {
    expect(
      (await setStatus('paid', { method: 'PayPal', on: yesterday, fee: '$1.30' })).statusCode,
    ).toBe(200);
    expect(moneyOf(await detail())).toEqual([
      ['payment', total, 'PayPal', yesterday],
      ['fee', '1.30', null, yesterday],
    ]);
    const { paid_at } = await database.db
      .selectFrom('orders')
      .select('paid_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(paid_at?.slice(0, 10)).toBe(yesterday);
    expect((await detail()).history.map(({ text }) => text)).toContain(
      `$${total} was received by PayPal with a fee of $1.30.`,
    );
    await setStatus('pending');
    expect((await detail()).money).toEqual([]);
    await setStatus('paid');
    expect(moneyOf(await detail())).toEqual([['payment', total, null, today]]);
    expect(await auditBooks(database.db)).toEqual([]);
  });

  test('a payment to come, and a fee above the payment, are refused in words', async () => {
    for (const [payment, path] of [
      [{ method: 'Cash', on: tomorrow }, 'on'],
      [{ method: 'Cash', on: '2026-02-30' }, 'payment.on'],
      [{ method: 'Cash', fee: '99999' }, 'fee'],
      [{ method: 'Cash', fee: 'some' }, 'fee'],
    ] as const)
      expect((await setStatus('paid', payment)).json(), path).toMatchObject({
        code: 'invalid_input',
        issues: [{ path }],
      });
    expect((await setStatus('cancelled', { method: 'Cash' })).statusCode).toBe(400);
    expect(await detail()).toMatchObject({ status: 'pending', money: [] });
  });

  test('method, day and fee of a payment are corrected, and its history says what they were', async () => {
    await setStatus('paid', { method: 'Venmo' });
    expect((await correct({ method: 'Zelle', on: yesterday, fee: '2' })).statusCode).toBe(200);
    expect(moneyOf(await detail())).toEqual([
      ['payment', total, 'Zelle', yesterday],
      ['fee', '2.00', null, yesterday],
    ]);
    expect(await lastEvent()).toMatch(
      /was corrected: Zelle instead of Venmo; .+ instead of .+; a fee of \$2\.00 instead of no fee\.$/,
    );
    await correct({ fee: '1.5' });
    expect((await detail()).money[1]?.amount).toBe('1.50');
    await correct({ fee: '' });
    expect(moneyOf(await detail())).toEqual([['payment', total, 'Zelle', yesterday]]);
    const count = (await detail()).history.length;
    expect((await correct({ method: 'Zelle' })).statusCode).toBe(200);
    expect((await detail()).history).toHaveLength(count);
    expect((await correct({ on: tomorrow })).statusCode).toBe(400);
    expect((await correct({ fee: '99999' })).statusCode).toBe(400);
    expect((await patch(2147483647, { method: 'Cash' })).statusCode).toBe(404);
  });

  test('a refund has the day that the admin names: not before its payment, and not to come', async () => {
    await setStatus('paid', { method: 'Venmo', on: yesterday });
    expect((await refund({ on: before })).json()).toMatchObject({
      code: 'invalid_input',
      issues: [{ path: 'on' }],
    });
    expect((await refund({ on: tomorrow })).statusCode).toBe(400);
    expect((await refund({ on: yesterday })).statusCode).toBe(200);
    expect(moneyOf(await detail())[1]).toEqual(['refund', '5.00', 'Venmo', yesterday]);
    expect((await correct({ on: today })).statusCode).toBe(400);
    expect((await correct({ on: today, method: 'Cash' }, 'refund')).statusCode).toBe(200);
    expect(moneyOf(await detail())[1]).toEqual(['refund', '5.00', 'Cash', today]);
    expect((await correct({ fee: '1' }, 'refund')).statusCode).toBe(409);
    expect((await remove('refund')).statusCode).toBe(200);
    expect(await lastEvent()).toBe('The refund of $5.00 by Cash was removed.');
  });

  test('a payment that never came is removed with its fee, unless some of it was refunded', async () => {
    await setStatus('paid', { method: 'Check', fee: '1' });
    await setStatus('shipped');
    expect((await remove()).json()).toMatchObject({
      status: 'shipped',
      receivedAmount: '0.00',
      money: [],
    });
    expect(await lastEvent()).toBe(`The payment of $${total} by Check was removed.`);
    const pay = (body: object) =>
      open.admin.post(`/api/manage/orders/${id}/payments`, {
        method: 'Zelle',
        amount: total,
        receivedAmount: '0.00',
        ...body,
      });
    expect((await pay({ amount: '0' })).statusCode).toBe(400);
    expect((await pay({})).json()).toMatchObject({ status: 'shipped', receivedAmount: total });
    expect((await pay({})).statusCode).toBe(409);
    await refund({});
    expect((await remove()).json()).toMatchObject({ code: 'state_conflict' });
    expect(await auditBooks(database.db)).toEqual([]);
  });
});
