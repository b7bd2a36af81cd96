import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { createSpecimen } from '#core/server/catalogue/specimens/editing/adding.service.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody, directBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens, addVideo } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let buyer: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(() => {
    buyer = shop.visitor();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const add = (...inputs: Parameters<typeof addSpecimens>[1]) => addSpecimens(shop.ctx, inputs);
  const place = (body: object, headers?: Record<string, string>) =>
    buyer.post('/api/orders', body, headers);
  const placed = async (body: object, headers?: Record<string, string>): Promise<PlacedOrder> => {
    const response = await place(body, headers);
    expect(response.statusCode, response.body).toBe(201);
    return response.json();
  };

  const setVenmo = async (enabled: boolean) =>
    (await shop.admin()).put('/api/settings/venmo_settings', {
      venmoUsername: 'druse-shop',
      paymentInstructions: 'Say the number.',
      enabled,
    });

  test('an order leaves one line in the log, with nothing of its buyer', async () => {
    const [id = 0] = await add({ price: '120.00', shippingPrice: '8.50' });
    const logging = await makeApp(database, { config: { logLevel: 'info' } });
    const { order } = (
      await logging.visitor().post('/api/orders', directBody(id))
    ).json<PlacedOrder>();
    const lines = logging.log.filter((line) => line.includes('an order was placed'));
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ order: order.id, lines: 1, total: '128.50' }),
    ]);
    expect(lines.join()).not.toMatch(/ada|butte|quarry/i);
    await logging.app.close();
  });

  describe('ordering a cart', () => {
    test('a cart becomes an order with the shop’s titles and prices, and holds its pieces', async () => {
      const [amethyst = 0, pyrite = 0] = await add(
        { title: 'Amethyst', price: '120', shippingPrice: '8.50', quantity: 3 },
        { title: 'Pyrite', price: '45.50', shippingPrice: '' },
      );
      const drops = shop.drops();
      const body = {
        ...cartBody([
          {
            specimenId: amethyst,
            quantity: 2,
            title: 'Cheap stone',
            price: '1.00',
            shippingPrice: 0,
            imageUrl: 'x.jpg',
          },
          { specimenId: pyrite, quantity: 1 },
        ]),
        totalAmount: '302.50',
        notes: '  Please wrap it. ',
        venmoUsername: '@@ada',
      };
      const response = await place(body);
      expect(response.statusCode, response.body).toBe(201);
      expect(response.headers['cache-control']).toBe('no-store');
      const { order, ...rest } = response.json<PlacedOrder>();
      expect(rest).toEqual({});
      expect(order).toEqual({
        id: order.id,
        specimenId: amethyst,
        kind: 'cart',
        customerName: 'Ada Buyer',
        customerEmail: 'ada@buyer.example',
        customerAddress: '1 Quarry Road, Butte',
        subtotalAmount: '285.50',
        shippingAmount: '17.00',
        totalAmount: '302.50',
        status: 'pending',
        venmoUsername: '@ada',
        venmoPaymentId: null,
        carrier: null,
        trackingNumber: null,
        trackingUrl: null,
        notes: 'Please wrap it.\nOrder contains multiple items',
        buyerNotes: 'Please wrap it.',
        createdAt: shop.clock.now().toISOString(),
        heldUntil: new Date(shop.clock.now().getTime() + 72 * 60 * 60 * 1000).toISOString(),
        paymentReportedAt: null,
        awaitsProof: false,
        secretPath: expect.stringMatching(
          new RegExp(`^/order-confirmation/${order.id}#key=[\\w-]{32}$`),
        ),
        lines: [
          expect.objectContaining({
            specimenId: amethyst,
            title: 'Amethyst',
            price: '120.00',
            shippingPrice: '8.50',
            quantity: 2,
            lineTotal: '240.00',
          }),
          expect.objectContaining({
            specimenId: pyrite,
            title: 'Pyrite',
            price: '45.50',
            shippingPrice: '0.00',
            quantity: 1,
            lineTotal: '45.50',
          }),
        ],
      });
      expect(order.lines[0]?.imageUrl).toMatch(/^\/media\/[0-9a-f]{32}-full\.jpg$/);
      expect(await stockOf(shop.ctx, [amethyst, pyrite])).toEqual(['3-2 available', '1-1 pending']);
      expect(shop.drops()).toBe(drops + 1);
      const events = await shop.ctx.db
        .selectFrom('events')
        .select(['kind', 'actor', 'specimen_id'])
        .where('order_id', '=', order.id)
        .orderBy('id')
        .execute();
      expect(events.map((event) => [event.kind, event.actor, event.specimen_id])).toEqual([
        ['order_placed', 'buyer', null],
        ['hold', 'buyer', amethyst],
        ['hold', 'buyer', pyrite],
      ]);
    });

    test('a line shows a video by its poster', async () => {
      const { ctx } = shop;
      const media = [{ mediaId: await addVideo(ctx), alt: 'Turning', light: null }];
      const input = specimenInput.parse({
        title: 'Video',
        category: 'Minerals',
        price: '5',
        forSale: true,
      });
      const { id, main } = await createSpecimen(ctx, input, media);
      const [line] = (await placed(cartBody([{ specimenId: id, quantity: 1 }]))).order.lines;
      const { media_id } = await database.db
        .selectFrom('order_lines')
        .select('media_id')
        .where('id', '=', line?.id ?? 0)
        .executeTakeFirstOrThrow();
      expect(isVideo(main) && main.poster.id).toBe(media_id);
      // A name of its own: see media-visibility.test.ts.
      expect(line?.imageUrl).toMatch(/^\/media\/[0-9a-f]{32}-full\.jpg$/);
      expect(line?.imageUrl).not.toContain(media_id);
    });

    test('an order of one line has the buyer’s notes alone, or none', async () => {
      const [a = 0, b = 0] = await add({}, {});
      expect(
        (await placed({ ...cartBody([{ specimenId: a, quantity: 1 }]), notes: 'Hello' })).order,
      ).toMatchObject({
        notes: 'Hello',
        buyerNotes: 'Hello',
      });
      const { order } = await placed({
        ...cartBody([{ specimenId: b, quantity: 1 }]),
        notes: ' ',
        venmoUsername: '@',
      });
      expect(order).toMatchObject({ notes: null, buyerNotes: null, venmoUsername: null });
    });

    test('the same specimen twice becomes one line', async () => {
      const [id = 0] = await add({ quantity: 3 });
      const { order } = await placed(
        cartBody([
          { specimenId: id, quantity: 1 },
          { specimenId: id, quantity: 2 },
        ]),
      );
      expect(order.lines).toMatchObject([{ specimenId: id, quantity: 3 }]);
      expect(await stockOf(shop.ctx, [id])).toEqual(['3-3 pending']);
    });

    test('shipping is free from a subtotal of 500.00', async () => {
      const [id = 0] = await add({ price: '250', shippingPrice: '20', quantity: 2 });
      const { order } = await placed({
        ...cartBody([{ specimenId: id, quantity: 2 }]),
        totalAmount: '500.00',
      });
      expect(order).toMatchObject({
        subtotalAmount: '500.00',
        shippingAmount: '0.00',
        totalAmount: '500.00',
      });
    });

    test('a cart of ten specimens is accepted, and one of eleven is refused', async () => {
      const ids = await add(...Array.from({ length: 11 }, () => ({})));
      const items = ids.map((specimenId) => ({ specimenId, quantity: 1 }));
      const response = await place(cartBody(items));
      expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input']);
      expect(
        (await placed(cartBody(items.slice(0, 10)))).order.lines.map((line) => line.specimenId),
      ).toEqual(ids.slice(0, 10));
    });
  });

  test('an order is charged by the rule of the shop, and a client that reckoned otherwise is told the total', async () => {
    const admin = await shop.admin();
    const [a = 0, b = 0] = await add(
      { price: '100', shippingPrice: '10' },
      { price: '50', shippingPrice: '25' },
    );
    const items = [a, b].map((specimenId) => ({ specimenId, quantity: 1 }));
    const rule = { charge: 'flat', flatAmount: '30.00', freeFrom: '' };
    await admin.put('/api/settings/shipping_rule', rule);
    const refused = await place({ ...cartBody(items), totalAmount: '175.00' });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      {
        code: 'total_changed',
        message: expect.stringContaining('is $180.00.'),
        totals: { totalAmount: '180.00' },
      },
    ]);
    await admin.put('/api/settings/shipping_rule', { ...rule, charge: 'dearest' });
    expect((await placed({ ...cartBody(items), totalAmount: '175.00' })).order).toMatchObject({
      shippingAmount: '25.00',
      totalAmount: '175.00',
    });
    await admin.put('/api/settings/shipping_rule', {});
  });

  describe('buying directly', () => {
    test('a direct purchase costs price plus shipping, also from 500.00 on, and says how to pay', async () => {
      const [id = 0] = await add({ price: '600', shippingPrice: '25' });
      await setVenmo(true);
      const { order, venmoSettings } = await placed({ ...directBody(id), totalAmount: '625.00' });
      expect(order).toMatchObject({
        kind: 'direct',
        specimenId: id,
        totalAmount: '625.00',
        shippingAmount: '25.00',
        venmoUsername: '@ada',
      });
      expect(venmoSettings).toEqual({
        venmoUsername: 'druse-shop',
        paymentInstructions: 'Say the number.',
      });
    });

    test('while Venmo is switched off, no Venmo name is wanted and the response does not mention it', async () => {
      const [id = 0] = await add({});
      await setVenmo(false);
      const body = { ...directBody(id), venmoUsername: undefined };
      const key = { 'idempotency-key': 'placed-without-venmo' };
      const first = await placed(body, key);
      expect(first).not.toHaveProperty('venmoSettings');
      // A repeated call has already ordered.
      await setVenmo(true);
      expect((await placed(body, key)).order.id).toBe(first.order.id);
    });

    test('while Venmo is switched on, a Venmo name that is only an @ is refused', async () => {
      const [id = 0] = await add({});
      await setVenmo(true);
      const response = await place({ ...directBody(id), venmoUsername: ' @ ' });
      expect([response.statusCode, response.json().message]).toEqual([
        400,
        'Please enter your Venmo username',
      ]);
    });
  });

  describe('the total that the buyer saw', () => {
    test('a total below the shop’s is refused with the right amounts, and nothing is held', async () => {
      const [id = 0] = await add({});
      const response = await place({
        ...cartBody([{ specimenId: id, quantity: 1 }]),
        totalAmount: '109.99',
      });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        code: 'total_changed',
        message: expect.stringContaining('$110.00'),
        totals: { subtotalAmount: '100.00', shippingAmount: '10.00', totalAmount: '110.00' },
      });
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
    });

    test('an equal or higher total is accepted, and the shop’s is charged', async () => {
      const [a = 0, b = 0] = await add({}, {});
      expect(
        (await placed({ ...cartBody([{ specimenId: a, quantity: 1 }]), totalAmount: '110' })).order
          .totalAmount,
      ).toBe('110.00');
      expect((await placed({ ...directBody(b), totalAmount: '$1,000.00' })).order.totalAmount).toBe(
        '110.00',
      );
    });

    test.each(['', 'free', '-110.00', '110,00', 'NaN', '1e9'])(
      'a total of %j is refused with 400',
      async (totalAmount) => {
        const [id = 0] = await add({});
        const response = await place({
          ...cartBody([{ specimenId: id, quantity: 1 }]),
          totalAmount,
        });
        expect([response.statusCode, response.json().issues?.[0]?.path]).toEqual([
          400,
          'totalAmount',
        ]);
      },
    );
  });

  describe('a line that cannot be ordered', () => {
    test('each lost line is named with its reason, and the rest of the cart is not held', async () => {
      const [
        free = 0,
        sold = 0,
        byHand = 0,
        hidden = 0,
        onRequest = 0,
        shipping = 0,
        notForSale = 0,
        few = 0,
      ] = await add(
        { title: 'Free' },
        { title: 'Sold', status: 'sold' },
        { title: 'Pending', status: 'pending' },
        { title: 'Secret', visible: false },
        { title: 'On request', price: 'Price on request' },
        { title: 'Heavy', shippingPrice: 'ask us' },
        { title: 'Kept', forSale: false },
        { title: 'Pair', quantity: 2 },
      );
      const items = [free, sold, byHand, hidden, onRequest, shipping, notForSale].map(
        (specimenId) => ({
          specimenId,
          quantity: 1,
          title: 'My stone',
        }),
      );
      const response = await place({
        ...cartBody([
          ...items,
          { specimenId: few, quantity: 3 },
          { specimenId: 2_000_000_000, quantity: 1 },
        ]),
        totalAmount: '1.00',
      });
      expect(response.statusCode).toBe(409);
      const { code, message, lines } = response.json();
      expect(code).toBe('specimen_unavailable');
      expect(lines).toEqual([
        { specimenId: sold, title: 'Sold', reason: 'sold', available: 0 },
        { specimenId: byHand, title: 'Pending', reason: 'pending', available: 0 },
        { specimenId: hidden, title: 'My stone', reason: 'gone', available: 0 },
        { specimenId: onRequest, title: 'On request', reason: 'not_for_sale', available: 0 },
        { specimenId: shipping, title: 'Heavy', reason: 'not_for_sale', available: 0 },
        { specimenId: notForSale, title: 'Kept', reason: 'not_for_sale', available: 0 },
        { specimenId: few, title: 'Pair', reason: 'not_enough', available: 2 },
        { specimenId: 2_000_000_000, title: 'Specimen 2000000000', reason: 'gone', available: 0 },
      ]);
      expect(message).toContain('“Sold” has been sold.');
      expect(message).toContain('Only 2 of “Pair” are left.');
      expect(message).not.toContain('Secret');
      expect(await stockOf(shop.ctx, [free, few])).toEqual(['1-0 available', '2-0 available']);
    });

    test('a specimen that another order holds is reported as pending', async () => {
      const [id = 0] = await add({ title: 'Beryl' });
      await placed(directBody(id));
      const response = await place({ ...directBody(id), totalAmount: '0.01' });
      expect(response.statusCode).toBe(409);
      expect(response.json()).toMatchObject({
        message: '“Beryl” is on hold for another buyer.',
        lines: [{ specimenId: id, reason: 'pending' }],
      });
    });

    test('hidden and unknown specimens look the same', async () => {
      const [hidden = 0] = await add({ visible: false });
      const one = await place(directBody(hidden));
      const other = await place(directBody(2_000_000_000));
      expect(one.statusCode).toBe(409);
      expect(one.body.replaceAll(String(hidden), 'id')).toBe(
        other.body.replaceAll('2000000000', 'id'),
      );
    });
  });

  describe('an invalid body', () => {
    const item = { specimenId: 1, quantity: 1 };
    const cart = cartBody([item]);
    const bad: [string, unknown][] = [
      ['an array', []],
      ['a text', 'order'],
      ['null', null],
      ['empty', {}],
      ['an empty cart', { ...cart, items: [] }],
      ['items that are no list', { ...cart, items: item }],
      ['a negative quantity', { ...cart, items: [{ ...item, quantity: -1 }] }],
      ['half a piece', { ...cart, items: [{ ...item, quantity: 0.5 }] }],
      ['a quantity in words', { ...cart, items: [{ ...item, quantity: '1' }] }],
      ['an id beyond the database', { ...cart, items: [{ ...item, specimenId: 2 ** 31 }] }],
      ['an unknown field', { ...cart, discount: 100 }],
      ['an unknown field of a line', { ...cart, items: [{ ...item, discount: 100 }] }],
      ['a status', { ...directBody(1), status: 'paid' }],
      ['no name', { ...cart, customerName: ' A ' }],
      ['no email address', { ...cart, customerEmail: 'ada' }],
      [
        'a header in the email address',
        { ...cart, customerEmail: 'ada@buyer.example\r\nBcc: all@buyer.example' },
      ],
      ['U+0085 in the email address', { ...cart, customerEmail: 'ada\u0085@buyer.example' }],
      ['a line break in the name', { ...cart, customerName: 'Ada\nBuyer' }],
      ['a control character in the Venmo name', { ...cart, venmoUsername: 'ada\u0001' }],
      ['no address', { ...cart, customerAddress: 'short' }],
      ['a long name', { ...cart, customerName: 'x'.repeat(201) }],
      ['a long address', { ...cart, customerAddress: 'x'.repeat(1_001) }],
      ['long notes', { ...cart, notes: 'x'.repeat(2_001) }],
      ['U+0000', { ...cart, notes: 'a\0b' }],
      ['a lone surrogate', { ...cart, customerName: 'Ada \ud800' }],
      ['a total that is a number', { ...cart, totalAmount: 110 }],
      ['a direct form without a specimen', { ...directBody(1), specimenId: undefined }],
    ];
    test.each(bad)('%s is refused with 400 and a message', async (_name, body) => {
      const response = await buyer.request({
        method: 'POST',
        url: '/api/orders',
        payload: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      });
      expect(response.statusCode, response.body).toBe(400);
      expect(response.json()).toMatchObject({
        code: expect.stringMatching(/^(invalid_input|bad_request)$/),
        message: expect.stringMatching(/./),
      });
    });

    test('the message is the one of the form that the body comes from', async () => {
      await setVenmo(true);
      expect((await place({ ...cart, items: [] })).json().message).toBe(
        'Your cart is empty. Add some items before checking out.',
      );
      expect((await place({ ...cart, customerName: 'A' })).json()).toMatchObject({
        message: 'Name must be at least 2 characters',
        issues: [{ path: 'customerName' }],
      });
      expect(
        (await place({ ...cart, items: [{ ...item, quantity: 0 }] })).json().issues[0].path,
      ).toBe('items.0.quantity');
      expect((await place({ ...directBody(1), venmoUsername: '' })).json().message).toBe(
        'Please enter your Venmo username',
      );
    });
  });
});
