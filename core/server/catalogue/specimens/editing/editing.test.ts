import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CareChange } from '#core/contract/catalogue/care.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { auditBooks, cartBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let id: number;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  beforeEach(async () => {
    [id = 0] = await addSpecimens(shop.ctx, [
      { title: 'Fluorite, Elmwood', tags: ['purple'], origin: 'Tennessee', description: 'A cube.' },
    ]);
  });
  afterAll(async () => {
    expect(await auditBooks(shop.ctx.db)).toEqual([]);
    await shop.app.close();
    await database.close();
  });

  const edit = { title: 'Fluorite, Elmwood', category: 'Minerals' };
  const put = (body: object, headers?: Record<string, string>, path = '') =>
    admin.request({ method: 'PUT', url: `/api/specimens/${id}${path}`, payload: body, headers });
  const saved = async (body: object): Promise<SpecimenDetail> => {
    const response = await put({ ...edit, ...body });
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  };
  /** Without what is like it, which the response to a change leaves out. */
  const read = async (): Promise<SpecimenDetail> => {
    const { related, ...specimen } = (
      await admin.get(`/api/specimens/${id}`)
    ).json<SpecimenDetail>();
    return specimen;
  };
  const order = async (quantity = 1): Promise<number> => {
    const response = await shop
      .visitor()
      .post('/api/orders', cartBody([{ specimenId: id, quantity }]));
    expect(response.statusCode, response.body).toBe(201);
    return response.json().order.id;
  };
  const setOrder = (orderId: number, status: string) =>
    admin.put(`/api/orders/${orderId}/status`, { status });
  const refused = async (body: object): Promise<string> => {
    const before = await read();
    const response = await put({ ...edit, ...body });
    expect([response.statusCode, response.json().code], response.body).toEqual([
      409,
      'state_conflict',
    ]);
    expect(await read()).toEqual(before);
    return response.json().message;
  };

  describe('a full edit', () => {
    test('changes its fields, returns the specimen, and shows at once', async () => {
      const drops = shop.drops();
      const change = {
        title: '  Smoky quartz ',
        category: 'Crystals',
        description: 'With a Brazil-law twin.',
        origin: 'Göscheneralp',
        dimensions: '5 cm',
        weight: '90 g',
        price: '$1,250',
        shippingPrice: '12.5',
        forSale: false,
        visible: true,
        status: 'available',
        quantity: 3,
        tags: ['alpine'],
        acquisitionDate: '1987',
      };
      const specimen = await saved(change);
      expect(specimen).toMatchObject({
        ...change,
        title: 'Smoky quartz',
        price: '1250.00',
        shippingPrice: '12.50',
        version: 2,
        available: 0,
      });
      expect(await read()).toEqual(specimen);
      expect(shop.drops()).toBe(drops + 1);
      const found = async (term: string) =>
        (await shop.visitor().get(`/api/specimens?search=${term}`))
          .json()
          .map((each: SpecimenDetail) => each.id);
      for (const term of ['goscheneralp', 'twin', 'crystals', 'alpine'])
        expect(await found(term), term).toContain(id);
      for (const term of ['fluorite', 'tennessee', 'purple'])
        expect(await found(term), term).not.toContain(id);
    });

    test('leaves fields alone that it does not name', async () => {
      const before = await read();
      const after = await saved({ title: 'Renamed' });
      expect(after).toEqual({ ...before, title: 'Renamed', version: 2 });
      expect(
        (
          await shop.visitor().get('/api/specimens?search=renamed%20purple%20tennessee%20cube')
        ).json(),
      ).toHaveLength(1);
    });

    test('accepts the body of the specification’s clients, without a version', async () => {
      const blank = {
        description: '',
        origin: '',
        dimensions: '',
        weight: '',
        price: '',
        shippingPrice: '',
      };
      const specimen = await saved({ ...blank, forSale: true, visible: true, status: 'available' });
      expect(specimen).toMatchObject({
        price: null,
        shippingPrice: '0.00',
        forSale: true,
        available: 0,
        quantity: 1,
        tags: ['purple'],
      });
    });

    test.each([
      [{ price: '1250.5' }, { price: '1250.50', available: 1 }],
      [{ price: 'Price on request' }, { price: 'Price on request', available: 0 }],
      [{ price: null }, { price: null, available: 0 }],
      [{ shippingPrice: 'ask us' }, { shippingPrice: 'ask us', available: 0 }],
      [{ shippingPrice: null }, { shippingPrice: '0.00', available: 1 }],
    ])('stores prices in one form: %j', async (change, expected) => {
      expect(await saved(change)).toMatchObject(expected);
    });

    onTheOtherToo.each([
      [{ category: 'Minerals' }, 'Title is required'],
      [{ title: '', category: 'Minerals' }, 'Title is required'],
      [{ title: ' \t ', category: 'Minerals' }, 'Title is required'],
      [{ title: null, category: 'Minerals' }, 'Title is required'],
      [{ title: 'Stone' }, 'Category is required'],
      [{ title: 'Stone', category: '' }, 'Category is required'],
      [{ title: 'Stone', category: 'Rocks' }, 'Category is required'],
      [{ ...edit, price: '0' }, 'The price must be above 0'],
      [{ ...edit, price: '$0.00' }, 'The price must be above 0'],
      [{ ...edit, title: 'x'.repeat(201) }, 'Title is too long: use at most 200 characters'],
      [{ ...edit, title: 'a\u0000b' }, /not text/],
      [{ ...edit, description: '\ud800' }, /not text/],
      [{ ...edit, quantity: -1 }, 'Quantity must be at least 0'],
      [{ ...edit, quantity: 1.5 }, 'Quantity must be a whole number'],
      [{ ...edit, quantity: '2' }, 'Quantity must be a number'],
      [{ ...edit, status: 'gone' }, 'Status must be available, pending, or sold'],
      [{ ...edit, imageUrl: '/x.jpg' }, /imageUrl/],
      [{ ...edit, id: 7 }, /id/],
      [{}, 'Title is required'],
      [{ visible: 'yes' }, 'Visible must be true or false'],
      [{ visible: true, version: 1 }, 'Title is required'],
    ])('%j is answered 400', async (body, message) => {
      const before = await read();
      const response = await put(body);
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input']);
      expect(response.json().message).toMatch(message);
      expect(await read()).toEqual(before);
    });

    test('adds an event', async () => {
      await saved({ quantity: 2, price: '7' });
      const events = await shop.ctx.db
        .selectFrom('events')
        .selectAll()
        .where('specimen_id', '=', id)
        .where('actor', '=', 'owner')
        .execute();
      expect(events).toMatchObject([
        {
          kind: 'specimen_edited',
          data: {
            before: { quantity: 1, price: '100.00', status: 'available' },
            after: { quantity: 2, price: '7.00' },
          },
        },
      ]);
    });
  });

  describe('editing care notes', () => {
    test('is in the log, as they were and as they are; other edits say nothing of them', async () => {
      const logged = async () => {
        const events = await shop.ctx.db
          .selectFrom('events')
          .selectAll()
          .where('specimen_id', '=', id)
          .orderBy('id')
          .execute();
        return events.at(-1)?.data as { before: { care?: string[] }; after: { care?: string[] } };
      };
      const care: CareChange[] = [
        { note: 'dust', of: 'Nephrite', words: '' },
        { note: null, of: null, words: 'Keep it dry.' },
      ];
      await saved({ species: ['Nephrite'], care });
      expect([(await logged()).before.care, (await logged()).after.care]).toEqual([
        [],
        ['drop dust (Nephrite)', 'add: Keep it dry.'],
      ]);
      await saved({ species: ['Nephrite'], care, price: '8' });
      expect([(await logged()).before.care, (await logged()).after.care]).toEqual([
        undefined,
        undefined,
      ]);
      await saved({ species: ['Nephrite'], care: [] });
      expect((await logged()).after.care).toEqual([]);
    });
  });

  describe('editing in two windows', () => {
    test('refuses the later save with the present specimen, and changes nothing', async () => {
      const first = await put({ ...edit, title: 'By the first' }, { 'if-match': '"1"' });
      expect([first.statusCode, first.json().version]).toEqual([200, 2]);
      const second = await put({ ...edit, title: 'By the second' }, { 'if-match': '"1"' });
      expect([second.statusCode, second.json().code]).toEqual([412, 'changed_meanwhile']);
      expect(second.json().specimen).toEqual(first.json());
      expect((await read()).title).toBe('By the first');
      expect(
        (await put({ ...edit, title: 'By the second' }, { 'if-match': '"2"' })).json(),
      ).toMatchObject({
        title: 'By the second',
        version: 3,
      });
    });

    test.skipIf(engine === 'pglite')('lets one of two simultaneous saves win', async () => {
      const responses = await Promise.all(
        [1, 2, 3, 4].map((n) => put({ ...edit, title: `Window ${n}` }, { 'if-match': '"1"' })),
      );
      expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 412, 412, 412]);
      expect((await read()).version).toBe(2);
    });

    test('never conflicts with the switch in Manage, in either order', async () => {
      expect((await put({ visible: false }, { 'if-match': '"99"' })).json()).toMatchObject({
        visible: false,
        version: 1,
      });
      expect((await shop.visitor().get(`/api/specimens/${id}`)).statusCode).toBe(404);
      const saving = await put(
        { ...edit, title: 'Saved beside the switch' },
        { 'if-match': '"1"' },
      );
      expect(saving.json()).toMatchObject({
        title: 'Saved beside the switch',
        visible: false,
        version: 2,
      });
      expect((await put({ visible: true })).json()).toMatchObject({ visible: true, version: 2 });
    });

    test('conflicts with a payment that took a piece', async () => {
      const orderId = await order();
      await setOrder(orderId, 'paid');
      const response = await put({ ...edit, quantity: 1 }, { 'if-match': '"1"' });
      expect(response.statusCode).toBe(412);
      expect(response.json().specimen).toMatchObject({ quantity: 0, status: 'sold' });
    });

    onTheOtherToo.each([
      ['*', 200],
      ['W/"1"', 412],
      ['"1", "7", "8"', 200],
      ['"7", "1", "8"', 200],
      ['"7", "8", "1"', 200],
      ['"7","8"', 412],
      ['1', 200],
      ['nonsense', 412],
    ])('If-Match: %s is answered %i', async (header, status) => {
      expect((await put(edit, { 'if-match': header })).statusCode).toBe(status);
    });
  });

  describe('status and quantity beside orders', () => {
    test('stay as the admin set them, until the admin resets them', async () => {
      expect(await saved({ status: 'sold' })).toMatchObject({
        status: 'sold',
        quantity: 1,
        available: 0,
      });
      expect(
        (await shop.visitor().post('/api/orders', cartBody([{ specimenId: id, quantity: 1 }])))
          .statusCode,
      ).toBe(409);
      expect(await saved({ status: 'pending' })).toMatchObject({ status: 'pending', available: 0 });
      expect(await saved({ status: 'available' })).toMatchObject({
        status: 'available',
        available: 1,
      });
    });

    test('stay with the orders where an edit repeats the present status', async () => {
      const orderId = await order();
      expect(await saved({ title: 'Renamed', status: 'pending' })).toMatchObject({
        status: 'pending',
      });
      await setOrder(orderId, 'cancelled');
      expect(await read()).toMatchObject({ status: 'available', available: 1 });
    });

    test('cannot become available while an order holds the last piece, which the message names', async () => {
      const orderId = await order();
      expect(await refused({ status: 'available' })).toBe(
        `Order #${orderId} holds the last piece of “Fluorite, Elmwood”. Cancel that order first, or raise the quantity.`,
      );
    });

    test('cannot become available after an order bought the last piece, unless the quantity is raised', async () => {
      const orderId = await order();
      await setOrder(orderId, 'shipped');
      expect(await refused({ status: 'available' })).toContain(
        `Order #${orderId} bought the last piece`,
      );
      expect(await refused({ status: 'pending', quantity: 0 })).toContain(`#${orderId}`);
      expect(await saved({ status: 'available', quantity: 1 })).toMatchObject({
        status: 'available',
        quantity: 1,
        available: 1,
      });
    });

    test('become available with one piece where it sold out without an order', async () => {
      expect(await saved({ quantity: 0 })).toMatchObject({ status: 'sold', quantity: 0 });
      expect(await saved({ status: 'available' })).toMatchObject({
        status: 'available',
        quantity: 1,
        available: 1,
      });
    });

    test('cannot be less than what pending orders hold, which the message names', async () => {
      await saved({ quantity: 4 });
      const [a, b] = [await order(2), await order(1)];
      expect(await refused({ quantity: 2 })).toBe(
        `3 pieces of “Fluorite, Elmwood” are on hold (#${b}, #${a}), so the quantity can’t be less than 3.`,
      );
      expect(await saved({ quantity: 3 })).toMatchObject({
        status: 'pending',
        quantity: 3,
        available: 0,
      });
      expect(await saved({ quantity: 5 })).toMatchObject({
        status: 'available',
        quantity: 5,
        available: 2,
      });
    });

    test.skipIf(engine === 'pglite')(
      'agree when buyers and admin act at the same moment',
      async () => {
        await saved({ quantity: 3 });
        const buy = () =>
          shop.visitor().post('/api/orders', cartBody([{ specimenId: id, quantity: 1 }]));
        await Promise.all([
          buy(),
          put({ ...edit, quantity: 1 }),
          buy(),
          put({ ...edit, quantity: 2 }),
          buy(),
          put({ ...edit, quantity: 1 }),
        ]);
        expect(await auditBooks(shop.ctx.db)).toEqual([]);
      },
    );
  });

  describe('deleting', () => {
    const orderOf = async (orderId: number) => (await admin.get(`/api/orders/${orderId}`)).json();

    test('removes the specimen for good', async () => {
      const drops = shop.drops();
      const response = await admin.delete(`/api/specimens/${id}`);
      expect([response.statusCode, response.body]).toEqual([204, '']);
      expect(shop.drops()).toBe(drops + 1);
      for (const call of [
        () => admin.get(`/api/specimens/${id}`),
        () => admin.delete(`/api/specimens/${id}`),
        () => put(edit),
        () => put({ visible: true }),
      ]) {
        expect([(await call()).statusCode, (await call()).json().message]).toEqual([
          404,
          'Specimen not found',
        ]);
      }
      const last = shop.ctx.db
        .selectFrom('events')
        .select(['kind', 'data'])
        .where('specimen_id', '=', id)
        .orderBy('id', 'desc');
      expect(await last.executeTakeFirst()).toMatchObject({
        kind: 'specimen_deleted',
        data: { title: 'Fluorite, Elmwood' },
      });
    });

    test('leaves every order whole, to be finished as any other', async () => {
      await saved({ quantity: 3 });
      const [pending, paid, cancelled] = [await order(), await order(), await order()];
      await setOrder(paid, 'paid');
      await setOrder(cancelled, 'cancelled');
      expect((await admin.delete(`/api/specimens/${id}`)).statusCode).toBe(204);
      for (const orderId of [pending, paid, cancelled]) {
        const { specimenId, lines } = await orderOf(orderId);
        expect([specimenId, lines[0].specimenId, lines[0].title, lines[0].price]).toEqual([
          null,
          null,
          'Fluorite, Elmwood',
          '100.00',
        ]);
      }
      expect((await setOrder(pending, 'paid')).statusCode).toBe(200);
      expect((await setOrder(paid, 'cancelled')).statusCode).toBe(200);
      expect((await setOrder(cancelled, 'pending')).json().message).toContain(
        'has been deleted from the collection',
      );
      expect((await admin.delete(`/api/orders/${pending}`)).statusCode).toBe(204);
      expect(await stockOf(shop.ctx, [id])).toEqual(['gone']);
    });
  });

  test('a visitor gets the same response to every admin call, whether the specimen exists or not', async () => {
    const visitor = shop.visitor();
    const responses = await Promise.all(
      [id, 2_147_483_647, 'x'].flatMap((one) => [
        visitor.put(`/api/specimens/${one}`, { visible: false }),
        visitor.put(`/api/specimens/${one}`, { nonsense: true }),
        visitor.put(`/api/specimens/${one}/images`, { images: [] }),
        visitor.post(`/api/specimens/${one}/images`, {}),
        visitor.delete(`/api/specimens/${one}`),
        visitor.post('/api/specimens', {}),
        visitor.get('/api/manage/specimens?page=x'),
      ]),
    );
    expect(
      new Set(responses.map((response) => `${response.statusCode} ${response.body}`)).size,
    ).toBe(1);
    expect(responses[0]?.statusCode).toBe(401);
    expect((await read()).visible).toBe(true);
  });
});
