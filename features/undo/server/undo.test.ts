import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { mailsOf, useMailShop } from '#tests/support/mails.ts';
import { auditBooks, cartBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  const opened = useMailShop(makeDatabase);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let server: MailServer;
  let ids: number[];
  let id: number;

  beforeEach(async () => {
    ({ database, shop, admin, server } = opened);
    await admin.put('/api/settings/orders', {
      holdHours: 72,
      whenHoldEnds: 'dead',
      anonymiseAfterMonths: 0,
      waitingHours: 24,
      mailDelay: 30,
    });
    await database.db.deleteFrom('specimens').execute();
    ids = await addSpecimens(shop.ctx, [
      { title: 'Azurite', price: '100.00', shippingPrice: '10' },
      { title: 'Beryl', price: '80.00', shippingPrice: '0' },
    ]);
    id = await place();
    await sendAll();
  });
  afterEach(async () => expect(await auditBooks(database.db)).toEqual([]));

  const place = async (): Promise<number> => {
    const body = cartBody(ids.map((specimenId) => ({ specimenId, quantity: 1 })));
    const response = await shop.visitor().post('/api/orders', body);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order.id;
  };
  const sendAll = () => sendDueMails(shop.ctx, smtpSender(server.url), () => false);
  const detail = async () =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail & { undo: Undo }>();
  type Undo = { step: string; at: string; sendsAt: string | null; isMailed: boolean } | null;
  const to = async (status: string, more: object = {}) => {
    const moved = await admin.put(`/api/orders/${id}/status`, { status, ...more });
    expect(moved.statusCode, moved.body).toBe(200);
    shop.clock.forward({ seconds: 1 });
  };
  const undo = (at: string | undefined) => admin.post(`/api/manage/orders/${id}/undo`, { at });
  const takeBack = async () => {
    const undone = await undo((await detail()).undo?.at);
    expect(undone.statusCode, undone.body).toBe(200);
    shop.clock.forward({ seconds: 1 });
  };
  const refund = async (amount: string) => {
    const { receivedAmount } = await detail();
    const body = { method: 'Venmo', amount, receivedAmount };
    const noted = await admin.post(`/api/manage/orders/${id}/refunds`, body);
    expect(noted.statusCode, noted.body).toBe(200);
    shop.clock.forward({ seconds: 1 });
  };
  /** All of an order that a step changes. */
  const whole = async () => {
    const { status, money, receivedAmount, dueAmount, heldUntil, writtenOffAmount, ...rest } =
      await detail();
    const stock = await stockOf(shop.ctx, ids);
    return {
      status,
      receivedAmount,
      dueAmount,
      heldUntil,
      writtenOffAmount,
      stock,
      money: money.length,
      proved: rest.emailProvedAt,
      mails: rest.mails.map(({ subject, status: sent }) => `${subject}: ${sent}`),
    };
  };

  const steps: [name: string, before: () => Promise<void>, step: () => Promise<void>][] = [
    ['mark paid', async () => undefined, () => to('paid')],
    [
      'accept too little',
      async () => undefined,
      () => to('paid', { payment: { method: 'Cash', amount: '150', settles: true } }),
    ],
    ['ship unpaid', async () => undefined, () => to('shipped')],
    ['ship', () => to('paid'), () => to('shipped', { trackingNumber: '9400 1' })],
    ['deliver', () => to('shipped'), () => to('delivered')],
    ['cancel unpaid', async () => undefined, () => to('cancelled')],
    ['cancel with the money kept', () => to('paid'), () => to('cancelled')],
    [
      'cancel with a refund and the pieces set aside',
      () => to('paid'),
      async () => {
        const body = { method: 'Venmo', pieces: 'aside', receivedAmount: '190.00' };
        await admin.post(`/api/manage/orders/${id}/cancel`, { ...body, refundAmount: '190' });
        shop.clock.forward({ seconds: 1 });
      },
    ],
    ['refund', () => to('paid'), () => refund('20')],
    [
      'note a payment',
      async () => undefined,
      async () => {
        const body = { method: 'Cash', amount: '50', receivedAmount: '0.00', fee: '1' };
        await admin.post(`/api/manage/orders/${id}/payments`, { ...body, writesToBuyer: true });
        shop.clock.forward({ seconds: 1 });
      },
    ],
  ];

  test.each(steps)('%s is taken back before its email goes, and leaves nothing', async (...one) => {
    const [, before, step] = one;
    await before();
    await sendAll();
    shop.clock.forward({ seconds: 60 });
    await sendAll();
    const was = await whole();
    await step();
    expect(await whole()).not.toEqual(was);
    await sendAll();
    await takeBack();
    shop.clock.forward({ minutes: 5 });
    await sendAll();
    expect(await whole()).toEqual(was);
    expect((await detail()).undo).toBeNull();
  });

  test('an email that went is corrected by one that says so', async () => {
    const last = async () => (await mailsOf(admin, id)).at(-1);
    await to('paid');
    shop.clock.forward({ seconds: 60 });
    await sendAll();
    expect((await detail()).undo).toMatchObject({ step: 'paid', isMailed: true, sendsAt: null });
    await takeBack();
    expect((await last())?.subject).toBe(`Correction: order #${id} isn’t paid yet`);
    await to('cancelled');
    shop.clock.forward({ seconds: 60 });
    await sendAll();
    await takeBack();
    expect((await last())?.subject).toBe(`Order #${id} is open again`);
    await to('paid');
    await to('shipped');
    shop.clock.forward({ seconds: 60 });
    await sendAll();
    await takeBack();
    expect((await last())?.text).toContain(
      `Please disregard our email “Order #${id} has shipped”. It was sent by mistake. Your order is paid, and we’re packing it.`,
    );
    await refund('20');
    shop.clock.forward({ seconds: 60 });
    await sendAll();
    await takeBack();
    expect((await last())?.text).toContain('The refund was not made.');
  });

  test('what the admin has a buyer read waits for half a minute, and nothing overtakes it', async () => {
    const sent = async () => (await mailsOf(admin, id)).map(({ status }) => status);
    // What the buyer's own order says goes at once.
    expect(await sent()).toEqual(['sent', 'sent']);
    server.received.length = 0;
    await to('paid');
    const { undo: last } = await detail();
    expect(Date.parse(last?.sendsAt ?? '') - Date.parse(last?.at ?? '')).toBe(30_000);
    await to('pending');
    await sendAll();
    expect(server.received).toEqual([]);
    shop.clock.forward({ seconds: 30 });
    await sendAll();
    const isCorrection = server.received.map(({ text }) => text.includes('That was a mistake'));
    expect(isCorrection).toEqual([false, true]);
  });

  test('a step is not taken back once something else has happened, or a day has passed', async () => {
    await to('paid');
    const { undo: paid } = await detail();
    await admin.post(`/api/manage/orders/${id}/mails`, { text: 'Hello.', key: 'one' });
    expect((await detail()).undo).toBeNull();
    expect((await undo(paid?.at)).statusCode).toBe(409);
    await to('shipped');
    const { undo: shipped } = await detail();
    expect((await undo(paid?.at)).statusCode).toBe(409);
    shop.clock.forward({ hours: 25 });
    expect((await detail()).undo).toBeNull();
    expect((await undo(shipped?.at)).statusCode).toBe(409);
    expect((await detail()).status).toBe('shipped');
  });

  test('a hold whose end has passed meanwhile begins again, and the clock does not cancel it', async () => {
    shop.clock.forward({ hours: 60 });
    await to('paid');
    shop.clock.forward({ hours: 20 });
    await takeBack();
    const end = new Date(shop.clock.now().getTime() + 72 * 3_600_000 - 1_000).toISOString();
    expect(await detail()).toMatchObject({ status: 'pending', heldUntil: end });
    await settleAllDue(shop.ctx);
    expect((await detail()).status).toBe('pending');
  });

  test('a piece that the owner had set aside before a cancellation stays so after its undo', async () => {
    const byHand = () =>
      database.db.selectFrom('specimens').select('status_by_hand').orderBy('id').execute();
    await database.db
      .updateTable('specimens')
      .set({ status_by_hand: 'pending' })
      .where('id', '=', ids[0] ?? 0)
      .execute();
    await to('cancelled');
    await takeBack();
    expect(await byHand()).toEqual([{ status_by_hand: 'pending' }, { status_by_hand: null }]);
  });

  test('a cancellation stays where another buyer has the piece by now', async () => {
    await to('cancelled');
    const { undo: last } = await detail();
    await place();
    const refused = await undo(last?.at);
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      expect.stringContaining('is in order #'),
    ]);
    expect((await detail()).status).toBe('cancelled');
  });

  test('the history tells both, and nothing of where the step began', async () => {
    await to('paid', { payment: { method: 'Cash', amount: '190' } });
    await takeBack();
    const told = (await detail()).history.map(({ text }) => text);
    expect(told.slice(-5)).toEqual([
      '$190.00 was received by Cash.',
      'The status was changed from pending to paid.',
      'The payment of $190.00 by Cash was removed.',
      expect.stringContaining('on hold for the buyer again'),
      'The status was changed from paid to pending.',
    ]);
    expect(told.join()).not.toContain('begun');
  });

  test('no one but the admin takes a step back', async () => {
    await to('paid');
    const { undo: last } = await detail();
    const stranger = shop.visitor();
    expect(
      (await stranger.post(`/api/manage/orders/${id}/undo`, { at: last?.at })).statusCode,
    ).toBe(401);
  });
});
