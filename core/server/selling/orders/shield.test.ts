import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, directBody, withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine, times } from '#tests/support/thorough.ts';

const FOR_SALE = 90;
const FLOOD = times(120, 1_000);

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let ids: number[];

  beforeAll(async () => {
    database = await makeDatabase();
  });
  afterAll(() => database.close());

  const open = async (smtpUrl: string | null) => {
    for (const table of ['orders', 'specimens', 'events', 'mails'] as const)
      await database.db.deleteFrom(table).execute();
    shop = await makeApp(database, { config: { rateLimits: true, smtpUrl } });
    ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: FOR_SALE }, () => ({})),
    );
  };
  const order = (specimenId: number, customerEmail: string, remoteAddress: string) =>
    shop.app.inject({
      method: 'POST',
      url: '/api/orders',
      payload: { ...directBody(specimenId), customerEmail },
      remoteAddress,
    });
  const linkOf = async ({ id }: { id: number }) => {
    const { mail_key } = await database.db
      .selectFrom('orders')
      .select('mail_key')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const byMail = { url: `/api/orders/${id}`, headers: { 'order-key': mail_key ?? '' } };
    return {
      open: () => shop.app.inject(byMail),
      press: (what = 'confirmation') =>
        shop.app.inject({ ...byMail, method: 'POST', url: `${byMail.url}/${what}` }),
    };
  };
  const prove = async (order: { id: number }) => (await linkOf(order)).press();
  const held = async () => {
    const rows = await database.db.selectFrom('specimens').select('held').execute();
    return rows.reduce((sum, row) => sum + row.held, 0);
  };
  const noticesOf = async () =>
    (
      await database.db
        .selectFrom('mails')
        .select('subject')
        .where('kind', '=', 'shield_raised')
        .execute()
    ).length;

  describe('with a mail server', () => {
    beforeEach(() => open('smtp://127.0.0.1:1'));

    onTheOtherToo(
      `${FLOOD} orders from hundreds of IP addresses never hold more than a third, and only for a while`,
      async () => {
        const known = await order(ids.at(-1) ?? 0, 'known@buyer.example', '198.51.100.200');
        expect(known.statusCode, known.body).toBe(201);
        await prove(known.json().order);
        let [most, placed, guarded] = [0, 0, 0];
        const refusals = new Set<string>();
        for (let n = 0; n < FLOOD; n++) {
          const response = await order(
            ids[n % (FOR_SALE - 5)] ?? 0,
            `eve-${n}@evil.example`,
            `203.0.${n % 100}.${1 + (n % 3)}`,
          );
          if (response.statusCode === 201) {
            placed += 1;
            if (response.json().order.awaitsProof) guarded += 1;
          } else if (response.statusCode !== 409) refusals.add(response.json().message);
          // Without the known buyer's own piece.
          if (response.statusCode === 201) most = Math.max(most, (await held()) - 1);
          if (n === FLOOD / 2) {
            const again = await order(ids.at(-2) ?? 0, 'Known@buyer.example', '198.51.100.200');
            expect(again.json().order, again.body).toMatchObject({ awaitsProof: false });
          }
        }
        expect(guarded).toBe(placed);
        expect(most).toBe(FOR_SALE / 3);
        expect([...refusals]).toEqual([
          expect.stringMatching(/^New buyers have too many pieces on hold right now/),
        ]);
        expect(await noticesOf()).toBe(1);

        shop.clock.forward({ minutes: 30 });
        await settleAllDue(shop.ctx);
        expect(await held()).toBe(2 + placed - guarded);
        shop.clock.forward({ hours: 72 });
        await settleAllDue(shop.ctx);
        // The known buyer has opened a link: the admin is asked about that order.
        expect(await held()).toBe(1);
        expect(await auditBooks(database.db)).toEqual([]);
        await shop.app.close();
      },
    );

    test('an order that waits for its proof gets its whole hold once its email is confirmed', async () => {
      const waiting: BuyerOrder = (
        await order(ids[30] ?? 0, 'ada@buyer.example', '198.51.100.1')
      ).json().order;
      expect(waiting).toMatchObject({ awaitsProof: true, heldUntil: inHours(0.5) });
      const { body_text } = await database.db
        .selectFrom('mails')
        .select('body_text')
        .where('order_id', '=', waiting.id)
        .where('kind', '=', 'order_placed')
        .executeTakeFirstOrThrow();
      expect(body_text).toContain(
        'First open the link to your order below and confirm your email.',
      );
      // Who paid without opening it would lose the piece all the same.
      expect(body_text).not.toMatch(/how to pay|venmo/i);
      const byLink = withKey(waiting);
      const report = () =>
        shop.visitor().post(`/api/orders/${waiting.id}/payment-reports`, undefined, byLink);
      expect((await report()).statusCode).toBe(409);
      const placedAt = inHours(72);
      shop.clock.forward({ minutes: 20 });
      const link = await linkOf(waiting);
      expect((await link.open()).json()).toMatchObject({ awaitsProof: true, confirmable: true });
      expect(
        (await shop.visitor().get(`/api/orders/${waiting.id}`, byLink)).json(),
      ).not.toHaveProperty('confirmable');
      expect((await link.press()).json()).toMatchObject({ awaitsProof: false });
      shop.clock.forward({ minutes: 20 });
      await settleAllDue(shop.ctx);
      expect((await shop.visitor().get(`/api/orders/${waiting.id}`, byLink)).json()).toMatchObject({
        awaitsProof: false,
        heldUntil: placedAt,
      });
      expect((await report()).statusCode).toBe(200);
      await shop.app.close();
    });
  });

  test('a scanner that opens the mail’s link leaves the half hour of a stranger’s order as it is', async () => {
    await open('smtp://127.0.0.1:1');
    const waiting = (await order(ids[30] ?? 0, 'ada@buyer.example', '198.51.100.1')).json().order;
    const opened = (await (await linkOf(waiting)).open()).json();
    expect(opened).toMatchObject({ awaitsProof: true, heldUntil: inHours(0.5) });
    shop.clock.forward({ minutes: 31 });
    await settleAllDue(shop.ctx);
    expect((await (await linkOf(waiting)).open()).json()).toMatchObject({ status: 'cancelled' });
    await shop.app.close();
  });

  test('a stranger’s order paid or reported on the page of the mail’s link needs no other press', async () => {
    await open('smtp://127.0.0.1:1');
    const waiting = (await order(ids[30] ?? 0, 'ada@buyer.example', '198.51.100.1')).json().order;
    const link = await linkOf(waiting);
    expect((await link.press('payment-reports')).json()).toMatchObject({ awaitsProof: false });
    await shop.app.close();
  });

  test('in a small shop strangers hold a third, each until its email is confirmed', async () => {
    await open('smtp://127.0.0.1:1');
    await database.db.deleteFrom('specimens').where('id', 'in', ids.slice(29)).execute();
    const answers = [];
    for (let n = 0; n < 12; n++) {
      const response = await order(ids[n] ?? 0, `buyer-${n}@buyer.example`, `203.0.${n}.1`);
      answers.push(response.statusCode);
      if (response.statusCode === 201)
        expect(response.json().order).toMatchObject({ awaitsProof: true, heldUntil: inHours(0.5) });
    }
    expect(answers).toEqual([...Array(9).fill(201), 429, 429, 429]);
    await shop.app.close();
  });

  test('without a mail server strangers hold at most a third, for as long as others', async () => {
    await open(null);
    const statuses = new Set<number>();
    for (let n = 0; n < 40; n++) {
      const response = await order(ids[n] ?? 0, `eve-${n}@evil.example`, `203.0.${n}.1`);
      statuses.add(response.statusCode);
      if (response.statusCode === 201)
        expect(response.json().order).toMatchObject({ awaitsProof: false, heldUntil: inHours(72) });
    }
    expect([...statuses]).toEqual([201, 429]);
    expect(await held()).toBe(FOR_SALE / 3);
    await shop.app.close();
  });

  const inHours = (hours: number) =>
    new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString();
});
