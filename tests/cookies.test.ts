/** Every cookie of the shop: its name, how long it lives, and who may read it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '#platform/http/cookies.ts';
import { ADMIN, type Browser, makeApp, type TestApp } from './support/app.ts';
import { makeSqlite, type TestDatabase } from './support/databases.ts';
import { directBody } from './support/orders.ts';
import { addSpecimens } from './support/specimens.ts';

const DAY_SECONDS = 24 * 60 * 60;
const token = expect.stringMatching(/^[\w-]{43}$/);

describe.each([
  { title: 'at a port', publicUrl: null, prefix: '', mark: '.3000', flags: {} },
  {
    title: 'behind plain http',
    publicUrl: 'http://druse.example',
    prefix: '',
    mark: '',
    flags: {},
  },
  {
    title: 'behind https',
    publicUrl: 'https://druse.example',
    prefix: '__Host-',
    mark: '',
    flags: { secure: true },
  },
  {
    title: 'behind https at a port',
    publicUrl: 'https://druse.example:8443',
    prefix: '__Host-',
    mark: '.8443',
    flags: { secure: true },
  },
])('$title', ({ publicUrl, prefix, mark, flags }) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeSqlite();
    shop = await makeApp(database, { config: { publicUrl } });
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const order = async () =>
    directBody((await addSpecimens(shop.ctx, [{ title: 'Beryl' }]))[0] ?? 0);
  async function place(
    browser: Browser,
    headers?: Record<string, string>,
    body?: object,
  ): Promise<number> {
    const response = await browser.post('/api/orders', body ?? (await order()), headers);
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order.id;
  }
  const canRead = async (browser: Browser, id: number) =>
    (await browser.get(`/api/orders/${id}`)).statusCode === 200;
  function browserWith(cookies: Record<string, string>): Browser {
    const browser = shop.visitor();
    for (const [name, value] of Object.entries(cookies)) browser.cookies.set(name, value);
    return browser;
  }
  const common = { path: '/', httpOnly: true, sameSite: 'Lax', value: token, ...flags };
  const removed = (name: string) =>
    expect.objectContaining({ name, value: '', expires: new Date(0), path: '/', ...flags });

  test.each<
    [
      string,
      () => Promise<{ cookies: object[]; json(): { order?: { id: number } } }>,
      (id?: number) => object[],
    ]
  >([
    [
      'a login',
      () => shop.visitor().post('/api/auth/login', ADMIN),
      () => [{ name: `${prefix}druse_session${mark}`, maxAge: 30 * DAY_SECONDS }],
    ],
    [
      'a failed login',
      () => shop.visitor().post('/api/auth/login', { ...ADMIN, password: 'not-the-password' }),
      () => [],
    ],
    [
      'an order',
      async () => shop.visitor().post('/api/orders', await order()),
      (id) => [{ name: `${prefix}druse_order_${id}${mark}`, maxAge: 180 * DAY_SECONDS }],
    ],
    [
      'a refused order',
      () => shop.visitor().post('/api/orders', directBody(2_000_000_000)),
      () => [],
    ],
    ['a read', () => shop.visitor().get('/api/specimens'), () => []],
    ['a check of the login', () => shop.visitor().get('/api/auth/me'), () => []],
  ])(
    '%s sets only the cookies listed here, for as long as listed here',
    async (_, respond, expected) => {
      const response = await respond();
      expect(response.cookies).toEqual(
        expected(response.json().order?.id).map((cookie) => ({ ...common, ...cookie })),
      );
    },
  );

  test('each order has a cookie of its own with a token of its own, and the browser reads all of its orders', async () => {
    const browser = shop.visitor();
    const ids = [await place(browser), await place(browser)];
    expect([...browser.cookies.keys()]).toEqual(
      ids.map((id) => `${prefix}druse_order_${id}${mark}`),
    );
    expect(new Set(browser.cookies.values()).size).toBe(2);
    for (const id of ids) expect(await canRead(browser, id)).toBe(true);
  });

  test('cookies that somebody else has put into a browser do not read the order that it places next', async () => {
    const last = await place(shop.visitor());
    const names = [
      'druse_buyer',
      `druse_order_${last + 1}`,
      `__Host-druse_order_${last + 1}`,
      '__Host-druse_buyer',
    ];
    const planted = Object.fromEntries(names.map((name) => [name, newToken()]));
    const victim = browserWith(planted);
    const id = await place(victim);
    expect(id).toBe(last + 1);
    expect(await canRead(victim, id)).toBe(true);
    expect(await canRead(browserWith(planted), id)).toBe(false);
  });

  test('an order repeated with its idempotency key can be read, whether or not the first response arrived', async () => {
    const [body, key] = [await order(), { 'idempotency-key': `cookies-${prefix}` }];
    const [first, second] = [shop.visitor(), shop.visitor()];
    const id = await place(first, key, body);
    expect(await place(second, key, body)).toBe(id);
    for (const browser of [first, second]) expect(await canRead(browser, id)).toBe(true);
    expect(await place(first, key, body)).toBe(id);
    expect(await canRead(first, id)).toBe(true);
  });

  test('the newest twenty orders have cookies; an earlier one is read by its link', async () => {
    const old = Object.fromEntries(
      Array.from({ length: 21 }, (_, n) => [`${prefix}druse_order_${n + 1}${mark}`, newToken()]),
    );
    const browser = browserWith(old);
    const id = (await place(shop.visitor())) + 1;
    expect(id).toBeLessThan(22 + 10);
    await place(browser);
    const ids = [...browser.cookies.keys()].map((name) =>
      Number.parseInt(name.split('_').at(-1) ?? '', 10),
    );
    expect(ids).toHaveLength(20);
    expect(ids).toContain(id);
    expect(Math.min(...ids)).toBeGreaterThan(1);
  });

  test.runIf(mark)(
    'a shop at another port of the host leaves the cookies of this one alone',
    async () => {
      const database = await makeSqlite();
      const other = await makeApp(database, {
        config: { publicUrl: publicUrl && 'https://druse.example:9443', port: 3001 },
      });
      const here = await shop.admin();
      const session = [...here.cookies];
      const both = other.visitor();
      for (const [name, value] of session) both.cookies.set(name, value);
      await both.post('/api/auth/login', ADMIN);
      for (const [name, value] of both.cookies) here.cookies.set(name, value);
      expect(here.cookies.size).toBe(2);
      expect((await here.get('/api/auth/me')).json()).toMatchObject({ isAuthenticated: true });
      await both.post('/api/auth/logout');
      expect([...both.cookies]).toEqual(session);
      await other.app.close();
      await database.close();
    },
  );

  test('a logout removes the session cookie and leaves the buyer’s', async () => {
    const browser = await shop.admin();
    const id = await place(browser);
    const { cookies } = await browser.post('/api/auth/logout');
    expect(cookies).toEqual([removed(`${prefix}druse_session${mark}`)]);
    expect([...browser.cookies.keys()]).toEqual([`${prefix}druse_order_${id}${mark}`]);
  });

  describe('a cookie of an earlier version', () => {
    test('reads the orders placed with it, and is replaced by one of each order that is read', async () => {
      const [ids, old] = [
        [await place(shop.visitor()), await place(shop.visitor()), await place(shop.visitor())],
        newToken(),
      ];
      const [first = 0, second = 0, foreign = 0] = ids;
      for (const order_id of [first, second])
        await database.db
          .insertInto('order_buyers')
          .values({ order_id, buyer_hash: hashToken(old) })
          .execute();
      const browser = browserWith({ druse_buyer: old });
      const { cookies } = await browser.get(`/api/orders/${first}`);
      expect(cookies).toEqual([
        { ...common, name: `${prefix}druse_order_${first}${mark}`, maxAge: 180 * DAY_SECONDS },
      ]);
      browser.cookies.delete('druse_buyer');
      expect(await canRead(browser, first)).toBe(true);
      expect((await browser.get(`/api/orders/${first}`)).cookies).toEqual([]);
      expect(await canRead(browserWith({ druse_buyer: old }), second)).toBe(true);
      expect(await canRead(browserWith({ druse_buyer: old }), foreign)).toBe(false);
    });

    test('reads again and again without adding more than one buyer to an order', async () => {
      const [id, old] = [await place(shop.visitor()), newToken()];
      const buyers = () =>
        database.db.selectFrom('order_buyers').selectAll().where('order_id', '=', id);
      await database.db
        .insertInto('order_buyers')
        .values({ order_id: id, buyer_hash: hashToken(old) })
        .execute();
      const before = (await buyers().execute()).length;
      for (let turn = 0; turn < 5; turn++)
        expect(await canRead(browserWith({ druse_buyer: old }), id)).toBe(true);
      expect(await buyers().execute()).toHaveLength(before + 1);
    });

    test.runIf(mark)('of a shop at a port is read, and set again under its own name', async () => {
      const admin = await shop.admin();
      const id = await place(admin);
      const [session = '', ofOrder = ''] = admin.cookies.values();
      const former = {
        [`${prefix}druse_session`]: session,
        [`${prefix}druse_order_${id}`]: ofOrder,
      };
      const browser = browserWith(former);
      const renewed = async (path: string) =>
        (await browser.get(path)).cookies.map(({ name, value }) => [name, value]);
      expect(await renewed('/api/auth/me')).toEqual([[`${prefix}druse_session${mark}`, session]]);
      expect(await renewed(`/api/orders/${id}`)).toEqual([
        [`${prefix}druse_order_${id}${mark}`, ofOrder],
      ]);
      expect([await renewed('/api/auth/me'), await renewed(`/api/orders/${id}`)]).toEqual([[], []]);
    });

    test.runIf(prefix && !mark)(
      'of a session or an order is read and replaced by one whose name no other site can set',
      async () => {
        const admin = await shop.admin();
        const id = await place(admin);
        const session = admin.cookies.get('__Host-druse_session') ?? '';
        const ofOrder = admin.cookies.get(`__Host-druse_order_${id}`) ?? '';
        const browser = browserWith({ druse_session: session, [`druse_order_${id}`]: ofOrder });
        expect((await browser.get('/api/auth/me')).cookies).toEqual([
          removed('druse_session'),
          { ...common, name: '__Host-druse_session', value: session, maxAge: 30 * DAY_SECONDS },
        ]);
        expect((await browser.get(`/api/orders/${id}`)).cookies).toEqual([
          removed(`druse_order_${id}`),
          {
            ...common,
            name: `__Host-druse_order_${id}`,
            value: ofOrder,
            maxAge: 180 * DAY_SECONDS,
          },
        ]);
        expect([...browser.cookies]).toEqual([
          ['__Host-druse_session', session],
          [`__Host-druse_order_${id}`, ofOrder],
        ]);
        for (const path of ['/api/auth/me', `/api/orders/${id}`])
          expect((await browser.get(path)).cookies).toEqual([]);
      },
    );

    test.runIf(prefix && !mark)(
      'yields to the one with the name that no other site can set',
      async () => {
        const [admin, other] = [await shop.admin(), await shop.admin()];
        const session = admin.cookies.get('__Host-druse_session') ?? '';
        admin.cookies.set('druse_session', other.cookies.get('__Host-druse_session') ?? '');
        await admin.post('/api/auth/logout');
        expect([...admin.cookies]).toEqual([]);
        expect(
          (await browserWith({ druse_session: session }).get('/api/auth/me')).json(),
        ).toMatchObject({ isAuthenticated: false });
        expect((await other.get('/api/auth/me')).json()).toMatchObject({ isAuthenticated: true });
      },
    );
  });
});
