import { beforeEach, describe, expect, test } from 'vitest';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import {
  confirmEmail,
  mailPathOf,
  mailsOf,
  placeOrder,
  useMailShop,
} from '#tests/support/mails.ts';
import { cartBody, directBody, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { sendDueMails } from './sending.service.ts';

const PUBLIC_URL = 'https://druse.example';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  const opened = useMailShop(makeDatabase);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let server: MailServer;
  beforeEach(() => {
    ({ database, shop, admin, server } = opened);
  });

  const sendAll = () => sendDueMails(shop.ctx, smtpSender(server.url), () => false);
  const place = (change?: object) => placeOrder(shop, change);
  const read = (id: number, secretPath: string, browser = shop.visitor()) =>
    browser.get(`/api/orders/${id}`, withKey({ secretPath }));
  /** Lets the address of the test's buyer prove itself, by the link in the mail of an order before. */
  async function proveAddress(): Promise<void> {
    const { id } = await place();
    expect((await confirmEmail(opened, id)).statusCode).toBe(200);
    await database.db.deleteFrom('mails').execute();
  }
  const change = (id: number, status: string) => admin.put(`/api/orders/${id}/status`, { status });
  const setting = (key: string, value: object) => admin.put(`/api/settings/${key}`, value);

  describe('the mails of a new order', () => {
    test('buyer and admin each get a mail, and can reply to the other', async () => {
      await proveAddress();
      await setting('venmo_settings', {
        venmoUsername: 'druse',
        paymentInstructions: 'Friends & family only.',
        enabled: true,
      });
      const [topaz = 0, quartz = 0] = await addSpecimens(shop.ctx, [
        { title: 'Topaz <Ouro Preto>', price: '120.00', shippingPrice: '9.50' },
        { title: 'Quartz', price: '20.25', shippingPrice: '2.00', quantity: 3 },
      ]);
      const lines = [
        { specimenId: topaz, quantity: 1 },
        { specimenId: quartz, quantity: 2 },
      ];
      const body = {
        ...cartBody(lines),
        customerName: 'Ada & <b>Bo</b>',
        venmoUsername: 'ada',
        notes: 'Ring twice.\nThanks!',
      };
      const { order } = (await shop.visitor().post('/api/orders', body)).json<PlacedOrder>();
      await sendAll();

      const [toBuyer, toAdmin] = server.received;
      expect(toBuyer?.envelope).toEqual({ from: 'hello@druse.example', to: ['ada@buyer.example'] });
      expect(Object.fromEntries(toBuyer?.headers ?? [])).toMatchObject({
        from: 'Druse <hello@druse.example>',
        to: '"Ada & <b>Bo</b>" <ada@buyer.example>',
        'reply-to': 'hello@druse.example',
        subject: `Your order #${order.id} at Druse`,
        'message-id': expect.stringMatching(/^<order-\d+\.[0-9a-f-]{36}@druse\.example>$/),
        'auto-submitted': 'auto-generated',
      });
      expect(toBuyer?.text).toBe(`Dear Ada & <b>Bo</b>,

Thank you for your order of Nov 21, 2026, 4:00 AM. We’re holding your pieces for you until Nov 24, 2026, 4:00 AM EST.

Order #${order.id}
${'-'.repeat(`Order #${order.id}`.length)}

  Topaz <Ouro Preto>: $120.00
  Quartz × 2: $40.50
  Subtotal: $160.50
  Shipping: $13.50
  Total: $174.00

How to pay
----------

Send $174.00 via Venmo to @druse and include "Order #${order.id}" in the note.

Friends & family only.

Pay with Venmo:
https://venmo.com/druse?txn=pay&amount=174.00&note=Order%20%23${order.id}

Specimens stay pending until payment is confirmed.

On hold until Nov 24, 2026, 4:00 AM EST.

Once you’ve paid, tap “I have sent it” on your order page. We’ll keep holding your pieces.

Prefer Zelle or PayPal? Email hello@druse.example with order #${order.id}.

Shipping to
-----------

Ada & <b>Bo</b>
1 Quarry Road, Butte

View your order:
${PUBLIC_URL}${await mailPathOf(admin, order.id)}

This link shows your address, so keep it private.

Thanks,
Druse
${PUBLIC_URL}
`);
      expect(toBuyer?.html).toContain('Dear Ada &amp; &lt;b&gt;Bo&lt;/b&gt;,');
      expect(toBuyer?.html).toContain('Topaz &lt;Ouro Preto&gt;');
      expect(toBuyer?.html).toContain(`href="${PUBLIC_URL}${await mailPathOf(admin, order.id)}"`);
      expect(toBuyer?.html).not.toMatch(/<b>|<script|<Ouro/);

      expect(toAdmin?.envelope).toEqual({
        from: 'hello@druse.example',
        to: ['hello@druse.example'],
      });
      expect(toAdmin?.headers.get('reply-to')).toBe('ada@buyer.example');
      expect(toAdmin?.headers.get('subject')).toBe(`New order #${order.id}: $174.00`);
      for (const text of [
        'Topaz',
        '1 Quarry Road',
        '@ada',
        'Ring twice.',
        `${PUBLIC_URL}/orders?order=${order.id}`,
      ])
        expect(toAdmin?.text).toContain(text);

      for (const path of [order.secretPath, await mailPathOf(admin, order.id)])
        expect((await read(order.id, path)).statusCode).toBe(200);
      expect(
        (await mailsOf(admin, order.id)).map((mail) => [mail.kind, mail.status, mail.attempts]),
      ).toEqual([
        ['order_placed', 'sent', 1],
        ['new_order', 'sent', 1],
      ]);
    });

    test('the mail says that nobody should pay while the demo’s handle is set', async () => {
      await setting('venmo_settings', { venmoUsername: '@druse-demo', enabled: true });
      await place();
      await setting('venmo_settings', { venmoUsername: 'druse-demo', enabled: false });
      await place();
      await sendAll();
      const [demo, , without] = server.received;
      expect(demo?.text).toContain('*** Demo shop: do not pay ***');
      expect(demo?.html).toContain('<strong>Demo shop: do not pay</strong>');
      expect(without?.text).toMatch(
        /Email hello@druse\.example with order #\d+ to arrange your payment of \$110\.00, such as by Zelle or PayPal\./,
      );
      expect(without?.text).not.toContain('venmo.com');
    });

    test('an order that is refused or repeated queues no mail', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{}]);
      const browser = shop.visitor();
      for (let n = 0; n < 2; n++)
        await browser.post('/api/orders', directBody(id), { 'idempotency-key': `mail-${id}` });
      expect((await browser.post('/api/orders', directBody(id))).statusCode).toBe(409);
      expect(await database.db.selectFrom('mails').select('kind').execute()).toHaveLength(2);
    });

    onTheOtherToo(
      'the mail has the order’s time in the shop’s time zone, and a subject of one line',
      async () => {
        // As earlier versions accepted it.
        const value = JSON.stringify({ timeZone: 'Asia/Tokyo', siteTitle: 'Two\nlines' });
        await database.db
          .insertInto('site_settings')
          .values({ key: 'general', value, updated_at: '2026-11-21T09:00:00.000Z' })
          .execute();
        await place();
        await sendAll();
        expect(server.received[0]?.text).toContain('Nov 21, 2026, 6:00 PM');
        expect(server.received[0]?.headers.get('subject')).toMatch(/at Two lines$/);
      },
    );
  });

  test('the buyer gets a mail when an order is paid, shipped or cancelled, and when that is taken back', async () => {
    const order = await place();
    // As earlier versions accepted it.
    await database.db
      .updateTable('orders')
      .set({ customer_name: 'Ada\r\nBcc: eve@evil.example' })
      .execute();
    await change(order.id, 'paid');
    await change(order.id, 'pending');
    await change(order.id, 'paid');
    const noted = await admin.request({
      method: 'PATCH',
      url: `/api/orders/${order.id}`,
      payload: { carrier: 'UPS', trackingNumber: '1Z 999' },
    });
    expect(noted.statusCode).toBe(200);
    await change(order.id, 'shipped');
    await change(order.id, 'delivered');
    await change(order.id, 'cancelled');
    shop.clock.forward({ seconds: 30 });
    await sendAll();
    const told = [
      `Your order #${order.id} at Druse`,
      `New order #${order.id}: $110.00`,
      `Payment received for order #${order.id}`,
      expect.stringContaining('Correction'),
      `Payment received for order #${order.id}`,
      `Order #${order.id} has shipped`,
      `Order #${order.id} was cancelled`,
    ];
    expect(server.received.map((mail) => mail.headers.get('subject'))).toEqual(told);
    expect(server.received[5]?.text).toContain('  Carrier: UPS\n  Tracking number: 1Z 999\n');
    expect(server.received[6]?.text).toContain('We still have your payment of $110.00.');
    for (const mail of server.received) {
      expect(mail.headers.has('bcc')).toBe(false);
      expect(mail.envelope.to).toHaveLength(1);
    }
    expect(server.received[5]?.headers.get('to')).toBe(
      '"Ada Bcc: eve@evil.example" <ada@buyer.example>',
    );
  });

  test('a buyer who was told not to pay learns that the order is open again, until when, and how to pay', async () => {
    await setting('venmo_settings', { venmoUsername: 'druse', enabled: true });
    const order = await place();
    await change(order.id, 'cancelled');
    shop.clock.forward({ hours: 5 });
    expect(
      (await admin.get(`/api/manage/orders/${order.id}/effects?status=pending`)).json(),
    ).toMatchObject({
      mail: { to: 'ada@buyer.example' },
    });
    await change(order.id, 'pending');
    const mail = (await mailsOf(admin, order.id)).at(-1);
    expect(mail).toMatchObject({
      kind: 'order_reopened',
      to: 'ada@buyer.example',
      subject: `Order #${order.id} is open again`,
    });
    for (const text of [
      'Please disregard our email that told you not to pay',
      'We’re holding your piece for you until Nov 24, 2026, 9:00 AM EST.',
      `Send $110.00 via Venmo to @druse and include "Order #${order.id}" in the note.`,
      `/order-confirmation/${order.id}#key=`,
    ])
      expect(mail?.text).toContain(text);
    expect(mail?.text).not.toContain('*** Do not pay');
  });

  test('a payment is acknowledged again where the buyer was told that it was a mistake', async () => {
    const order = await place();
    for (const status of ['paid', 'pending'] as const) await change(order.id, status);
    await change(order.id, 'paid');
    const kinds = (await mailsOf(admin, order.id)).map(({ kind }) => kind);
    expect(kinds).toEqual([
      'order_placed',
      'new_order',
      'order_paid',
      'order_unpaid',
      'order_paid',
    ]);
  });

  describe('a mail that cannot be sent', () => {
    onTheOtherToo(
      'a mail is tried again after growing pauses, and given up after three days',
      async () => {
        const order = await place();
        server.behave('busy');
        const tries: number[] = [];
        for (let minute = 0, pause = 5; minute < 80 * 60; minute += pause) {
          await sendAll();
          const [mail] = await mailsOf(admin, order.id);
          if (mail && mail.attempts > tries.length) tries.push(minute);
          if (mail?.status === 'failed') break;
          if (tries.length === 6) pause = 60;
          shop.clock.forward({ minutes: pause });
        }
        expect(tries.slice(0, 6)).toEqual([0, 5, 10, 25, 85, 265]);
        expect(await mailsOf(admin, order.id)).toMatchObject([
          { status: 'failed', lastError: expect.stringContaining('451') },
          { status: 'failed' },
        ]);
        server.behave('accept');
        await sendAll();
        expect(server.received).toEqual([]);
      },
    );

    test('a mail is given up after exactly three days', async () => {
      const order = await place();
      const statuses = async () => (await mailsOf(admin, order.id)).map((mail) => mail.status);
      server.behave('busy');
      shop.clock.forward({ hours: 72 });
      await sendAll();
      expect(await statuses()).toEqual(['waiting', 'waiting']);
      server.behave('accept');
      shop.clock.forward({ seconds: 1 });
      await sendAll();
      expect(await statuses()).toEqual(['failed', 'failed']);
      expect(server.received).toEqual([]);
    });

    onTheOtherToo.each([
      ['a control character before the @', 'ada\u0085@buyer.example'],
      ['a control character behind it', 'ada@buyer\u0085.example'],
      ['a line break', 'ada\r\nBcc: eve@evil.example'],
      ['an impossible domain', 'ada@xn--\u00a0.example'],
      ['nothing but @', '@'],
      ['angle brackets', 'ada <x@y>'],
    ])(
      'an email address with %s, as earlier versions took it, stops no other mail',
      async (_, address) => {
        const [bad, good] = [await place(), await place({ customerEmail: 'good@buyer.example' })];
        await database.db
          .updateTable('mails')
          .set({ to_address: address })
          .where('order_id', '=', bad.id)
          .where('kind', '=', 'order_placed')
          .execute();
        await database.db
          .updateTable('mails')
          .set({ reply_to: address })
          .where('order_id', '=', bad.id)
          .where('kind', '=', 'new_order')
          .execute();
        await sendAll();
        expect(await mailsOf(admin, bad.id)).toMatchObject([
          { status: 'failed', attempts: 1, lastError: expect.any(String) },
          { status: 'sent', lastError: null },
        ]);
        expect((await mailsOf(admin, good.id)).map((mail) => mail.status)).toEqual([
          'sent',
          'sent',
        ]);
        const toAdmin = server.received.find(
          (mail) => mail.headers.get('subject') === `New order #${bad.id}: $110.00`,
        );
        expect(toAdmin?.headers.has('reply-to'), 'nobody can be replied to').toBe(false);
        expect(toAdmin?.headers.has('bcc')).toBe(false);
      },
    );

    onTheOtherToo(
      'a mail that the server refuses for good is not tried again, and can be sent by hand',
      async () => {
        const order = await place({ customerEmail: 'nobody@buyer.example' });
        await sendAll();
        shop.clock.forward({ hours: 1 });
        await sendAll();
        const [refused, toAdmin] = await mailsOf(admin, order.id);
        expect(refused).toMatchObject({
          status: 'failed',
          attempts: 1,
          lastError: expect.stringContaining('No such mailbox'),
        });
        expect(toAdmin?.status).toBe('sent');
        expect((await admin.post(`/api/mails/${toAdmin?.id}/send`)).json()).toMatchObject({
          status: 'waiting',
          attempts: 0,
        });
        expect((await admin.post(`/api/mails/${refused?.id}/send`)).json()).toMatchObject({
          status: 'waiting',
          attempts: 0,
        });
        expect((await admin.post('/api/mails/999999/send')).statusCode).toBe(404);
      },
    );

    test.each(['hang-up', 'silent'] as const)(
      'is never sent again where the connection was lost after the message (%s)',
      async (manner) => {
        const order = await place();
        server.behave(manner);
        const sending = sendAll();
        if (manner === 'silent') {
          while (server.received.length < 1) await new Promise((resolve) => setTimeout(resolve, 5));
          await server.close();
          server.received.splice(1);
          server = Object.assign(await startMailServer(), { received: server.received });
        }
        await sending;
        shop.clock.forward({ hours: 1 });
        server.behave('accept');
        await sendAll();
        const [mail] = await mailsOf(admin, order.id);
        expect(mail?.status).toBe('uncertain');
        expect(
          server.received.filter((one) => one.envelope.to[0] === 'ada@buyer.example'),
        ).toHaveLength(1);
      },
    );

    onTheOtherToo('the admin sends a mail again under the same message id', async () => {
      const order = await place();
      server.behave('hang-up');
      await sendAll();
      server.behave('accept');
      const [mail] = await mailsOf(admin, order.id);
      await admin.post(`/api/mails/${mail?.id}/send`);
      await sendAll();
      const ids = server.received
        .filter((one) => one.envelope.to[0] === 'ada@buyer.example')
        .map((one) => one.headers.get('message-id'));
      expect(ids).toHaveLength(2);
      expect(new Set(ids).size).toBe(1);
      expect((await mailsOf(admin, order.id))[0]).toMatchObject({
        status: 'sent',
        lastError: null,
      });
    });

    test('a mail whose process ended while sending becomes uncertain after ten minutes, and is not sent', async () => {
      const order = await place();
      await database.db
        .updateTable('mails')
        .set({ status: 'sending', claimed_at: shop.clock.now().toISOString() })
        .execute();
      await sendAll();
      expect((await mailsOf(admin, order.id)).map((mail) => mail.status)).toEqual([
        'sending',
        'sending',
      ]);
      shop.clock.forward({ minutes: 11 });
      await sendAll();
      expect((await mailsOf(admin, order.id)).map((mail) => mail.status)).toEqual([
        'uncertain',
        'uncertain',
      ]);
      expect(server.received).toEqual([]);
    });
  });

  test('without a mail server mails are stored for the admin, and not sent when there is a server later', async () => {
    const quiet = await makeApp(database, { config: { smtpUrl: null } });
    const [id = 0] = await addSpecimens(quiet.ctx, [{}]);
    const { order } = (
      await quiet.visitor().post('/api/orders', directBody(id))
    ).json<PlacedOrder>();
    await sendAll();
    expect(server.received).toEqual([]);
    const [mail] = await mailsOf(admin, order.id);
    expect(mail).toMatchObject({
      status: 'kept',
      to: 'ada@buyer.example',
      text: expect.stringContaining('http://localhost:3000/order-'),
    });
    const browser = await quiet.admin();
    expect((await browser.post(`/api/mails/${mail?.id}/send`)).json()).toMatchObject({
      code: 'state_conflict',
    });
    await admin.post(`/api/mails/${mail?.id}/send`);
    await sendAll();
    expect(server.received).toHaveLength(1);
    await quiet.app.close();
  });

  test('mails are deleted with their order, and when it is erased', async () => {
    const [first, second] = [await place(), await place()];
    await change(first.id, 'cancelled');
    await admin.delete(`/api/orders/${first.id}`);
    await admin.post(`/api/manage/orders/${second.id}/erase`, { evenPending: true });
    await change(second.id, 'paid');
    await sendAll();
    expect(server.received).toEqual([]);
    expect(await database.db.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  test('a visitor cannot send a mail', async () => {
    const order = await place();
    const [mail] = await mailsOf(admin, order.id);
    const responses = await Promise.all(
      [mail?.id, 999999, 'x'].map((id) => shop.visitor().post(`/api/mails/${id}/send`)),
    );
    expect(
      new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size,
    ).toBe(1);
    expect(responses[0]?.statusCode).toBe(401);
  });
});
