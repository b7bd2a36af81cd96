import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { BuyerOrder, CancelReport, StrangersReport } from '#contract/selling/orders.ts';
import { settleAllDue } from '#server/features/admin/schedule/schedule.service.ts';
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
    for (const table of ['orders', 'specimens', 'events', 'mails'] as const) await database.db.deleteFrom(table).execute();
    shop = await makeApp(database, { config: { rateLimits: true, smtpUrl } });
    ids = await addSpecimens(
      shop.ctx,
      Array.from({ length: FOR_SALE }, () => ({})),
    );
  };
  const order = (specimenId: number, customerEmail: string, remoteAddress: string) =>
    shop.app.inject({ method: 'POST', url: '/api/orders', payload: { ...directBody(specimenId), customerEmail }, remoteAddress });
  const prove = async ({ id }: { id: number }) => {
    const { mail_key } = await database.db.selectFrom('orders').select('mail_key').where('id', '=', id).executeTakeFirstOrThrow();
    await shop.app.inject({ url: `/api/orders/${id}`, headers: { 'order-key': mail_key ?? '' } });
  };
  const held = async () => {
    const rows = await database.db.selectFrom('specimens').select('held').execute();
    return rows.reduce((sum, row) => sum + row.held, 0);
  };
  const noticesOf = async () =>
    (await database.db.selectFrom('mails').select('subject').where('kind', '=', 'shield_raised').execute()).length;

  describe('with a mail server', () => {
    beforeEach(() => open('smtp://127.0.0.1:1'));

    onTheOtherToo(
      `${FLOOD} orders from hundreds of IP addresses never hold more than a third, and all is free again after the time set`,
      async () => {
        const known = await order(ids.at(-1) ?? 0, 'known@buyer.example', '198.51.100.200');
        expect(known.statusCode, known.body).toBe(201);
        await prove(known.json().order);
        let [most, placed, guarded] = [0, 0, 0];
        const refusals = new Set<string>();
        for (let n = 0; n < FLOOD; n++) {
          const response = await order(ids[n % (FOR_SALE - 5)] ?? 0, `eve-${n}@evil.example`, `203.0.${n % 100}.${1 + (n % 3)}`);
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
        expect([...refusals]).toEqual([expect.stringMatching(/^New buyers have too many pieces on hold right now/)]);
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

    test('an order that waits for its proof gets its whole hold once the link is opened, and takes no report before', async () => {
      const waiting: BuyerOrder = (await order(ids[30] ?? 0, 'ada@buyer.example', '198.51.100.1')).json().order;
      expect(waiting).toMatchObject({ awaitsProof: true, heldUntil: inHours(0.5) });
      const { body_text } = await database.db
        .selectFrom('mails')
        .select('body_text')
        .where('order_id', '=', waiting.id)
        .where('kind', '=', 'order_placed')
        .executeTakeFirstOrThrow();
      expect(body_text).toContain('First open the link to your order below.');
      // Who paid without opening it would lose the piece all the same.
      expect(body_text).not.toMatch(/how to pay|venmo/i);
      const byLink = withKey(waiting);
      const report = () => shop.visitor().post(`/api/orders/${waiting.id}/payment-reports`, undefined, byLink);
      expect((await report()).statusCode).toBe(409);
      const placedAt = inHours(72);
      shop.clock.forward({ minutes: 20 });
      await prove(waiting);
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

  test('all that one source holds is released at once, but for buyers whose email address has proved itself', async () => {
    await open('smtp://127.0.0.1:1');
    const admin = await shop.admin();
    const addresses = ['203.0.113.1', '203.0.113.1', '203.0.113.2', '203.0.114.1', '2001:db8:1:2::1', '2001:db8:1:3::1', '203.0.113.3'];
    const placed: BuyerOrder[] = [];
    for (const [n, address] of addresses.entries())
      placed.push((await order(ids[n] ?? 0, `eve-${n % 6}@evil.example`, address)).json().order);
    const known = (await order(ids[10] ?? 0, 'known@buyer.example', '203.0.113.1')).json().order;
    await prove(known);
    const report = (await admin.get('/api/manage/strangers')).json<StrangersReport>();
    expect(report).toMatchObject({ orders: 7, pieces: 7, forSale: FOR_SALE });
    const found = (by: string, value: string) => report.sources.find((source) => source.by === by && source.value === value)?.orders;
    expect([found('ipAddress', '203.0.113.1'), found('network', '203.0.113.0/24'), found('email', 'eve-0@evil.example')]).toEqual([
      2, 4, 2,
    ]);
    const cancel = async (by: string, value: string) =>
      (await admin.post('/api/manage/strangers/cancel', { by, value })).json<CancelReport>();
    expect((await cancel('ipAddress', '203.0.113.1')).results.map(({ id }) => id)).toEqual([placed[0]?.id, placed[1]?.id]);
    expect((await cancel('network', '2001:db8:1::/48')).results).toHaveLength(2);
    expect((await cancel('network', '203.0.113.0/24')).results).toHaveLength(2);
    expect((await cancel('email', 'Eve-3@evil.example')).results).toHaveLength(1);
    expect(await held()).toBe(1);
    expect((await shop.visitor().get('/api/manage/strangers')).statusCode).toBe(401);
    await shop.app.close();
  });

  test('in a small shop strangers hold a third, each until the link in the mail is opened', async () => {
    await open('smtp://127.0.0.1:1');
    await database.db.deleteFrom('specimens').where('id', 'in', ids.slice(29)).execute();
    const answers = [];
    for (let n = 0; n < 12; n++) {
      const response = await order(ids[n] ?? 0, `buyer-${n}@buyer.example`, `203.0.${n}.1`);
      answers.push(response.statusCode);
      if (response.statusCode === 201) expect(response.json().order).toMatchObject({ awaitsProof: true, heldUntil: inHours(0.5) });
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
      if (response.statusCode === 201) expect(response.json().order).toMatchObject({ awaitsProof: false, heldUntil: inHours(72) });
    }
    expect([...statuses]).toEqual([201, 429]);
    expect(await held()).toBe(FOR_SALE / 3);
    await shop.app.close();
  });

  const inHours = (hours: number) => new Date(shop.clock.now().getTime() + hours * 3_600_000).toISOString();
});
