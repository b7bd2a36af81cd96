import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import type {
  BulkMovePlan,
  BulkMoveReport,
} from '#features/bulk-shipping/contract/bulk-shipping.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { mailsOf, useMailShop } from '#tests/support/mails.ts';
import { auditBooks, cartBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  const opened = useMailShop(makeDatabase);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let server: MailServer;
  /** Orders of 110.00 each. */
  let ids: number[];

  beforeEach(async () => {
    ({ database, shop, admin, server } = opened);
    await database.db.deleteFrom('specimens').execute();
    const pieces = await addSpecimens(
      shop.ctx,
      ['Azurite', 'Beryl', 'Calcite'].map((title) => ({
        title,
        price: '100.00',
        shippingPrice: '10',
      })),
    );
    ids = [];
    for (const specimenId of pieces) {
      const placed = await shop.visitor().post('/api/orders', {
        ...cartBody([{ specimenId, quantity: 1 }]),
      });
      expect(placed.statusCode, placed.body).toBe(201);
      ids.push(placed.json().order.id);
    }
    await sendAll();
  });
  afterEach(async () => expect(await auditBooks(database.db)).toEqual([]));

  const sendAll = () => sendDueMails(shop.ctx, smtpSender(server.url), () => false);
  const id = (index: number) => ids[index] ?? 0;
  const detail = async (index: number) =>
    (await admin.get(`/api/manage/orders/${id(index)}`)).json<OrderDetail>();
  const statuses = async () =>
    Promise.all(ids.map(async (_, index) => (await detail(index)).status));
  const to = async (index: number, status: string) => {
    const moved = await admin.put(`/api/orders/${id(index)}/status`, { status });
    expect(moved.statusCode, moved.body).toBe(200);
    shop.clock.forward({ seconds: 1 });
  };
  const plan = async (status: string, orders = ids) =>
    (
      await admin.get(`/api/manage/orders/moves?status=${status}&orders=${orders}`)
    ).json<BulkMovePlan>();
  const move = async (status: string, from: string[]) => {
    const orders = from.map((was, index) => ({ id: id(index), from: was }));
    const moved = await admin.post('/api/manage/orders/moves', { status, orders });
    expect(moved.statusCode, moved.body).toBe(200);
    return moved.json<BulkMoveReport>().results;
  };
  /** As the list does it. */
  const undo = async (results: BulkMoveReport['results']) => {
    for (const one of results.filter(({ undo }) => undo !== null)) {
      const { at } = one.undo ?? {};
      const undone = await admin.post(`/api/manage/orders/${one.id}/undo`, { at });
      expect(undone.statusCode, undone.body).toBe(200);
    }
  };
  const shipMails = async () => {
    const mails = await Promise.all(ids.map((one) => mailsOf(admin, one)));
    return mails.flat().filter(({ kind }) => kind === 'order_shipped');
  };
  const sendTogether = async (index: number, other: number) => {
    const sent = await admin.post(`/api/manage/orders/${id(index)}/parcel`, {
      orders: [id(other)],
      takesOff: false,
      shippingAmount: '20.00',
      writesToBuyer: false,
    });
    expect(sent.statusCode, sent.body).toBe(200);
    shop.clock.forward({ seconds: 1 });
  };

  test('the question names what each order still owes, and whose buyers are emailed', async () => {
    await to(0, 'paid');
    const { orders, mailDelay } = await plan('shipped');
    expect(mailDelay).toBe(30);
    expect(orders.map(({ dueAmount, refusal }) => [dueAmount, refusal])).toEqual([
      ['0.00', null],
      ['110.00', null],
      ['110.00', null],
    ]);
    expect(orders.map(({ isEmailed }) => isEmailed)).toEqual([true, true, true]);
    expect((await plan('delivered')).orders.map(({ isEmailed }) => isEmailed)).toEqual([
      false,
      false,
      false,
    ]);
  });

  test('several orders are marked shipped, paid or not, without booking money', async () => {
    await to(0, 'paid');
    const results = await move('shipped', ['paid', 'pending', 'pending']);
    expect(results.every(({ isDone }) => isDone)).toBe(true);
    expect(await statuses()).toEqual(['shipped', 'shipped', 'shipped']);
    const [paid, owing] = [await detail(0), await detail(1)];
    expect([paid.receivedAmount, owing.receivedAmount, owing.dueAmount]).toEqual([
      '110.00',
      '0.00',
      '110.00',
    ]);
    expect((await shipMails()).length).toBe(3);
  });

  test('shipped orders are marked delivered at once', async () => {
    await move('shipped', ['pending', 'pending', 'pending']);
    shop.clock.forward({ seconds: 60 });
    await move('delivered', ['shipped', 'shipped', 'shipped']);
    expect(await statuses()).toEqual(['delivered', 'delivered', 'delivered']);
  });

  test('undone within half a minute, every order is as before, and no buyer hears of it', async () => {
    await to(0, 'paid');
    shop.clock.forward({ seconds: 60 });
    await sendAll();
    const results = await move('shipped', ['paid', 'pending', 'pending']);
    const { at, sendsAt } = results[0]?.undo ?? { at: '', sendsAt: null };
    expect(Date.parse(sendsAt ?? '') - Date.parse(at)).toBe(30_000);
    shop.clock.forward({ seconds: 29 });
    const read = server.received.length;
    await sendAll();
    await undo(results);
    shop.clock.forward({ seconds: 60 });
    await sendAll();
    expect(await statuses()).toEqual(['paid', 'pending', 'pending']);
    expect(await shipMails()).toEqual([]);
    expect(server.received.length).toBe(read);
  });

  test('what one order refuses stops no other, and the report names it', async () => {
    await to(0, 'cancelled');
    await to(1, 'delivered');
    const reasons = [`Order #${id(0)} is cancelled.`, `Order #${id(1)} is delivered.`];
    expect((await plan('shipped')).orders.map(({ refusal }) => refusal)).toEqual([
      ...reasons,
      null,
    ]);
    const results = await move('shipped', ['cancelled', 'delivered', 'pending']);
    expect(results.map(({ message }) => message)).toEqual([...reasons, '']);
    expect(await statuses()).toEqual(['cancelled', 'delivered', 'shipped']);
  });

  test('an order that moved on meanwhile stays, and the report says so', async () => {
    await to(1, 'paid');
    const results = await move('shipped', ['pending', 'pending', 'pending']);
    expect(results[1]).toEqual({
      id: id(1),
      isDone: false,
      message: `Order #${id(1)} stays as it is. It was changed in another tab.`,
      undo: null,
    });
    expect(await statuses()).toEqual(['shipped', 'paid', 'shipped']);
  });

  test('an order that is gone is named', async () => {
    await admin.delete(`/api/orders/${id(2)}`);
    const results = await move('shipped', ['pending', 'pending', 'pending']);
    expect(results[2]?.message).toBe(`Order #${id(2)} no longer exists.`);
    ids.pop();
    expect(await statuses()).toEqual(['shipped', 'shipped']);
  });

  test('a package moves once, with one email, and is undone once', async () => {
    await to(0, 'paid');
    await to(1, 'paid');
    await sendTogether(0, 1);
    const planned = await plan('shipped', [id(0)]);
    expect(planned.orders.map((one) => [one.id, one.goesWith])).toEqual([
      [id(0), null],
      [id(1), id(0)],
    ]);
    const results = await move('shipped', ['paid', 'paid']);
    expect(results.map(({ isDone, undo }) => [isDone, undo !== null])).toEqual([
      [true, true],
      [true, false],
    ]);
    expect((await shipMails()).length).toBe(1);
    await undo(results);
    expect(await statuses()).toEqual(['paid', 'paid', 'pending']);
  });
});
