import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { clearOldIpAddresses } from '#core/server/admin/operations/ip-address-cleanup.service.ts';
import { claimKey } from '#core/server/selling/idempotency/idempotency.queries.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody, directBody, stockOf } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

onEveryDatabase((makeDatabase, engine) => {
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
  const countOrders = async () =>
    (await shop.ctx.db.selectFrom('orders').select('id').execute()).length;

  describe('the limit of unpaid orders', () => {
    let limited: TestApp;
    const order = async (body: object, remoteAddress: string) =>
      (
        await limited.app.inject({
          method: 'POST',
          url: '/api/orders',
          payload: body,
          remoteAddress,
        })
      ).statusCode;

    beforeAll(async () => {
      limited = await makeApp(database, { config: { rateLimits: true } });
      // Enough for sale that the orders of these tests are no large part of it.
      await add({ quantity: 5_000 });
    });
    afterAll(() => limited.app.close());

    test('an IP address may have five, until one is paid or cancelled or a day has passed', async () => {
      const ids = await add(...Array.from({ length: 9 }, () => ({})));
      const next = (n: number) =>
        order(
          { ...directBody(ids.pop() ?? 0), customerEmail: `buyer-${n}@one.example` },
          '192.0.2.1',
        );
      for (const n of [1, 2, 3, 4, 5]) expect(await next(n)).toBe(201);
      const id = ids.at(-1) ?? 0;
      const refused = await limited.app.inject({
        method: 'POST',
        url: '/api/orders',
        payload: directBody(id),
        remoteAddress: '192.0.2.1',
      });
      expect([refused.statusCode, refused.json().code]).toEqual([429, 'too_many_requests']);
      // Who reads it may have ordered nothing yet.
      expect(refused.json().message).toBe(
        'There are too many unpaid orders from your internet connection right now. If they are yours, please pay for them first. If not, write to us to order.',
      );
      expect(await stockOf(shop.ctx, [id])).toEqual(['1-0 available']);
      const admin = await limited.admin();
      const [newest] = (await admin.get('/api/orders')).json();
      await admin.put(`/api/orders/${newest.id}/status`, { status: 'paid' });
      expect(await next(6)).toBe(201);
      expect(await next(7)).toBe(429);
      limited.clock.forward({ hours: 24, seconds: 1 });
      await clearOldIpAddresses(limited.ctx, () => false);
      expect(await next(8)).toBe(201);
    });

    test('all addresses of a mailbox count together, wherever they order from', async () => {
      const ids = await add(...Array.from({ length: 7 }, () => ({})));
      const from = (customerEmail: string, n: number) =>
        order({ ...directBody(ids[n] ?? 0), customerEmail }, `198.51.${n}.1`);
      const addresses = [
        'm.box@gmail.com',
        'mbox+1@gmail.com',
        'mb.ox@googlemail.com',
        'MBOX@gmail.com',
        'mbox+2@googlemail.com',
      ];
      const codes = [];
      for (const [n, address] of [...addresses, 'mbox+3@gmail.com', 'other@gmail.com'].entries())
        codes.push(await from(address, n));
      expect(codes).toEqual([201, 201, 201, 201, 201, 429, 201]);
    });

    test('what cannot be taken anyway is refused in the same words, blocked or not', async () => {
      const admin = await limited.admin();
      const [blocked, other] = ['blocked@known.example', 'other@known.example'];
      await admin.request({
        method: 'PATCH',
        url: '/api/manage/buyers',
        payload: { email: blocked, isBlocked: true },
      });
      const remoteAddress = '192.0.2.77';
      const ids = await add(...Array.from({ length: 7 }, () => ({})));
      const bodiesOf = async (url: string, payload: (email: string) => object) => {
        const responses = [];
        for (const email of [blocked, other])
          responses.push(
            (
              await limited.app.inject({
                method: 'POST',
                url,
                payload: payload(email),
                remoteAddress,
              })
            ).body,
          );
        return responses;
      };
      const [many = 0] = await add({ quantity: 50 });
      const tooLarge = await bodiesOf('/api/orders', (customerEmail) => ({
        ...cartBody([{ specimenId: many, quantity: 11 }]),
        customerEmail,
      }));
      for (let n = 0; n < 5; n++)
        await order(
          { ...directBody(ids[n] ?? 0), customerEmail: `${n}@limit.example` },
          remoteAddress,
        );
      const tooMany = await bodiesOf('/api/orders', (customerEmail) => ({
        ...directBody(ids[5] ?? 0),
        customerEmail,
      }));
      for (const [first, second] of [tooLarge, tooMany]) {
        expect(first).toContain('too_many_requests');
        expect(first).toBe(second);
      }
    });

    test('a network may have three times as many, in IPv4 and in IPv6', async () => {
      const ids = await add(...Array.from({ length: 34 }, () => ({})));
      const from = (ipAddress: string, n: number) =>
        order(
          {
            ...directBody(ids.pop() ?? 0),
            customerEmail: `${ipAddress.replaceAll(/\W/g, '-')}-${n}@net.example`,
          },
          ipAddress,
        );
      for (const ipAddresses of [
        ['203.0.114.1', '203.0.114.2', '203.0.114.3', '203.0.114.4', '203.0.115.4'],
        [
          '2001:db8:7:1::1',
          '2001:db8:7:2::1',
          '2001:db8:7:3::1',
          '2001:db8:7:4::1',
          '2001:db8:8:4::1',
        ],
      ]) {
        for (const ipAddress of ipAddresses.slice(0, 3))
          for (const n of [1, 2, 3, 4, 5]) expect(await from(ipAddress, n)).toBe(201);
        const body = { ...directBody(ids.at(-1) ?? 0), customerEmail: 'late@net.example' };
        const refused = await limited.app.inject({
          method: 'POST',
          url: '/api/orders',
          payload: body,
          remoteAddress: ipAddresses[3],
        });
        // A buyer on the same network is not told of what is held for one buyer.
        expect([refused.statusCode, refused.json().message]).toEqual([
          429,
          'Please write to us to order. There are too many unpaid orders from your network right now.',
        ]);
        expect(await from(ipAddresses[4] ?? '', 1)).toBe(201);
      }
    });

    test('a buyer may hold ten unpaid pieces, in however many orders', async () => {
      const [lot = 0] = await add({ quantity: 50 });
      const some = (quantity: number) =>
        limited.app.inject({
          method: 'POST',
          url: '/api/orders',
          remoteAddress: '192.0.3.1',
          payload: {
            ...cartBody([{ specimenId: lot, quantity }]),
            customerEmail: 'many@pieces.example',
          },
        });
      expect((await some(11)).json().message).toBe(
        'Please order up to 10 pieces at a time, or write to us. That’s the most we hold for one buyer.',
      );
      expect((await some(7)).statusCode).toBe(201);
      const refused = await some(4);
      expect([refused.statusCode, refused.json().message]).toEqual([
        429,
        'Please pay for your unpaid orders first, or write to us. We hold up to 5 of them (10 pieces) per buyer.',
      ]);
      expect((await some(3)).statusCode).toBe(201);
      expect(await stockOf(shop.ctx, [lot])).toEqual(['50-10 available']);
      const atOnce = {
        ...cartBody([{ specimenId: lot, quantity: 10 }]),
        customerEmail: 'ten@pieces.example',
      };
      expect(await order(atOnce, '192.0.6.1')).toBe(201);
    });

    test('calls that place orders have a rate limit of their own, which comes first', async () => {
      const call = async (url: string) =>
        (await limited.app.inject({ method: 'POST', url, payload: {}, remoteAddress: '192.0.2.9' }))
          .statusCode;
      for (let n = 0; n < 30; n++) expect(await call('/api/orders')).toBe(400);
      expect(await call('/api/orders')).toBe(429);
      expect(await call('/api/auth/login')).toBe(400);
    });

    test('an email address may have five, in whatever case it is written', async () => {
      const ids = await add(...Array.from({ length: 6 }, () => ({})));
      const next = (n: number) =>
        order(
          {
            ...directBody(ids[n] ?? 0),
            customerEmail: n % 2 ? 'Eve@Two.example' : 'eve@two.example',
          },
          `198.51.100.${n + 1}`,
        );
      for (const n of [0, 1, 2, 3, 4]) expect(await next(n)).toBe(201);
      expect(await next(5)).toBe(429);
    });

    test('an order that could not be placed anyway says nothing about its email address', async () => {
      const [own = 0, lot = 0] = await add({}, { quantity: 50 });
      expect(
        await order({ ...directBody(own), customerEmail: 'victim@four.example' }, '192.0.4.1'),
      ).toBe(201);
      const probe = async (customerEmail: string, body: object) =>
        (
          await limited.app.inject({
            method: 'POST',
            url: '/api/orders',
            remoteAddress: '192.0.5.1',
            payload: { ...body, customerEmail },
          })
        ).json();
      for (const body of [
        cartBody([{ specimenId: 999_999, quantity: 10 }]),
        { ...cartBody([{ specimenId: lot, quantity: 10 }]), totalAmount: '0.01' },
        cartBody([{ specimenId: lot, quantity: 11 }]),
      ]) {
        expect(await probe('victim@four.example', body)).toEqual(
          await probe('nobody@four.example', body),
        );
      }
    });

    test.each(['Éva@five.example', 'eva@five.example'])(
      'the orders of %s are counted by email address',
      async (customerEmail) => {
        const ids = await add(...Array.from({ length: 6 }, () => ({})));
        const statuses = [];
        for (const [n, id] of ids.entries())
          statuses.push(await order({ ...directBody(id), customerEmail }, `198.51.101.${n + 1}`));
        expect(statuses).toEqual([201, 201, 201, 201, 201, 429]);
      },
    );

    test.skipIf(engine === 'pglite')(
      'orders placed at the same moment count against each other',
      async () => {
        const ids = await add(...Array.from({ length: 12 }, () => ({})));
        const body = (id: number, n: number) => ({
          ...directBody(id),
          customerEmail: `p${n}@three.example`,
        });
        const statuses = await Promise.all(ids.map((id, n) => order(body(id, n), '203.0.113.7')));
        expect(statuses.filter((status) => status === 201)).toHaveLength(5);
        expect(statuses.filter((status) => status === 429)).toHaveLength(7);
      },
    );
  });

  describe('an idempotency key', () => {
    const withKey = (key: string) => ({ 'idempotency-key': key });

    test('the same key and body give the same response and one order, which the repeating browser may read', async () => {
      const [id = 0] = await add({});
      const first = await place(directBody(id), withKey('same'));
      const before = await countOrders();
      const other = shop.visitor();
      const again = await other.post('/api/orders', directBody(id), withKey('same'));
      expect([again.statusCode, again.body]).toEqual([first.statusCode, first.body]);
      expect(await countOrders()).toBe(before);
      expect((await other.get(`/api/orders/${first.json().order.id}`)).statusCode).toBe(200);
    });

    test('a key with another body is refused, and places no second order', async () => {
      const [id = 0, another = 0] = await add({}, {});
      await placed(directBody(id), withKey('reused'));
      const response = await place(directBody(another), withKey('reused'));
      // Its id is for the admin alone.
      expect([response.statusCode, response.json()]).toEqual([
        422,
        { code: 'key_reused', message: expect.any(String) },
      ]);
      expect(await stockOf(shop.ctx, [another])).toEqual(['1-0 available']);
    });

    test('an order that fails does not use up its key', async () => {
      const [id = 0] = await add({});
      const body = { ...directBody(id), totalAmount: '1.00' };
      expect((await place(body, withKey('retry'))).statusCode).toBe(409);
      expect((await place(directBody(id), withKey('retry'))).statusCode).toBe(201);
    });

    test('a key expires after seven days', async () => {
      const [a = 0, b = 0] = await add({}, {});
      await placed(directBody(a), withKey('old'));
      shop.clock.forward({ days: 6, hours: 23 });
      expect((await place(directBody(b), withKey('old'))).statusCode).toBe(422);
      shop.clock.forward({ hours: 2 });
      expect((await place(directBody(b), withKey('old'))).statusCode).toBe(201);
    });

    test('a key expires at the very end of its seven days, and not a millisecond sooner', async () => {
      const [a = 0, b = 0] = await add({}, {});
      const { order } = await placed(directBody(a), withKey('on-the-edge'));
      const { db } = shop.ctx;
      const row = () => db.updateTable('idempotency_keys').where('order_id', '=', order.id);
      const age = (ms: number) =>
        new Date(shop.clock.now().getTime() - 7 * 24 * 60 * 60 * 1000 + ms).toISOString();
      await row()
        .set({ created_at: age(1) })
        .execute();
      expect((await place(directBody(b), withKey('on-the-edge'))).statusCode).toBe(422);
      await row()
        .set({ created_at: age(0) })
        .execute();
      expect((await place(directBody(b), withKey('on-the-edge'))).statusCode).toBe(201);
    });

    test('an order leaves the expired key of another buyer alone', async () => {
      const { db } = shop.ctx;
      const [expired, now] = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z'];
      const row = { body_hash: 'theirs', order_id: null, created_at: expired };
      await db
        .insertInto('idempotency_keys')
        .values([
          { key: 'mine', ...row },
          { key: 'theirs', ...row },
        ])
        .execute();
      const claimed = await inTransaction(db, (tx) =>
        claimKey(tx, { key: 'mine', bodyHash: 'anew', now, expired }),
      );
      expect(claimed).toBe(null);
      const left = db
        .selectFrom('idempotency_keys')
        .select(['key', 'body_hash'])
        .where('key', 'in', ['mine', 'theirs'])
        .orderBy('key');
      expect((await left.execute()).map((one) => ({ ...one }))).toEqual([
        { key: 'mine', body_hash: 'anew' },
        { key: 'theirs', body_hash: 'theirs' },
      ]);
    });

    test('an expired key is removed in the end', async () => {
      const { db } = shop.ctx;
      const expired = new Date(shop.clock.now().getTime() - 8 * 24 * 60 * 60 * 1000).toISOString();
      const rows = Array.from({ length: 250 }, (_, n) => ({
        key: `expired-${n}`,
        body_hash: '',
        order_id: null,
        created_at: expired,
      }));
      await db.insertInto('idempotency_keys').values(rows).execute();
      await db.deleteFrom('idempotency_keys').where('key', 'not like', 'expired-%').execute();
      const [id = 0] = await add({ quantity: 100 });
      for (let n = 0; n < 40; n++)
        await placed(cartBody([{ specimenId: id, quantity: 1 }]), withKey(`fresh-${n}`));
      const left = await db.selectFrom('idempotency_keys').select('key').execute();
      expect(left.map(({ key }) => key).every((key) => key.startsWith('fresh-'))).toBe(true);
      expect(left).toHaveLength(40);
    });

    test('the key of a deleted order is refused, with that reason', async () => {
      const [id = 0] = await add({});
      const { order } = await placed(directBody(id), withKey('deleted'));
      await (await shop.admin()).delete(`/api/orders/${order.id}`);
      const response = await place(directBody(id), withKey('deleted'));
      expect([response.statusCode, response.json().code]).toEqual([409, 'state_conflict']);
    });

    test.each(['', ' ', 'two words', 'é', 'x'.repeat(201)])(
      'the key %j is refused with 400',
      async (key) => {
        const [id = 0] = await add({});
        expect((await place(directBody(id), withKey(key))).statusCode).toBe(400);
      },
    );

    test('a key of 200 visible characters is accepted', async () => {
      const [id = 0] = await add({});
      expect((await place(directBody(id), withKey('~'.repeat(200)))).statusCode).toBe(201);
    });
  });
});
