/** What the queries for one order, or for some, do to it and to no other: a second order stands beside it in each test. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { insertEvents } from '#core/server/admin/events/events.queries.ts';
import type { Tx } from '#platform/db/db.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, type GivenOrder, hoursAgo, NOW } from '#tests/support/order-rows.ts';
import { eraseBuyer, updateNotes } from './admin-orders.queries.ts';
import {
  addBuyer,
  deleteOrderRow,
  isBuyer,
  lockOrder,
  proveEmail,
  selectLines,
  selectOrder,
  selectOrderEvents,
  selectOrdersOf,
  updateOrder,
} from './orders.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens', 'events', 'buyers'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const add = (...given: GivenOrder) => addOrder(database.db, ...given);
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database.db, work);
  const read = (id: number) => selectOrder(database.db, id);

  test('an order is read and locked by its id, with its lines and its events in their sequence', async () => {
    const one = await add({ customer_name: 'Ada' }, [{ title: 'Azurite' }, { title: 'Agate' }]);
    const two = await add({ customer_name: 'Bo' }, [{ title: 'Beryl' }]);
    const three = await add({ customer_name: 'Cy' });
    expect([(await read(two))?.customer_name, await read(three + 50)]).toEqual(['Bo', undefined]);
    const locked = await within(async (tx) => [
      (await lockOrder(tx, two))?.customer_name,
      await lockOrder(tx, three + 50),
    ]);
    expect(locked).toEqual(['Bo', undefined]);
    expect(
      (await selectOrdersOf(database.db, [one, three]))
        .map(({ id }) => id)
        .toSorted((a, b) => a - b),
    ).toEqual([one, three]);
    const lines = await selectLines(database.db, [two, one]);
    expect(lines.map(({ title }) => title)).toEqual(['Azurite', 'Agate', 'Beryl']);
    await within((tx) =>
      insertEvents(
        tx,
        [one, two, one].map((order_id, n) => ({
          created_at: hoursAgo(n),
          actor: 'owner',
          kind: `event ${n}`,
          data: '{}',
          specimen_id: null,
          order_id,
        })),
      ),
    );
    expect((await selectOrderEvents(database.db, one)).map(({ kind }) => kind)).toEqual([
      'event 0',
      'event 2',
    ]);
  });

  test('an order has the status it is given, with the claim of its lines', async () => {
    const [one, two] = [
      await add({ updated_at: hoursAgo(5) }),
      await add({ updated_at: hoursAgo(5) }),
    ];
    await within((tx) => updateOrder(tx, one, 'paid', NOW));
    expect(await read(one)).toMatchObject({
      status: 'paid',
      paid_at: NOW,
      updated_at: NOW,
      email_proved_at: NOW,
    });
    expect(await read(two)).toMatchObject({
      status: 'pending',
      paid_at: null,
      updated_at: hoursAgo(5),
      email_proved_at: null,
    });
    await within((tx) => updateOrder(tx, two, 'cancelled', NOW));
    expect(await read(two)).toMatchObject({ status: 'cancelled', email_proved_at: null });
    const claims = (await selectLines(database.db, [one, two])).map(({ claim }) => claim);
    expect(claims).toEqual(['taken', 'none']);
  });

  test('an order has proved its email address when it did first', async () => {
    const [one, two] = [await add(), await add()];
    for (const at of [hoursAgo(3), NOW]) await proveEmail(database.db, one, at);
    expect([(await read(one))?.email_proved_at, (await read(two))?.email_proved_at]).toEqual([
      hoursAgo(3),
      null,
    ]);
  });

  test('an order has the notes that the admin changes, and the others as they were', async () => {
    const [one, two] = [
      await add({ carrier: 'usps', updated_at: hoursAgo(5) }),
      await add({ updated_at: hoursAgo(5) }),
    ];
    await within((tx) =>
      updateNotes(tx, one, { tracking_number: '94', private_note: 'Gift' }, NOW),
    );
    expect(await read(one)).toMatchObject({
      carrier: 'usps',
      tracking_number: '94',
      private_note: 'Gift',
      updated_at: NOW,
    });
    expect(await read(two)).toMatchObject({
      tracking_number: null,
      private_note: null,
      updated_at: hoursAgo(5),
    });
  });

  test('an order loses all that identifies its buyer, with who may read it', async () => {
    const personal = {
      customer_name: 'Ada',
      customer_email: 'ada@buyer.example',
      customer_address: '1 Quarry Road',
      notes: 'Ring twice',
      venmo_username: 'ada',
      venmo_payment_id: '4',
      paid_how: 'Venmo',
      private_note: 'Neighbour',
      carrier: 'usps',
      tracking_number: '94',
      ip_address: '203.0.113.7',
      email_proved_at: NOW,
      search_text: 'ada',
      updated_at: hoursAgo(5),
    };
    const [one, two] = [await add(personal), await add(personal)];
    for (const id of [one, two]) await within((tx) => addBuyer(tx, id, 'a hash'));
    const whole = () => database.db.selectFrom('orders').selectAll().orderBy('id').execute();
    const before = await whole();
    await within((tx) => eraseBuyer(tx, one, { name: 'Erased', searchText: 'azurite', now: NOW }));
    const [erased, other] = await whole();
    expect(other).toEqual(before[1]);
    const gone = Object.fromEntries(Object.keys(personal).map((column) => [column, null]));
    expect(erased).toEqual({
      ...before[0],
      ...gone,
      customer_name: 'Erased',
      customer_address: 'Erased',
      customer_email: '',
      ip_address: '',
      search_text: 'azurite',
      erased_at: NOW,
      updated_at: NOW,
    });
    expect([
      await isBuyer(database.db, one, ['a hash']),
      await isBuyer(database.db, two, ['a hash']),
    ]).toEqual([false, true]);
  });

  test('an order is deleted with its lines, and no other is', async () => {
    const [one, two] = [await add(), await add()];
    await within((tx) => deleteOrderRow(tx, one));
    expect([await read(one), (await read(two))?.id]).toEqual([undefined, two]);
    expect((await selectLines(database.db, [one, two])).map(({ order_id }) => order_id)).toEqual([
      two,
    ]);
  });
});
