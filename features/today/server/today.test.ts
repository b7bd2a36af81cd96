import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { entriesAt } from '#core/server/plugged-in.ts';
import type { Today } from '#features/today/contract/today.ts';
import { isBuyers } from '#features/today/contract/today-kinds.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { confirmEmail } from '#tests/support/mails.ts';
import { cartBody, directBody } from '#tests/support/orders.ts';
import { addPicture, addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let buyer: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    buyer = shop.visitor();
  });
  beforeEach(async () => {
    admin = await shop.admin();
    for (const table of ['media_jobs', 'mails', 'orders', 'specimens', 'site_settings'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const today = async () => (await admin.get('/api/manage/today')).json<Today>();
  const groupOf = async (kind: string) =>
    (await today()).groups.find((group) => group.kind === kind);
  /** What waits for the admin. */
  const kindsNow = async () =>
    (await today()).groups
      .filter(({ kind }) => !isBuyers(kind))
      .map(({ kind, count }) => `${kind} ${count}`);
  const order = async (): Promise<BuyerOrder> => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Amethyst' }]);
    const response = await buyer.post('/api/orders', directBody(id));
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order;
  };
  const prove = (id: number) => confirmEmail({ shop, admin }, id);
  const setStatus = (id: number, status: string) =>
    admin.put(`/api/orders/${id}/status`, { status });
  const now = () => shop.clock.now().toISOString();

  onTheOtherToo('an empty shop has nothing that waits, and a visitor is not told', async () => {
    expect(await today()).toEqual({ groups: [], week: expect.any(Array), hasMailServer: false });
    expect((await shop.visitor().get('/api/manage/today')).statusCode).toBe(401);
  });

  test('a row names the pieces of its order', async () => {
    const ids = await addSpecimens(shop.ctx, [
      { title: 'Topaz' },
      { title: 'Quartz' },
      { title: 'Beryl' },
    ]);
    const placed = await buyer.post(
      '/api/orders',
      cartBody(ids.map((specimenId) => ({ specimenId, quantity: 1 }))),
    );
    await setStatus(placed.json().order.id, 'paid');
    expect((await groupOf('toPack'))?.rows).toMatchObject([
      { stone: 'Topaz and 2 more', thumbnail: expect.stringContaining('/media/') },
    ]);
  });

  onTheOtherToo('what new buyers hold is named where it is much of the shop', async () => {
    await addSpecimens(shop.ctx, [{ title: 'Lot', quantity: 12 }]);
    const placed: BuyerOrder[] = [];
    for (let n = 0; n < 5; n++) {
      // Four of sixteen are no more than a quarter.
      expect(await groupOf('newBuyers')).toBeUndefined();
      placed.push(await order());
    }
    expect(await groupOf('newBuyers')).toMatchObject({
      count: 5,
      rows: placed.map(({ id, heldUntil }) => ({ orderId: id, stone: 'Amethyst', at: heldUntil })),
    });
    await prove(placed[0]?.id ?? 0);
    expect(await groupOf('newBuyers')).toBeUndefined();
  });

  test('an order waits where its buyer and its hold have brought it, and no more once it is settled', async () => {
    const [placed, reported, paid] = [await order(), await order(), await order()];
    expect(await kindsNow()).toEqual([]);
    const reportedAt = now();
    await prove(reported.id);
    await buyer.post(`/api/orders/${reported.id}/payment-reports`);
    shop.clock.forward({ hours: 1 });
    const paidAt = now();
    await setStatus(paid.id, 'paid');
    const row = (id: number) => ({
      id,
      orderId: id,
      specimenId: null,
      title: `Order #${id}`,
      orderKind: 'direct',
      detail: 'Ada Buyer',
      amount: '110.00',
      stone: 'Amethyst',
      thumbnail: expect.stringMatching(/^\/media\/.+\.jpg$/),
    });
    expect((await today()).groups).toEqual([
      { kind: 'toConfirm', count: 1, rows: [{ ...row(reported.id), at: reportedAt }] },
      { kind: 'toPack', count: 1, rows: [{ ...row(paid.id), at: paidAt }] },
      { kind: 'newOrder', count: 1, rows: [{ ...row(placed.id), at: placed.heldUntil }] },
    ]);
    // Ordered at 4 AM in New York: the third day begins 68 hours later, and the hold ends four hours after that.
    shop.clock.forward({ hours: 66, minutes: 59 });
    expect(await kindsNow()).toEqual(['toConfirm 1', 'toPack 1']);
    expect(await groupOf('newOrder')).toBeUndefined();
    expect(await groupOf('onHold')).toMatchObject({
      count: 1,
      rows: [{ orderId: placed.id, at: placed.heldUntil }],
    });
    shop.clock.forward({ minutes: 1 });
    expect(await groupOf('onHold')).toBeUndefined();
    expect((await groupOf('holdEnding'))?.rows).toEqual([
      { ...row(placed.id), at: placed.heldUntil },
    ]);
    expect(
      (await admin.post(`/api/manage/orders/${placed.id}/extend`, { hours: 24 })).statusCode,
    ).toBe(200);
    expect(await groupOf('holdEnding')).toBeUndefined();
    await buyer.post(`/api/orders/${placed.id}/payment-opened`);
    shop.clock.forward({ hours: 29 });
    await settleAllDue(shop.ctx);
    expect((await groupOf('holdEnded'))?.rows).toEqual([{ ...row(placed.id), at: now() }]);

    expect(await kindsNow()).toEqual(['toConfirm 1', 'holdEnded 1', 'toPack 1']);
    await setStatus(placed.id, 'cancelled');
    await setStatus(reported.id, 'paid');
    expect(await kindsNow()).toEqual(['toPack 2']);
    await setStatus(paid.id, 'shipped');
    await setStatus(reported.id, 'delivered');
    expect(await kindsNow()).toEqual([]);
  });

  onTheOtherToo(
    'an order without an end, or one whose end waits for a proof, is on hold like any other',
    async () => {
      const [endless, unproved] = [await order(), await order()];
      const { db } = database;
      await db
        .updateTable('orders')
        .set({ hold_ends_at: null })
        .where('id', '=', endless.id)
        .execute();
      await db
        .updateTable('orders')
        .set({ awaits_proof: true })
        .where('id', '=', unproved.id)
        .execute();
      expect(await groupOf('newOrder')).toMatchObject({
        count: 2,
        rows: [{ id: endless.id, at: null }, { id: unproved.id }],
      });
    },
  );

  test('an order that the clock has canceled stands there until the end of the next day', async () => {
    const { id, createdAt } = await order();
    const byHand = await order();
    await setStatus(byHand.id, 'cancelled');
    shop.clock.forward({ hours: 72 });
    await settleAllDue(shop.ctx);
    const held = new Date(Date.parse(createdAt) + 72 * 3_600_000).toISOString();
    expect((await groupOf('lapsed'))?.rows).toMatchObject([{ orderId: id, at: held }]);
    shop.clock.forward({ hours: 48 });
    admin = await shop.admin();
    expect(await groupOf('lapsed')).toBeUndefined();
  });

  test('a change that its buyer has not answered stands there until it is withdrawn', async () => {
    const { id } = await order();
    const [calcite] = await addSpecimens(shop.ctx, [{ title: 'Calcite', price: '40.00' }]);
    const { contentsVersion, lines } = (await admin.get(`/api/manage/orders/${id}`)).json();
    const asked = await admin.post(`/api/manage/orders/${id}/change`, {
      version: contentsVersion,
      lines: lines.map(
        ({ id: line, price, quantity }: { id: number; price: string; quantity: number }) => ({
          id: line,
          price,
          quantity,
        }),
      ),
      added: [{ specimenId: calcite, quantity: 1 }],
    });
    expect(asked.statusCode, asked.body).toBe(200);
    expect((await groupOf('asked'))?.rows).toMatchObject([{ orderId: id, at: now() }]);
    await admin.request({ method: 'DELETE', url: `/api/manage/orders/${id}/proposal` });
    expect(await groupOf('asked')).toBeUndefined();
  });

  test('the week in figures: what was ordered and paid in seven days, and what is on hold now', async () => {
    const figures = async () =>
      Object.fromEntries(
        (await today()).week
          .filter(({ name }) => !Object.hasOwn(entriesAt('figures'), name))
          .map(({ name, count, amount }) => [name, amount === null ? count : `${count} ${amount}`]),
      );
    expect(await figures()).toEqual({
      orders: '0 0.00',
      paid: '0 0.00',
      onHold: '0 0.00',
    });
    const [one] = [await order(), await order()];
    await setStatus(one.id, 'paid');
    expect(await figures()).toEqual({
      orders: '2 220.00',
      paid: '1 110.00',
      onHold: '1 110.00',
    });
    shop.clock.forward({ days: 8 });
    expect(await figures()).toEqual({
      orders: '0 0.00',
      paid: '0 0.00',
      onHold: '1 110.00',
    });
  });

  test('a payment that is reported from an unproved email address waits apart', async () => {
    const { id } = await order();
    const at = now();
    await buyer.post(`/api/orders/${id}/payment-reports`);
    const group = { count: 1, rows: [{ orderId: id, at, title: `Order #${id}` }] };
    expect(await kindsNow()).toEqual(['unverifiedPayment 1']);
    // On the day on which the hold ends, and once the admin was asked.
    shop.clock.forward({ hours: 71 });
    expect(await kindsNow()).toEqual(['unverifiedPayment 1']);
    shop.clock.forward({ hours: 1 });
    await settleAllDue(shop.ctx);
    expect(await groupOf('unverifiedPayment')).toMatchObject(group);
    expect(await kindsNow()).toEqual(['unverifiedPayment 1']);
    await prove(id);
    expect(await kindsNow()).toEqual(['toConfirm 1']);
    await database.db
      .updateTable('orders')
      .set({ email_proved_at: null, hold_ends_at: null })
      .execute();
    expect(await kindsNow()).toEqual(['toConfirm 1']);
    await setStatus(id, 'cancelled');
    expect(await kindsNow()).toEqual([]);
  });

  test('a hold that waits for its proof is not the admin’s to extend', async () => {
    const { id } = await order();
    const soon = new Date(shop.clock.now().getTime() + 1_800_000).toISOString();
    await database.db
      .updateTable('orders')
      .set({ hold_ends_at: soon, awaits_proof: true })
      .where('id', '=', id)
      .execute();
    expect(await kindsNow()).toEqual([]);
    await database.db.updateTable('orders').set({ awaits_proof: false }).execute();
    expect(await kindsNow()).toEqual(['holdEnding 1']);
  });

  onTheOtherToo(
    'of many that wait the five that have waited longest are shown, and all are counted',
    async () => {
      const ids: number[] = [];
      for (let count = 0; count < 6; count++) {
        const { id } = await order();
        ids.unshift(id);
      }
      // In the other direction than they were placed.
      for (const id of ids) {
        shop.clock.forward({ minutes: 1 });
        await buyer.post(`/api/orders/${id}/payment-reports`);
      }
      const group = await groupOf('unverifiedPayment');
      expect([group?.count, group?.rows.map(({ id }) => id)]).toEqual([6, ids.slice(0, 5)]);
    },
  );

  test('a mail that did not go out waits as long as its order is open, and for two weeks at least', async () => {
    const { id } = await order();
    await database.db.updateTable('orders').set({ hold_ends_at: null }).execute();
    const setMail = (kind: 'order_placed' | 'new_order', status: 'failed' | 'uncertain') =>
      database.db.updateTable('mails').set({ status }).where('kind', '=', kind).execute();
    await setMail('order_placed', 'failed');
    await setMail('new_order', 'uncertain');
    expect(await groupOf('failedMail')).toMatchObject({
      count: 2,
      rows: [
        {
          orderId: id,
          title: `Your order #${id} at Druse`,
          detail: 'Could not be sent: ada@buyer.example',
          at: now(),
        },
        { detail: 'May have been sent: hello@druse.example' },
      ],
    });
    shop.clock.forward({ days: 13, hours: 23 });
    expect((await groupOf('failedMail'))?.count).toBe(2);
    shop.clock.forward({ hours: 1 });
    expect((await groupOf('failedMail'))?.count).toBe(2);
    await database.db.updateTable('orders').set({ status: 'delivered' }).execute();
    expect(await groupOf('failedMail')).toBeUndefined();
    // One that belongs to no order, such as an email alert, has no other end than that of its row.
    await database.db.updateTable('mails').set({ order_id: null }).execute();
    expect((await groupOf('failedMail'))?.count).toBe(2);
  });

  test('failed media jobs wait as one row, until they are retried', async () => {
    const [specimen = 0] = await addSpecimens(shop.ctx, [{ title: 'Fluorite' }]);
    const { media_id: shown } = await database.db
      .selectFrom('specimen_media')
      .select('media_id')
      .executeTakeFirstOrThrow();
    const failed = { kind: 'renditions' as const, attempts: 8, queued_at: now(), due_at: now() };
    await database.db
      .insertInto('media_jobs')
      .values({ ...failed, media_id: shown })
      .execute();
    const row = {
      id: 0,
      orderId: null,
      title: 'Fluorite',
      thumbnail: expect.stringContaining('/media/'),
      detail: 'We tried for two days.',
      amount: null,
      at: null,
    };
    expect((await today()).groups).toEqual([
      { kind: 'failedMedia', count: 1, rows: [{ ...row, specimenId: specimen }] },
    ]);
    await database.db
      .insertInto('media_jobs')
      .values({ ...failed, media_id: await addPicture(shop.ctx) })
      .execute();
    const [group] = (await today()).groups;
    expect(group).toMatchObject({
      count: 2,
      rows: [{ title: expect.stringContaining(' and 1 more'), specimenId: null }],
    });
    await admin.post('/api/media/unmade/retry');
    expect(await kindsNow()).toEqual([]);
  });
});
