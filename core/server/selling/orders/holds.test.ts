import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { formatDeadline } from '#core/contract/dates.ts';
import { heldUntilText } from '#core/contract/selling/held-until.ts';
import type { AdminOrder, BuyerOrder, OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import {
  confirmEmail,
  type MailShop,
  mailPathOf,
  mailsOf,
  openMailShop,
} from '#tests/support/mails.ts';
import { auditBooks, directBody, stockOf, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let mailShop: MailShop;
  let shop: TestApp;
  let admin: Browser;
  let buyer: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    mailShop = await openMailShop(database);
    shop = mailShop.shop;
  });
  beforeEach(async () => {
    admin = await shop.admin();
    buyer = shop.visitor();
    for (const table of ['orders', 'specimens', 'site_settings'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    expect(await auditBooks(database.db)).toEqual([]);
    await mailShop.close();
    await database.close();
  });

  type Placed = BuyerOrder & { specimenId: number };
  const order = async (change: object = {}): Promise<Placed> => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Amethyst' }]);
    const response = await buyer.post('/api/orders', { ...directBody(id), ...change });
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order;
  };
  const settle = () => settleAllDue(shop.ctx);
  const later = async (time: Parameters<TestApp['clock']['forward']>[0]) => {
    shop.clock.forward(time);
    await settle();
  };
  const hoursFromNow = (hours: number) =>
    new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString();
  const detail = async (id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const kindsOf = async (id: number) => (await mailsOf(admin, id)).map((mail) => mail.kind);
  const read = async (id: number) =>
    (await shop.visitor().get(`/api/specimens/${id}`)).json<SpecimenDetail>();
  const heldUntilOf = async (id: number) => (await read(id)).heldUntil;
  const setRule = (rule: object) => admin.put('/api/settings/orders', rule);

  describe('the end of a hold', () => {
    test('is shown in the order and on the page of its specimen', async () => {
      const { heldUntil, specimenId } = await order();
      expect(heldUntil).toBe(hoursFromNow(72));
      expect(await read(specimenId)).toMatchObject({
        heldUntil,
        pendingUntil: heldUntilText(String(heldUntil), 'America/New_York'),
      });
    });

    test('cancels an order without a sign of life, frees its pieces, and both sides are told', async () => {
      const { id, specimenId } = await order();
      await later({ hours: 71, minutes: 59 });
      expect((await detail(id)).status).toBe('pending');
      const drops = shop.drops();
      await later({ minutes: 1 });
      expect(await detail(id)).toMatchObject({ status: 'cancelled', hold: null, heldUntil: null });
      expect(await stockOf(shop.ctx, [specimenId])).toEqual(['1-0 available']);
      expect(shop.drops()).toBe(drops + 1);
      const mails = await mailsOf(admin, id);
      expect(mails.map((mail) => [mail.kind, mail.to])).toEqual([
        ['order_placed', 'ada@buyer.example'],
        ['new_order', 'hello@druse.example'],
        ['hold_reminder', 'ada@buyer.example'],
        ['hold_ended', 'ada@buyer.example'],
        ['hold_ended_notice', 'hello@druse.example'],
      ]);
      const { history } = await detail(id);
      expect(history.slice(-3).map(({ actor, text }) => `${actor}: ${text}`)).toEqual([
        'system: The hold ended without a payment.',
        'system: Amethyst is no longer on hold.',
        'system: The status was changed from pending to cancelled.',
      ]);
    });

    test('asks the admin where no shop ran when it came, for nobody could give a sign of life, and only once', async () => {
      const { id } = await order();
      await later({ days: 10 });
      await settle();
      expect(await detail(id)).toMatchObject({ status: 'pending', hold: 'ended' });
      // Too late for a reminder.
      expect(await kindsOf(id)).toEqual(['order_placed', 'new_order', 'hold_question']);
    });

    test('is settled late where the setting cancels every order', async () => {
      await setRule({ holdHours: 72, whenHoldEnds: 'all' });
      const { id } = await order();
      await later({ days: 10 });
      expect(await kindsOf(id)).toEqual([
        'order_placed',
        'new_order',
        'hold_ended',
        'hold_ended_notice',
      ]);
    });

    test.each([
      [
        'the link of its mail opened',
        async (id: number) =>
          buyer.get(`/api/orders/${id}`, withKey({ secretPath: await mailPathOf(admin, id) })),
      ],
      [
        'its page opened again after more than ten minutes',
        async (id: number) => {
          shop.clock.forward({ minutes: 10, seconds: 1 });
          return buyer.get(`/api/orders/${id}`);
        },
      ],
      ['“Pay with Venmo” pressed', (id: number) => buyer.post(`/api/orders/${id}/payment-opened`)],
    ])('asks the admin about an order with %s, and releases nothing', async (_, giveSign) => {
      const { id, specimenId } = await order();
      expect((await giveSign(id)).statusCode).toBeLessThan(300);
      await later({ hours: 72 });
      await settle();
      expect(await detail(id)).toMatchObject({
        status: 'pending',
        hold: 'ended',
        heldUntil: null,
        hasSignOfLife: true,
      });
      expect(await stockOf(shop.ctx, [specimenId])).toEqual(['1-1 pending']);
      expect(await heldUntilOf(specimenId)).toBe(null);
      expect((await kindsOf(id)).filter((kind) => kind.startsWith('hold_'))).toEqual([
        'hold_question',
      ]);
    });

    test('counts no page opened within ten minutes, and none that the admin opened, as a sign of life', async () => {
      const { id } = await order();
      shop.clock.forward({ minutes: 10 });
      await buyer.get(`/api/orders/${id}`);
      shop.clock.forward({ hours: 1 });
      await admin.get(`/api/orders/${id}`);
      await later({ hours: 71 });
      expect((await detail(id)).status).toBe('cancelled');
    });

    test.each([
      ['ask', false, 'pending'],
      ['all', true, 'cancelled'],
    ])('follows the setting %s', async (whenHoldEnds, hasSign, status) => {
      expect((await setRule({ holdHours: 24, whenHoldEnds })).statusCode).toBe(200);
      const { id } = await order();
      if (hasSign) await buyer.post(`/api/orders/${id}/payment-opened`);
      await later({ hours: 24 });
      expect((await detail(id)).status).toBe(status);
    });

    test('never comes where the setting says 0', async () => {
      await setRule({ holdHours: 0, whenHoldEnds: 'all' });
      const { id, heldUntil } = await order();
      expect(heldUntil).toBe(null);
      await later({ days: 13 });
      expect(await detail(id)).toMatchObject({ status: 'pending', hold: 'endless' });
    });

    test('leaves paid orders alone, and starts over when the admin moves one back', async () => {
      const { id } = await order();
      await admin.put(`/api/orders/${id}/status`, { status: 'paid' });
      await later({ hours: 80 });
      expect((await detail(id)).status).toBe('paid');
      const back = (
        await admin.put(`/api/orders/${id}/status`, { status: 'pending' })
      ).json<AdminOrder>();
      expect(back.heldUntil).toBe(hoursFromNow(72));
      await later({ hours: 72 });
      // It was paid once: nothing is released without the admin.
      expect(await detail(id)).toMatchObject({ status: 'pending', hold: 'ended' });
    });

    test('leaves a late payment possible where the piece is still free, and says plainly where it is not', async () => {
      const { id, specimenId } = await order();
      await later({ hours: 72 });
      expect((await admin.put(`/api/orders/${id}/status`, { status: 'paid' })).statusCode).toBe(
        200,
      );
      expect(await stockOf(shop.ctx, [specimenId])).toEqual(['0-0 sold']);

      const late = await order();
      await later({ hours: 72 });
      const next = (await shop.visitor().post('/api/orders', directBody(late.specimenId))).json();
      const refused = await admin.put(`/api/orders/${late.id}/status`, { status: 'paid' });
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        `Order #${late.id} can’t be changed. “Amethyst” is in order #${next.order.id}.`,
      ]);
    });

    test.skipIf(engine === 'pglite')(
      'has one winner against the admin’s “paid” and other processes',
      async () => {
        for (let n = 0; n < 5; n++) {
          const { id, specimenId } = await order();
          shop.clock.forward({ hours: 72 });
          const [paid] = await Promise.all([
            admin.put(`/api/orders/${id}/status`, { status: 'paid' }),
            settle(),
            settle(),
            settle(),
          ]);
          expect(paid.statusCode).toBe(200);
          expect((await detail(id)).status).toBe('paid');
          expect(await stockOf(shop.ctx, [specimenId])).toEqual(['0-0 sold']);
          expect(
            (await kindsOf(id)).filter((kind) => kind === 'hold_ended').length,
          ).toBeLessThanOrEqual(1);
        }
      },
    );
  });

  describe('the reminder', () => {
    test('goes out once, at three quarters of the hold', async () => {
      const { id, heldUntil } = await order();
      await later({ hours: 53, minutes: 59 });
      expect(await kindsOf(id)).not.toContain('hold_reminder');
      await later({ minutes: 1 });
      await settle();
      const reminders = (await mailsOf(admin, id)).filter(({ kind }) => kind === 'hold_reminder');
      expect(reminders).toHaveLength(1);
      expect(reminders[0]?.text).toContain(
        `holding your piece until ${formatDeadline(heldUntil ?? '', 'America/New_York')}`,
      );
      expect(reminders[0]?.text).not.toContain('Ada');
    });
  });

  describe('“I have sent it”', () => {
    const report = (id: number, browser = buyer) =>
      browser.post(`/api/orders/${id}/payment-reports`);

    const prove = (id: number) => confirmEmail({ shop, admin }, id);

    test('stops the clock of a proved email address, tells the admin once, and changes no status', async () => {
      await setRule({ holdHours: 72, whenHoldEnds: 'all' });
      const { id, specimenId } = await order();
      await prove(id);
      const first = await report(id);
      expect(first.json<BuyerOrder>()).toMatchObject({
        status: 'pending',
        heldUntil: null,
        paymentReportedAt: hoursFromNow(0),
      });
      expect((await report(id)).statusCode).toBe(200);
      await later({ days: 10 });
      expect(await detail(id)).toMatchObject({ status: 'pending', hold: 'reported' });
      expect(await heldUntilOf(specimenId)).toBe(null);
      const told = (await mailsOf(admin, id)).filter(
        ({ kind }) => kind !== 'order_placed' && kind !== 'new_order',
      );
      expect(told.map(({ kind, to }) => [kind, to])).toEqual([
        ['payment_reported', 'hello@druse.example'],
      ]);
    });

    test.each(['dead', 'ask', 'all'])(
      'of an address without proof extends the hold once, then the admin is asked (%s)',
      async (whenHoldEnds) => {
        await setRule({ holdHours: 72, whenHoldEnds });
        const { id, specimenId } = await order();
        shop.clock.forward({ hours: 71 });
        const end = hoursFromNow(72);
        expect((await report(id)).json<BuyerOrder>()).toMatchObject({
          heldUntil: end,
          paymentReportedAt: hoursFromNow(0),
        });
        expect(await heldUntilOf(specimenId)).toBe(end);
        expect((await mailsOf(admin, id)).at(-1)).toMatchObject({
          kind: 'payment_reported',
          text: expect.stringContaining(
            `so the hold runs until ${formatDeadline(end, 'America/New_York')}; then we’ll ask you.`,
          ),
        });
        shop.clock.forward({ hours: 71 });
        // Pressed again it moves nothing.
        expect((await report(id)).json<BuyerOrder>().heldUntil).toBe(end);
        await settle();
        expect(await detail(id)).toMatchObject({
          status: 'pending',
          hold: 'unverified',
          heldUntil: end,
        });
        await later({ hours: 1 });
        await later({ days: 6 });
        expect(await detail(id)).toMatchObject({
          status: 'pending',
          hold: 'unverified',
          heldUntil: null,
        });
        expect(await heldUntilOf(specimenId)).toBe(null);
        expect(await stockOf(shop.ctx, [specimenId])).toEqual(['1-1 pending']);
        const asked = (await mailsOf(admin, id)).filter(({ kind }) => kind === 'hold_question');
        expect(asked).toHaveLength(1);
        expect(asked[0]?.text).toContain('the email is unverified');
        // His answer starts the clock as for every other order.
        const { paymentReportedAt } = await detail(id);
        await admin.post(`/api/manage/orders/${id}/extend`, { hours: 24, paymentReportedAt });
        expect(await detail(id)).toMatchObject({ hold: 'running', heldUntil: hoursFromNow(24) });
      },
    );

    test('of an address that proves itself afterwards stops the clock from then on', async () => {
      const { id, specimenId } = await order();
      await report(id);
      expect(await heldUntilOf(specimenId)).toBe(hoursFromNow(72));
      const drops = shop.drops();
      await prove(id);
      expect(await heldUntilOf(specimenId)).toBe(null);
      expect(shop.drops()).toBe(drops + 1);
      await later({ days: 10 });
      expect(await detail(id)).toMatchObject({ status: 'pending', hold: 'reported' });
      expect(await kindsOf(id)).not.toContain('hold_question');
    });

    test('of somebody who types an address that proved itself with another order stops no clock', async () => {
      const { id: known } = await order();
      await prove(known);
      const { id } = await order();
      await report(id);
      expect(await detail(id)).toMatchObject({ hold: 'unverified', heldUntil: hoursFromNow(72) });
    });

    test('leaves an order alone whose hold has ended: it waits for the admin as before', async () => {
      const { id } = await order();
      await buyer.post(`/api/orders/${id}/payment-opened`);
      await later({ hours: 72 });
      expect((await report(id)).json<BuyerOrder>()).toMatchObject({ heldUntil: null });
      expect(await detail(id)).toMatchObject({ hold: 'unverified', heldUntil: null });
    });

    test('is nobody’s but the buyer’s', async () => {
      const { id } = await order();
      expect((await report(id, shop.visitor())).statusCode).toBe(404);
      expect((await shop.visitor().post(`/api/orders/${id}/payment-opened`)).statusCode).toBe(404);
      const byLink = await shop
        .visitor()
        .post(`/api/orders/${id}/payment-reports`, undefined, withKey(await detail(id)));
      expect(byLink.statusCode).toBe(200);
    });

    test('is refused for a cancelled order, with what to do instead', async () => {
      const { id } = await order();
      await later({ hours: 72 });
      const refused = await report(id);
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        `Order #${id} was cancelled. Already paid? Please email hello@druse.example.`,
      ]);
    });
  });

  describe('an extension', () => {
    const extend = (id: number, hours: number, paymentReportedAt?: string | null) =>
      admin.post(`/api/manage/orders/${id}/extend`, { hours, paymentReportedAt });

    test('moves the end of a running hold, and tells the buyer', async () => {
      const { id } = await order();
      shop.clock.forward({ hours: 12 });
      const extended = (await extend(id, 24)).json<OrderDetail>();
      expect(extended.heldUntil).toBe(hoursFromNow(60 + 24));
      expect(extended.mails.at(-1)).toMatchObject({
        kind: 'hold_extended',
        to: 'ada@buyer.example',
      });
      await later({ hours: 60 });
      expect((await detail(id)).status).toBe('pending');
    });

    test('answers “I have sent it” and a hold that has ended: the clock runs again from now', async () => {
      const { id, specimenId } = await order();
      await buyer.post(`/api/orders/${id}/payment-reports`);
      await later({ days: 3 });
      const { paymentReportedAt } = await detail(id);
      expect((await extend(id, 24, paymentReportedAt)).json<OrderDetail>()).toMatchObject({
        hold: 'running',
        heldUntil: hoursFromNow(24),
        paymentReportedAt: null,
      });
      expect(await heldUntilOf(specimenId)).toBe(hoursFromNow(24));
      await later({ hours: 24 });
      expect((await detail(id)).hold).toBe('ended');
    });

    test('is refused where “I have sent it” was pressed since the admin looked, and changes nothing', async () => {
      const { id } = await order();
      await buyer.post(`/api/orders/${id}/payment-reports`);
      const { paymentReportedAt: first } = await detail(id);
      for (const seen of [undefined, null]) {
        const refused = await extend(id, 24, seen);
        expect([refused.statusCode, refused.json().message]).toEqual([
          409,
          `The buyer of order #${id} has just reported the payment as sent, so nothing was extended.`,
        ]);
      }
      expect(await detail(id)).toMatchObject({ hold: 'unverified', paymentReportedAt: first });
      expect((await extend(id, 24, first)).statusCode).toBe(200);
      shop.clock.forward({ minutes: 1 });
      await buyer.post(`/api/orders/${id}/payment-reports`);
      expect((await extend(id, 24, first)).statusCode).toBe(409);
    });

    test('is refused for a hold without end, which it would shorten', async () => {
      await setRule({ holdHours: 0, whenHoldEnds: 'dead' });
      const { id } = await order();
      expect((await extend(id, 24)).statusCode).toBe(409);
      expect(await detail(id)).toMatchObject({ hold: 'endless', heldUntil: null });
    });

    test('is refused once the order holds nothing, and to visitors', async () => {
      const { id } = await order();
      await admin.put(`/api/orders/${id}/status`, { status: 'cancelled' });
      expect((await extend(id, 24)).statusCode).toBe(409);
      expect((await buyer.post(`/api/manage/orders/${id}/extend`, { hours: 24 })).statusCode).toBe(
        401,
      );
      for (const hours of [0, 721, 1.5]) expect((await extend(id, hours)).statusCode).toBe(400);
    });
  });

  test('the settings of orders are the admin’s alone', async () => {
    const defaults = { holdHours: 72, whenHoldEnds: 'dead', anonymiseAfterMonths: 0 };
    expect((await admin.get('/api/settings/orders')).json()).toMatchObject(defaults);
    expect((await shop.visitor().get('/api/settings/orders')).statusCode).toBe(401);
    expect((await setRule({ holdHours: 721, whenHoldEnds: 'dead' })).statusCode).toBe(400);
  });
});
