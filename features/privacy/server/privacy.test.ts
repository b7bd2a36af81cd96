import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Activity } from '#core/contract/admin/auth.ts';
import type { ProblemBody } from '#core/contract/problems.ts';
import type { OrderDetail } from '#core/contract/selling/orders.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { accountMailer } from '#core/server/messages/mail/account-mails.service.ts';
import { perform } from '#core/server/perform.ts';
import { anonymising } from '#core/server/selling/orders/erasure.service.ts';
import { takeBackup } from '#features/backup/server/backup.service.ts';
import type { BuyerData, BuyerDataCounts } from '#features/privacy/contract/buyer-data.ts';
import { instantOf } from '#platform/clock.ts';
import { readTables } from '#platform/db/backup/tables.ts';
import type { Browser, TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { type MailShop, openMailShop, placeOrder } from '#tests/support/mails.ts';
import { withKey } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { otherAddresses, personalDataKinds } from './personal-data.ts';

const ZOE = 'Zoe@Quartz-Lover.example';
const secrets = ['Zoe', 'Quartzlover', 'quartz-lover', 'Nineteen Tourmaline Lane'];
const zoe = {
  customerName: 'Zoe Quartzlover',
  customerEmail: ZOE,
  customerAddress: 'Nineteen Tourmaline Lane, Butte',
};

/** Whether a column so named may hold an address of a person, a network or a house. */
const isAddressName = (name: string): boolean =>
  /email(?!_proved)|address|network|reply_to|(^|_)(ip|phone|street|city)(_|$)/.test(name);
/** Whether an address of email, an IP address, or the house in which the tests' buyer or shop lives is in a value. */
const isAddress = (value: unknown): boolean =>
  /[\w.+-]+@[\w-]+(\.[\w-]+)*\.[a-z]{2,}|\b\d{1,3}(\.\d{1,3}){3}\b|Tourmaline Lane|Quarry Road/i.test(
    JSON.stringify(value) ?? '',
  );

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let mailShop: MailShop;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    mailShop = await openMailShop(database);
    ({ shop } = mailShop);
  });
  beforeEach(async () => {
    admin = await shop.admin();
    for (const table of [
      'follows',
      'waiting_entries',
      'inquiries',
      'mails',
      'orders',
      'specimens',
      'site_settings',
    ])
      await database.db.deleteFrom(table as 'orders').execute();
  });
  afterAll(async () => {
    await mailShop.close();
    await database.close();
  });

  const post = (what: string, body: object, browser = admin) =>
    browser.post(`/api/manage/buyer-data${what}`, body);
  const countsOf = async (email: string) => (await post('', { email })).json<BuyerDataCounts>();
  const detail = async (id: number) =>
    (await admin.get(`/api/manage/orders/${id}`)).json<OrderDetail>();
  const setStatus = (id: number, status: string) =>
    admin.put(`/api/orders/${id}/status`, { status });
  async function ask(path: string, body: object, headers: Record<string, string> = {}) {
    if (!isAsking) return;
    const { token } = (await shop.visitor().get('/api/inquiries/form')).json<{ token: string }>();
    shop.clock.forward({ seconds: 3 });
    const response = await shop
      .visitor()
      .post(`/api/${path}/inquiries`, { question: 'Is it radioactive?', token, ...body }, headers);
    expect(response.statusCode, response.body).toBe(201);
  }
  /** A letter that SQLite and JavaScript fold differently, in another case than the address is looked for in. */
  const WAITING = 'Zoe.Österreich@Quartz-Lover.example';
  const isAsking = hasFeature('questions');
  const isWaiting = hasFeature('waitingList');
  const isFollowing = hasFeature('follows');
  /** Those of hers that belong to no order. */
  const otherMails = (isAsking ? 2 : 0) + (isWaiting ? 1 : 0);
  const counts = (
    { inquiries, ...every }: { inquiries: number; orders: number; notes: number; mails: number },
    ofFeatures: number,
  ) => ({
    ...every,
    ...(isAsking && { inquiries }),
    ...(isWaiting && { waitingLists: ofFeatures }),
    ...(isFollowing && { follows: ofFeatures }),
  });
  async function wait(specimenId: number) {
    const { token } = (await shop.visitor().get('/api/inquiries/form')).json<{ token: string }>();
    shop.clock.forward({ seconds: 3 });
    for (const email of [ZOE, WAITING]) {
      const response = await shop
        .visitor()
        .post(`/api/specimens/${specimenId}/waiting-list`, { email, token });
      expect(response.statusCode, response.body).toBe(204);
    }
  }
  /** An order of hers with a place in line and a question about it, and another question, answered; and the same of somebody else. */
  async function buyAndAsk() {
    const order = await placeOrder(shop, zoe);
    await ask(`orders/${order.id}`, {}, withKey(order));
    const [piece = 0] = await addSpecimens(shop.ctx, [{ title: 'Autunite' }]);
    await ask(`specimens/${piece}`, { name: zoe.customerName, email: ZOE.toUpperCase() });
    if (isAsking) {
      const { threads } = (await admin.get('/api/manage/inquiries')).json();
      const { id } = threads[0].inquiries[0];
      await admin.post(`/api/manage/inquiries/${id}/answers`, { text: 'A little.' });
    }
    if (isWaiting) await wait(order.lines[0]?.specimenId ?? 0);
    if (isFollowing)
      await sql`
        insert into follows (email, query, follow_key, ip_address, created_at, known)
        values (${ZOE.toUpperCase()}, '', 'k', '127.0.0.1', '2026-11-21T09:00:00.000Z', '[]')`.execute(
        database.db,
      );
    const other = await placeOrder(shop);
    await ask(`specimens/${piece}`, { name: 'Ines Asker', email: 'ines@asker.example' });
    return { order, other };
  }
  const rowsOf = (table: string): Promise<Record<string, unknown>[]> =>
    database.db
      .selectFrom(table as 'orders')
      .selectAll()
      .execute();
  /** Every row of every table, as text. */
  async function wholeDatabase(): Promise<string> {
    const tables = await readTables(database.db, database.dialect);
    return JSON.stringify(await Promise.all(tables.map(({ name }) => rowsOf(name))));
  }

  test('every column that holds an address of a person, a network or a house is personal data', async () => {
    await buyAndAsk();
    await shop
      .visitor()
      .post('/api/auth/login', { username: 'admin', password: 'a wrong password' });
    if (hasFeature('paper'))
      await admin.put('/api/settings/paper', {
        sellerName: 'Druse',
        sellerAddress: 'Two Quarry Road, Butte',
      });
    const named = (await personalDataKinds()).flatMap(([, { columns }]) =>
      Object.entries(columns).flatMap(([table, names]) =>
        names.map((name: string) => `${table}.${name}`),
      ),
    );
    const byName = new Set<string>();
    const byContent = new Set<string>();
    for (const { name: table, columns } of await readTables(database.db, database.dialect)) {
      const rows = await rowsOf(table);
      for (const { name } of columns) {
        if (isAddressName(name)) byName.add(`${table}.${name}`);
        if (rows.some((row) => isAddress(row[name]))) byContent.add(`${table}.${name}`);
      }
    }
    // Without these the test would look at nothing.
    for (const column of [
      'orders.customer_email',
      'orders.ip_address',
      ...(isAsking ? ['inquiries.ip_address', 'mails.to_address'] : []),
      ...(isFollowing ? ['follows.email'] : []),
    ])
      for (const found of [byName, byContent]) expect([...found]).toContain(column);
    expect([...byContent]).toEqual(
      expect.arrayContaining([
        'orders.customer_address',
        'mails.body_text',
        'login_attempts.ip_address',
      ]),
    );
    const ruled = new Set([...named, ...Object.keys(otherAddresses)]);
    // The table of a feature stays without it, and empty.
    const isEmpty = (column: string) =>
      (!isAsking && /^inquir(ies|y_messages)\./.test(column)) ||
      (!isWaiting && column.startsWith('waiting_entries.')) ||
      (!isFollowing && column.startsWith('follows.'));
    expect(
      [...byName.union(byContent)].filter((column) => !ruled.has(column) && !isEmpty(column)),
    ).toEqual([]);
  });

  test('a rule of the personal data names columns that there are', async () => {
    const tables = await readTables(database.db, database.dialect);
    const columns = new Set(
      tables.flatMap(({ name: table, columns }) => columns.map(({ name }) => `${table}.${name}`)),
    );
    // Limits are counted in a table on PostgreSQL alone.
    expect(
      Object.keys(otherAddresses).filter(
        (name) => !columns.has(name) && name !== 'rate_limit_hits.key',
      ),
    ).toEqual([]);
  });

  test('a backup holds what was ordered and asked, and nobody’s IP address', async () => {
    await buyAndAsk();
    expect(await wholeDatabase()).toContain('"ip_address":"127.0.0.1"');
    const backup = await takeBackup(shop.ctx);
    const archive = (await buffer(backup.read())).toString();
    await backup.discard();
    for (const table of [
      'orders',
      ...(isAsking ? ['inquiries'] : []),
      ...(isWaiting ? ['waiting_entries'] : []),
      ...(isFollowing ? ['follows'] : []),
    ])
      expect(archive).toContain(`${table}.jsonl`);
    expect(archive).toContain('Nineteen Tourmaline Lane');
    expect(archive).not.toContain('127.0.0.1');
  });

  test('everything under an email address comes out as JSON, and nothing of anybody else', async () => {
    const { order } = await buyAndAsk();
    expect(await countsOf('ZOE@quartz-lover.EXAMPLE')).toEqual({
      email: 'ZOE@quartz-lover.EXAMPLE',
      counts: counts({ inquiries: 2, orders: 1, notes: 0, mails: otherMails }, 1),
      openOrders: [order.id],
    });
    const response = await post('/export', { email: ZOE });
    expect(response.statusCode, response.body).toBe(200);
    const { data } = response.json<BuyerData>();
    expect(data).toMatchObject({
      orders: [
        {
          id: order.id,
          ...zoe,
          lines: [{ title: 'Amethyst' }],
          history: [{ text: 'The order was placed.' }, {}],
        },
      ],
      ...(isAsking && {
        inquiries: [
          {
            title: `Order #${order.id}`,
            messages: [{ author: 'asker', text: 'Is it radioactive?' }],
          },
          {
            title: 'Autunite',
            messages: [{ author: 'asker' }, { author: 'admin', text: 'A little.' }],
          },
        ],
      }),
      mails: [
        ...(isAsking ? [{ kind: 'inquiry' }, { kind: 'inquiry_answer' }] : []),
        ...(isWaiting ? [{ kind: 'waiting_question' }] : []),
      ],
    });
    expect(JSON.stringify(data)).toContain('order_placed');
    for (const foreign of ['ines@asker', 'ada@buyer', order.secretPath])
      expect(JSON.stringify(data)).not.toContain(foreign);
    expect((await admin.get('/api/auth/activity')).json<Activity[]>()[0]).toMatchObject({
      text: 'One buyer’s data was downloaded',
    });
    // What the shop writes to its admin about the account belongs to no buyer.
    const notice = {
      at: '2026-11-21T09:00:00.000Z',
      client: { device: 'Firefox on Linux', network: '203.0.113.0/24' },
    };
    await perform(shop.ctx, 'owner', (act) => accountMailer(act, 'password_changed', notice));
    expect((await countsOf('hello@druse.example')).counts).toEqual(
      counts({ inquiries: 0, orders: 0, notes: 0, mails: 0 }, 0),
    );
  });

  test('everything under an email address is erased at once, and nothing of anybody else', async () => {
    const { order, other } = await buyAndAsk();
    await admin.request({
      method: 'PATCH',
      url: `/api/orders/${order.id}`,
      payload: { venmoPaymentId: 'Quartzlover-77', privateNote: 'Zoe haggles' },
    });
    const noted = { email: ZOE, note: 'Zoe never pays', isBlocked: true };
    await admin.request({ method: 'PATCH', url: '/api/manage/buyers', payload: noted });
    const refused = await post('/erase', { email: ZOE });
    expect(refused.statusCode).toBe(409);
    expect(refused.json<ProblemBody>().message).toContain(`Still open: #${order.id}.`);
    expect((await countsOf(ZOE)).counts).toEqual(
      counts({ inquiries: 2, orders: 1, notes: 1, mails: otherMails }, 1),
    );
    if (isWaiting) expect((await countsOf(WAITING)).counts).toMatchObject({ waitingLists: 1 });
    expect((await post('/erase', { email: WAITING })).statusCode).toBe(204);
    await setStatus(order.id, 'paid');
    expect((await post('/erase', { email: ZOE })).statusCode).toBe(409);

    expect((await post('/erase', { email: ZOE.toLowerCase(), evenOpen: true })).statusCode).toBe(
      204,
    );
    expect((await countsOf(ZOE)).counts).toEqual(
      counts({ inquiries: 0, orders: 0, notes: 0, mails: 0 }, 0),
    );
    const remaining = await wholeDatabase();
    // As a word: the packed HTML of the other buyer's emails is long enough to have any three letters now and then.
    for (const secret of secrets) expect(remaining).not.toMatch(new RegExp(`\\b${secret}\\b`));
    const erased = await detail(order.id);
    expect(erased).toMatchObject({
      customerName: 'Erased',
      totalAmount: '110.00',
      status: 'paid',
      mails: [],
    });
    expect(erased.history.at(-1)).toMatchObject({
      text: 'Personal data was erased.',
      actor: 'owner',
    });
    expect(await detail(other.id)).toMatchObject({ customerName: 'Ada Buyer', erasedAt: null });
    if (isAsking) expect(remaining).toContain('ines@asker.example');
    expect((await admin.get('/api/auth/activity')).json<Activity[]>()[0]).toMatchObject({
      text: 'One buyer’s data was erased',
    });
  });

  test('only the admin looks, and shows once more who that is before data leave the shop or are erased', async () => {
    for (const what of ['', '/export', '/erase']) {
      expect((await post(what, { email: ZOE }, shop.visitor())).statusCode).toBe(401);
      expect((await post(what, { email: ' ' })).statusCode).toBe(400);
    }
    shop.clock.forward({ minutes: 11 });
    expect((await post('', { email: ZOE })).statusCode).toBe(200);
    for (const what of ['/export', '/erase']) {
      const response = await post(what, { email: ZOE });
      expect([response.statusCode, response.json<ProblemBody>().code]).toEqual([
        403,
        'confirmation_required',
      ]);
    }
  });

  test('orders that are not open are anonymised from the set age on, and never without the setting', async () => {
    const orders = [
      await placeOrder(shop, zoe),
      await placeOrder(shop),
      await placeOrder(shop),
      await placeOrder(shop),
    ];
    const [delivered, cancelled, paid, later] = orders.map(({ id }) => id) as [
      number,
      number,
      number,
      number,
    ];
    for (const status of ['paid', 'shipped', 'delivered']) await setStatus(delivered, status);
    await setStatus(cancelled, 'cancelled');
    await setStatus(paid, 'paid');
    const erasedNow = async () => {
      await settleAllDue(shop.ctx);
      const rows = await database.db
        .selectFrom('orders')
        .select(['id'])
        .where('erased_at', 'is not', null)
        .orderBy('id')
        .execute();
      return rows.map(({ id }) => id);
    };
    const setAge = (anonymiseAfterMonths: number) =>
      admin.put('/api/settings/orders', { holdHours: 0, anonymiseAfterMonths });
    shop.clock.forward({ days: 365 });
    admin = await shop.admin();
    expect(await erasedNow()).toEqual([]);
    expect((await setAge(241)).statusCode).toBe(400);
    expect((await setAge(12)).statusCode).toBe(200);
    // A year has a quarter of a day more.
    expect(await erasedNow()).toEqual([]);
    shop.clock.forward({ hours: 7 });
    expect(await erasedNow()).toEqual([delivered, cancelled]);
    expect((await detail(delivered)).history.at(-1)).toMatchObject({
      text: 'Personal data was erased.',
      actor: 'system',
    });
    expect((await countsOf(ZOE)).counts).toMatchObject({ orders: 0 });
    // No longer open, it follows once its mail is out and a slip would have been noticed.
    await setStatus(later, 'cancelled');
    shop.clock.forward({ days: 13 });
    expect(await erasedNow()).toEqual([delivered, cancelled]);
    shop.clock.forward({ days: 1 });
    admin = await shop.admin();
    expect(await erasedNow()).toEqual([delivered, cancelled, later]);
    // One that is open again meanwhile is left alone, and nobody is asked to look at it.
    await anonymising.settle(shop.ctx, paid);
    expect(await anonymising.dueIds(shop.ctx, instantOf(shop.clock), 10)).toEqual([]);
    expect(await erasedNow()).toEqual([delivered, cancelled, later]);
    const events = await database.db
      .selectFrom('events')
      .select('order_id')
      .where('kind', '=', 'order_erased')
      .where('actor', '=', 'system')
      .execute();
    expect(events.map(({ order_id }) => Number(order_id)).toSorted((a, b) => a - b)).toEqual([
      delivered,
      cancelled,
      later,
    ]);
  });
});
