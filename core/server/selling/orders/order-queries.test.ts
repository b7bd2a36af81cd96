/** Which orders each query lets in, and which it leaves out: of every condition a row stands there that it alone keeps away. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { orderStatuses } from '#core/contract/selling/order-statuses.ts';
import { keysOf } from '#core/contract/tables.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, type GivenOrder, hoursAgo, NOW } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { countByStatus, selectMatching } from './admin-orders.queries.ts';
import { selectClosedUntil, selectIdsOf, selectOpenIdsOf } from './erasure.queries.ts';
import { noteFirstSign, selectDueHolds, selectNextHold, updateHold } from './holds.queries.ts';
import { countPaid, hasOtherOrders, selectOthersOf } from './known-buyer.queries.ts';
import {
  addBuyer,
  clearIpAddresses,
  countUnpaid,
  deleteOrderRow,
  isBuyer,
  isEmailProved,
  selectOrders,
  selectOtherClaimant,
  updateOrder,
} from './orders.queries.ts';
import {
  countForSale,
  countStrangersPieces,
  selectStrangers,
  selectStrangersFrom,
} from './strangers.queries.ts';
import { countWaiting, selectWaiting } from './waiting-orders.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const add = (...given: GivenOrder) => addOrder(database.db, ...given);
  const ADA = 'ada@buyer.example';
  const eve = { customer_email: 'eve@evil.example' };

  test.each(orderStatuses)(
    'the time of payment is lost only where the status is pending: %s',
    async (status) => {
      const paidAt = async (before: string | null) => {
        const id = await add({ status: 'paid', paid_at: before });
        await inTransaction(database.db, (tx) => updateOrder(tx, id, status, NOW));
        return (
          await database.db
            .selectFrom('orders')
            .select('paid_at')
            .where('id', '=', id)
            .executeTakeFirstOrThrow()
        ).paid_at;
      };
      expect(await paidAt(hoursAgo(5))).toBe(status === 'pending' ? null : hoursAgo(5));
      expect(await paidAt(null)).toBe(status === 'paid' ? NOW : null);
    },
  );

  describe('holds', () => {
    const until = (hours: number) => ({
      hold_ends_at: hoursAgo(hours),
      hold_reminds_at: hoursAgo(hours),
    });

    test.each(['hold_ends_at', 'hold_reminds_at'] as const)(
      'are due by %s from that instant on, those of pending orders whose clock runs',
      async (column) => {
        const [atOnce, long, later] = [
          await add(until(0)),
          await add(until(5)),
          await add(until(-1)),
        ];
        await add({ ...until(6), status: 'paid' });
        await add({ ...until(6), status: 'cancelled' });
        await add({ ...until(6), payment_reported_at: hoursAgo(7), email_proved_at: hoursAgo(8) });
        await add({ ...until(6), hold_asked_at: hoursAgo(7) });
        await add({ ...until(6), payment_reported_at: hoursAgo(7), hold_asked_at: hoursAgo(7) });
        await add({ [column]: null });
        const unverified = await add({ ...until(4), payment_reported_at: hoursAgo(7) });
        expect(await selectDueHolds(database.db, column, NOW, 9)).toEqual([
          long,
          unverified,
          atOnce,
        ]);
        expect(await selectDueHolds(database.db, column, NOW, 1)).toEqual([long]);
        expect(await selectDueHolds(database.db, column, hoursAgo(-1), 9)).toEqual([
          long,
          unverified,
          atOnce,
          later,
        ]);
        expect(await selectNextHold(database.db, column)).toBe(hoursAgo(5));
      },
    );

    test('change for one order alone', async () => {
      const [one, two] = [await add(until(-1)), await add(until(-1))];
      await inTransaction(database.db, (tx) => updateHold(tx, one, { hold_ends_at: null }));
      const ends = await database.db
        .selectFrom('orders')
        .select(['id', 'hold_ends_at'])
        .orderBy('id')
        .execute();
      expect(ends.map((row) => [row.id, row.hold_ends_at])).toEqual([
        [one, null],
        [two, hoursAgo(-1)],
      ]);
    });

    test('of nobody are next', async () => {
      await add({ hold_ends_at: null, hold_reminds_at: hoursAgo(1) });
      expect(await selectNextHold(database.db, 'hold_ends_at')).toBeNull();
    });

    test('have a first sign of life once, while the order is pending', async () => {
      const [pending, other, cancelled] = [
        await add(),
        await add(),
        await add({ status: 'cancelled' }),
      ];
      const note = (id: number, at: string) =>
        inTransaction(database.db, (tx) => noteFirstSign(tx, id, at));
      expect([
        await note(pending, hoursAgo(2)),
        await note(pending, NOW),
        await note(cancelled, NOW),
      ]).toEqual([true, false, false]);
      const signs = await database.db
        .selectFrom('orders')
        .select(['id', 'sign_of_life_at'])
        .orderBy('id')
        .execute();
      expect(signs.map(({ id, sign_of_life_at: at }) => [id, at])).toEqual([
        [pending, hoursAgo(2)],
        [other, null],
        [cancelled, null],
      ]);
    });
  });

  describe('strangers', () => {
    const since = hoursAgo(1);
    const ends = { hold_ends_at: hoursAgo(-70) };

    test('hold what is pending and unproved; an endless hold counts for an hour, and a sale of the admin never', async () => {
      const old = await add(
        { ...eve, ...ends, created_at: hoursAgo(2), ip_address: '203.0.113.7' },
        [{ quantity: 2 }, { quantity: 3 }],
      );
      const fresh = await add({
        customer_email: 'kim@evil.example',
        created_at: hoursAgo(0.5),
        ip_address: '203.0.113.8',
      });
      const known = { customer_email: 'Known@buyer.example', created_at: hoursAgo(0.5) };
      await add({ ...eve, created_at: since });
      await add({ ...eve, ...ends, status: 'cancelled' });
      await add({ ...eve, ...ends, status: 'paid' });
      await add({ ...eve, ...ends, kind: 'elsewhere' });
      await add({ ...known, ...ends, status: 'cancelled', email_proved_at: hoursAgo(90) });
      await add({ ...known, ...ends, customer_email: 'known@BUYER.example' });
      expect(await countStrangersPieces(database.db, since)).toEqual({ all: 6, recent: 1 });
      const found = await selectStrangers(database.db, since, 9);
      expect(found.map(({ id, customer_email: email, pieces }) => [id, email, pieces])).toEqual([
        [fresh, 'kim@evil.example', 1],
        [old, 'eve@evil.example', 5],
      ]);
      expect(await selectStrangers(database.db, since, 1)).toHaveLength(1);
      const from = (source: Parameters<typeof selectStrangersFrom>[1], limit = 9) =>
        selectStrangersFrom(database.db, source, since, limit);
      expect(await from({ ipAddress: '203.0.113.7' })).toEqual([old]);
      expect(await from({ email: 'EVE@evil.example' })).toEqual([old]);
      expect([
        await from({ network: '203.0.113.' }),
        await from({ network: '203.0.113.' }, 1),
        await from({ network: '203.0.11' }),
      ]).toEqual([[old, fresh], [old], [old, fresh]]);
      expect(await from({ network: '0.113.' })).toEqual([]);
    });

    test('hold nothing of nothing', async () => {
      expect(await countStrangersPieces(database.db, since)).toEqual({ all: 0, recent: 0 });
    });

    test('could buy all pieces that are shown, for sale, priced and not sold', async () => {
      expect(await countForSale(database.db)).toBe(0);
      await addSpecimens(shop.ctx, [
        { quantity: 3 },
        { status: 'pending' as const },
        { visible: false, quantity: 10 },
        { forSale: false, quantity: 100 },
        { price: 'On request', quantity: 1_000 },
        { status: 'sold', quantity: 1 },
      ]);
      expect(await countForSale(database.db)).toBe(4);
    });

    test('are none once an address has proved itself with any order, in whatever capitals', async () => {
      await add({ email_proved_at: NOW });
      await add(eve);
      const proved = async (email: string) => isEmailProved(database.db, email);
      expect([
        await proved('ADA@Buyer.example'),
        await proved('eve@evil.example'),
        await proved('ada@buyer.exampl'),
      ]).toEqual([true, false, false]);
    });
  });

  test('what a source has not paid is what it has pending: orders, and the pieces in them', async () => {
    const mine = { ip_address: '203.0.113.7' };
    await add(mine, [{ quantity: 2 }, { quantity: 3 }]);
    await add({ ...mine, customer_email: 'ADA@buyer.example' });
    await add({ ...mine, status: 'paid' }, [{ quantity: 50 }]);
    await add({ ...mine, status: 'cancelled' }, [{ quantity: 50 }]);
    await add({ ...eve, ip_address: '203.0.113.70' }, [{ quantity: 7 }]);
    await add({ ...eve, ip_address: '203.0.114.7' }, [{ quantity: 90 }]);
    const unpaid = (source: Parameters<typeof countUnpaid>[1]) =>
      inTransaction(database.db, (tx) => countUnpaid(tx, source));
    expect(await unpaid({ ipAddress: '203.0.113.7' })).toEqual({ orders: 2, pieces: 6 });
    expect(await unpaid({ email: 'Ada@Buyer.example' })).toEqual({ orders: 2, pieces: 6 });
    expect(await unpaid({ network: '203.0.113.' })).toEqual({ orders: 3, pieces: 13 });
    expect(await unpaid({ email: 'nobody@buyer.example' })).toEqual({ orders: 0, pieces: 0 });
  });

  test('who is waited for, admin or buyer, is told of each order once, the longest wait first', async () => {
    const [endOfDay, both] = [
      hoursAgo(-10),
      { payment_reported_at: hoursAgo(3), hold_asked_at: hoursAgo(4) },
    ];
    const proved = { email_proved_at: hoursAgo(9) };
    const reported = [
      await add({ payment_reported_at: hoursAgo(1) }),
      await add({ ...both, ...proved, hold_ends_at: hoursAgo(2) }),
    ];
    reported.unshift(
      await add({ payment_reported_at: hoursAgo(0.5), ...proved, hold_ends_at: hoursAgo(-1) }),
    );
    const unverified = [
      await add({ payment_reported_at: hoursAgo(1), hold_ends_at: hoursAgo(-1) }),
    ];
    unverified.push(await add({ ...both, hold_ends_at: hoursAgo(2) }));
    const ended = [
      await add({ hold_asked_at: hoursAgo(1), hold_ends_at: hoursAgo(2) }),
      await add({ hold_asked_at: hoursAgo(2) }),
    ];
    const ending = [
      await add({ hold_ends_at: hoursAgo(-9) }),
      await add({ hold_ends_at: hoursAgo(1) }),
    ];
    const fresh: number[] = [];
    for (const change of [
      {},
      { hold_ends_at: endOfDay },
      { hold_ends_at: hoursAgo(-1), awaits_proof: true },
    ])
      fresh.push(await add(change));
    const before = { created_at: hoursAgo(15) };
    const onHold = [
      await add({ ...before, hold_ends_at: hoursAgo(-20) }),
      await add({ ...before, hold_ends_at: endOfDay }),
    ].toReversed();
    const paid = [
      await add({ status: 'paid', ...both, hold_ends_at: hoursAgo(1) }),
      await add({ status: 'paid' }),
    ];
    for (const status of ['shipped', 'delivered', 'cancelled'] as const)
      await add({ status, ...both, hold_ends_at: hoursAgo(1) });
    await add({ status: 'cancelled', hold_asked_at: hoursAgo(1) });
    await add({ status: 'cancelled', hold_ends_at: hoursAgo(1) });
    const expected = {
      reported: reported.toReversed(),
      unverified: unverified.toReversed(),
      ended: ended.toReversed(),
      ending: ending.toReversed(),
      paid,
      fresh,
      onHold,
    };
    for (const which of keysOf(expected)) {
      const ids = (await selectWaiting(database.db, which, endOfDay, 9)).map(({ id }) => id);
      expect([ids, await countWaiting(database.db, which, endOfDay)], which).toEqual([
        expected[which],
        expected[which].length,
      ]);
      expect(await selectWaiting(database.db, which, endOfDay, 1)).toHaveLength(1);
    }
  });

  test('a buyer’s other orders are those of the same address, in whatever capitals', async () => {
    const statuses = ['pending', 'paid', 'shipped', 'delivered', 'cancelled'] as const;
    const ids: number[] = [];
    for (const [n, status] of statuses.entries())
      ids.push(
        await add({
          status,
          total_cents: 10 ** n,
          customer_email: n % 2 ? ADA : 'Ada@Buyer.example',
        }),
      );
    const alone = await add({ ...eve, status: 'paid', total_cents: 999_999 });
    const moved = (
      order_id = 0,
      kind: 'payment' | 'refund' | 'fee' = 'payment',
      amount_cents = 0,
    ) => ({
      order_id,
      kind,
      amount_cents,
      at: NOW,
    });
    await database.db
      .insertInto('order_money')
      .values([
        moved(ids[1], 'payment', 1000),
        moved(ids[4], 'payment', 300),
        moved(ids[4], 'refund', 190),
        moved(ids[1], 'fee', 7),
      ])
      .execute();
    await database.db
      .insertInto('order_money')
      .values(moved(alone, 'payment', 999_999))
      .execute();
    const [first = 0, second = 0] = ids;
    expect([
      await countPaid(database.db, ADA),
      await countPaid(database.db, 'no@buyer.example'),
    ]).toEqual([
      { orders: 5, paidCents: 1110 },
      { orders: 0, paidCents: 0 },
    ]);
    const others = async (limit: number) =>
      (await selectOthersOf(database.db, ADA, second, limit)).map(({ id }) => id);
    expect([await others(9), await others(2)]).toEqual([
      ids.toReversed().filter((id) => id !== second),
      ids.slice(3).toReversed(),
    ]);
    const hasOthers = (email: string, id: number) =>
      inTransaction(database.db, (tx) => hasOtherOrders(tx, email, id));
    expect([await hasOthers(ADA, first), await hasOthers('eve@evil.example', alone)]).toEqual([
      true,
      false,
    ]);
    expect([
      await selectIdsOf(database.db, 'ADA@BUYER.example'),
      await selectOpenIdsOf(database.db, ADA),
    ]).toEqual([ids, ids.slice(0, 3)]);
  });

  test('what is anonymised was closed and last changed long enough ago, and has a buyer’s data still', async () => {
    const old = { created_at: hoursAgo(20), updated_at: hoursAgo(10) };
    const delivered = await add({ ...old, status: 'delivered' });
    const cancelled = await add({ ...old, status: 'cancelled', created_at: hoursAgo(21) });
    for (const status of ['pending', 'paid', 'shipped'] as const) await add({ ...old, status });
    await add({ ...old, status: 'delivered', created_at: hoursAgo(19) });
    await add({ ...old, status: 'delivered', updated_at: hoursAgo(9) });
    await add({ ...old, status: 'delivered', erased_at: hoursAgo(10) });
    const closed = (limit: number) =>
      selectClosedUntil(database.db, hoursAgo(20), hoursAgo(10), limit);
    expect([await closed(9), await closed(1)]).toEqual([[cancelled, delivered], [cancelled]]);
  });

  test('who else has a piece is the newest other order that holds or has taken it', async () => {
    const [specimen = 0, other = 0] = await addSpecimens(shop.ctx, [{ quantity: 9 }, {}]);
    const of = (specimen_id: number, change: object = {}) => add(change, [{ specimen_id }]);
    const [paid, own] = [await of(specimen, { status: 'paid' }), await of(specimen)];
    await of(specimen, { status: 'cancelled' });
    const alone = await of(other);
    expect(await selectOtherClaimant(database.db, specimen, own)).toBe(paid);
    expect(await selectOtherClaimant(database.db, other, alone)).toBeNull();
    const newer = await of(specimen);
    expect([
      await selectOtherClaimant(database.db, specimen, own),
      await selectOtherClaimant(database.db, other, own),
    ]).not.toContain(paid);
    expect(await selectOtherClaimant(database.db, specimen, own)).toBe(newer);
  });

  test('IP addresses of orders placed by then are cleared, a batch at a time', async () => {
    const ip_address = '203.0.113.7';
    for (const hours of [24, 25, 26, 23]) await add({ ip_address, created_at: hoursAgo(hours) });
    await add({ created_at: hoursAgo(30) });
    const clear = (limit: number) => clearIpAddresses(database.db, hoursAgo(24), limit);
    expect([await clear(2), await clear(9), await clear(9)]).toEqual([2, 1, 0]);
    const left = await database.db
      .selectFrom('orders')
      .select('created_at')
      .where('ip_address', '<>', '')
      .execute();
    expect(left.map(({ created_at }) => created_at)).toEqual([hoursAgo(23)]);
  });

  test('a browser reads the orders that it was let in to, and no others', async () => {
    const [mine, theirs] = [await add(), await add()];
    await inTransaction(database.db, async (tx) => {
      for (const [id, hash] of [
        [mine, 'my hash'],
        [mine, 'my hash'],
        [theirs, 'their hash'],
      ] as const)
        await addBuyer(tx, id, hash);
    });
    const may = (id: number, ...hashes: string[]) => isBuyer(database.db, id, hashes);
    expect([
      await may(mine, 'x', 'my hash'),
      await may(theirs, 'my hash'),
      await may(mine, 'x'),
    ]).toEqual([true, false, false]);
  });

  test('the admin finds orders by all of the words, by number, status and age, newest first and page by page', async () => {
    const ids: number[] = [];
    for (const [n, search_text] of [
      'ada azurite',
      'ada beryl',
      'bo azurite 100%',
      'ada azurite',
    ].entries())
      ids.push(
        await add({ search_text, created_at: hoursAgo(n), status: n === 3 ? 'paid' : 'pending' }),
      );
    const [one = 0, two = 0, three = 0, four = 0] = ids;
    const found = async (
      filter: Partial<Parameters<typeof selectMatching>[1]>,
      offset = 0,
      limit = 9,
    ) =>
      (await selectMatching(database.db, { tokens: [], ...filter }, offset, limit)).map(
        ({ id }) => id,
      );
    expect(await found({ tokens: ['ada', 'azurite'] })).toEqual([four, one]);
    expect([await found({ tokens: ['100%'] }), await found({ tokens: ['1%0'] })]).toEqual([
      [three],
      [],
    ]);
    expect([
      await found({ tokens: [`#${two}`] }),
      await found({ tokens: [`${two}`, 'beryl'] }),
      await found({ tokens: [`#${two}`, 'bo'] }),
    ]).toEqual([[two], [two], []]);
    const old = await add({ id: 1234, created_at: hoursAgo(9) });
    const numbers = ['#1234', '1234', 'x1234', '1234x', '01234', '123'];
    expect(await Promise.all(numbers.map((token) => found({ tokens: [token] })))).toEqual([
      [old],
      [old],
      [],
      [],
      [],
      [],
    ]);
    await inTransaction(database.db, (tx) => deleteOrderRow(tx, old));
    expect([await found({ status: 'paid' }), await found({ placedBefore: hoursAgo(1) })]).toEqual([
      [four],
      [four, three],
    ]);
    expect([await found({}, 1, 2), await found({}, 3)]).toEqual([[three, two], [one]]);
    const counts = await countByStatus(database.db, { tokens: ['azurite'] }, hoursAgo(1));
    expect(counts.toSorted((a, b) => a.count - b.count)).toEqual([
      { status: 'paid', count: 1, older: 1 },
      { status: 'pending', count: 2, older: 1 },
    ]);
    const page = async (before: number | null, limit: number) =>
      (await selectOrders(database.db, before, limit)).map(({ id }) => id);
    expect([await page(null, 2), await page(three, 9)]).toEqual([
      [four, three],
      [two, one],
    ]);
  });
});
