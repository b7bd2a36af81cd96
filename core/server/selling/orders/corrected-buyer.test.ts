/** The buyer of an order, corrected. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { sendDueMails } from '#core/server/messages/mail/sending.service.ts';
import { smtpSender } from '#platform/mail/smtp.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import {
  type MailShop,
  mailPathOf,
  mailsOf,
  openMailShop,
  placeOrder,
} from '#tests/support/mails.ts';
import { keyOf, withKey } from '#tests/support/orders.ts';

const EMAIL = 'ada@right.example';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let open: MailShop;
  let order: Awaited<ReturnType<typeof placeOrder>>;

  beforeAll(async () => {
    database = await makeDatabase();
    open = await openMailShop(database);
  });
  beforeEach(async () => {
    order = await placeOrder(open.shop);
  });
  afterAll(async () => {
    await open.close();
    await database.close();
  });

  const edit = (body: object) =>
    open.admin.request({ method: 'PATCH', url: `/api/orders/${order.id}`, payload: body });
  const to = (status: string) => open.admin.put(`/api/orders/${order.id}/status`, { status });
  /** What the admin has just done is mailed a little later. */
  const sendAll = () => {
    open.shop.clock.forward({ seconds: 30 });
    return sendDueMails(open.shop.ctx, smtpSender(open.server.url), () => false);
  };
  const receivers = () => open.server.received.map(({ envelope }) => String(envelope.to));
  const read = (key: string) =>
    open.shop.visitor().get(`/api/orders/${order.id}`, withKey({ secretPath: `/x#key=${key}` }));

  test('a corrected email address gets the order’s link, and the old one no link that works', async () => {
    const old = keyOf({ secretPath: await mailPathOf(open.admin, order.id) });
    const edited = (await edit({ customerEmail: EMAIL })).json<OrderDetail>();
    expect(edited.customerEmail).toBe(EMAIL);
    await sendAll();
    expect(receivers()).toContain(EMAIL);
    expect(receivers()).not.toContain(order.customerEmail);
    const link =
      open.server.received.find(({ envelope }) => String(envelope.to) === EMAIL)?.text ?? '';
    expect(link).toContain(`Emails about order #${order.id} now go to this address.`);
    const fresh = /#key=([\w-]{32})/.exec(link)?.[1] ?? '';
    expect([(await read(old)).statusCode, (await read(fresh)).statusCode]).toEqual([404, 200]);
    // The browser that placed it has the other key.
    expect((await read(keyOf(order))).statusCode).toBe(200);
    expect(edited.history.at(-1)).toMatchObject({
      actor: 'owner',
      text: `Email: ${EMAIL} instead of ada@buyer.example.`,
    });
    await to('paid');
    await sendAll();
    expect(receivers()).not.toContain(order.customerEmail);
    open.server.received.length = 0;
  });

  test('an email that went to an address that was corrected is sent again to the present one', async () => {
    await sendAll();
    open.server.received.length = 0;
    await edit({ customerEmail: EMAIL });
    const [sent] = (await mailsOf(open.admin, order.id)).filter(
      ({ kind }) => kind === 'order_placed',
    );
    await open.admin.post(`/api/mails/${sent?.id}/send`);
    await sendAll();
    const again = open.server.received.find(
      ({ headers }) =>
        headers.get('message-id')?.includes(`order-${order.id}`) &&
        headers.get('subject') === sent?.subject,
    );
    expect(String(again?.envelope.to)).toBe(EMAIL);
    expect((await read(/#key=([\w-]{32})/.exec(again?.text ?? '')?.[1] ?? '')).statusCode).toBe(
      200,
    );
  });

  test('the private note on a buyer goes with a corrected email address', async () => {
    const before = 'ivo@mistyped.example';
    order = await placeOrder(open.shop, { customerEmail: before });
    await database.db
      .insertInto('buyers')
      .values({ email: before, note: 'Collects beryl', blocked_at: null })
      .execute();
    const moved = (await edit({ customerEmail: 'ivo@typed.example' })).json<OrderDetail>();
    expect(moved.buyer?.note).toBe('Collects beryl');
    expect(
      await database.db.selectFrom('buyers').select('email').where('email', '=', before).execute(),
    ).toEqual([]);
  });

  test('what is no email address is refused, and so is another one once the order is shipped', async () => {
    for (const customerEmail of ['', 'ada', 'a@b@c', 'ada@right.example\n']) {
      const response = await edit({ customerEmail });
      expect([200, 400], customerEmail).toContain(response.statusCode);
    }
    await to('shipped');
    expect((await edit({ customerEmail: 'other@right.example' })).json()).toMatchObject({
      code: 'state_conflict',
      message: `Order #${order.id} is shipped. The email address can’t be changed anymore.`,
    });
  });

  test('name and address stand in the history as they were and as they are', async () => {
    const named = (
      await edit({ customerName: 'Ada Byron', customerAddress: '2 Quarry Road\nButte' })
    ).json<OrderDetail>();
    expect(named.history.at(-1)?.text).toBe(
      'Name: Ada Byron instead of Ada Buyer. Address: 2 Quarry Road, Butte instead of 1 Quarry Road, Butte.',
    );
    await to('shipped');
    const refused = await edit({ customerAddress: '3 Quarry Road, Butte' });
    expect([refused.statusCode, refused.json().issues]).toEqual([
      400,
      [{ path: 'addressNote', message: expect.stringContaining('on its way') }],
    ]);
    const noted = (
      await edit({ customerAddress: '3 Quarry Road, Butte', addressNote: 'Came back, sent again' })
    ).json<OrderDetail>();
    expect(noted.history.at(-1)?.text).toBe(
      'Address: 3 Quarry Road, Butte instead of 2 Quarry Road, Butte. Note: Came back, sent again',
    );
  });

  test.each(['erased', 'deleted'])(
    'what was corrected is forgotten where the order is %s',
    async (end) => {
      await edit({ customerName: 'Ada Byron', customerEmail: EMAIL });
      if (end === 'erased')
        await open.admin.post(`/api/manage/orders/${order.id}/erase`, { evenPending: true });
      else await open.admin.delete(`/api/orders/${order.id}`);
      const left = await database.db
        .selectFrom('events')
        .select('data')
        .where('order_id', '=', order.id)
        .execute();
      expect(JSON.stringify(left)).not.toMatch(/Byron|example/);
      if (end === 'deleted') return;
      const { history } = (
        await open.admin.get(`/api/manage/orders/${order.id}`)
      ).json<OrderDetail>();
      expect(history.map(({ text }) => text)).toContain('The buyer’s details were corrected.');
    },
  );
});
