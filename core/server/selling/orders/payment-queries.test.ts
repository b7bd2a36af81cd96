/** Which payments are used: of every condition a row stands there that it alone keeps away. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Tx } from '#platform/db/db.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder } from '#tests/support/order-rows.ts';
import {
  deleteUsed,
  detachUsed,
  insertUsed,
  moveUsed,
  selectOtherWith,
  selectUsed,
} from './payments.queries.ts';
import { claimPayment, hashOf, replacePayment } from './used-payments.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    for (const table of ['used_payments', 'orders'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(() => database.close());

  const add = (change: Parameters<typeof addOrder>[1] = {}) => addOrder(database.db, change);
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database.db, work);
  const used = async () =>
    (
      await database.db.selectFrom('used_payments').selectAll().orderBy('payment_hash').execute()
    ).map((row) => [row.payment_hash, row.order_id]);

  test('a payment is used once, for an order or for one that is gone', async () => {
    const [one, two] = [await add(), await add()];
    expect(
      await within(async (tx) => [
        await insertUsed(tx, 'a', one),
        await insertUsed(tx, 'a', two),
        await insertUsed(tx, 'b', two),
      ]),
    ).toEqual([true, false, true]);
    expect(await used()).toEqual([
      ['a', one],
      ['b', two],
    ]);
    await within((tx) => detachUsed(tx, one));
    expect(
      await within(async (tx) => [
        (await selectUsed(tx, ['a']))[0]?.order_id,
        (await selectUsed(tx, ['b']))[0]?.order_id,
        (await selectUsed(tx, ['c']))[0]?.order_id,
      ]),
    ).toEqual([null, two, undefined]);
    expect([
      await selectUsed(database.db, ['a', 'c']),
      await selectUsed(database.db, []),
    ]).toMatchObject([[{ payment_hash: 'a', order_id: null }], []]);
    // Only what is of an order is freed, and only that of the hash.
    await within(async (tx) => insertUsed(tx, 'c', one));
    await within(async (tx) => [await deleteUsed(tx, 'a'), await deleteUsed(tx, 'b')]);
    expect(await used()).toEqual([
      ['a', null],
      ['c', one],
    ]);
  });

  test('a used payment moves from the order that lost it, and from no other', async () => {
    const [one, two, three] = [await add(), await add(), await add()];
    await within(async (tx) => [
      await insertUsed(tx, 'a', one),
      await insertUsed(tx, 'b', one),
      await insertUsed(tx, 'c', two),
    ]);
    await within(async (tx) => [
      await moveUsed(tx, 'a', one, three),
      await moveUsed(tx, 'c', one, three),
    ]);
    expect(await used()).toEqual([
      ['a', three],
      ['b', one],
      ['c', two],
    ]);
  });

  test('the other order with an id is the oldest that has it, and not the order itself', async () => {
    const [first, second, third] = [
      await add({ venmo_payment_id: 'a' }),
      await add({ venmo_payment_id: 'a' }),
      await add({ venmo_payment_id: 'b' }),
    ];
    const other = (id: number, paymentId = 'a') =>
      within((tx) => selectOtherWith(tx, paymentId, id));
    expect([
      await other(first),
      await other(second),
      await other(third),
      await other(third, 'b'),
    ]).toEqual([second, first, first, undefined]);
  });

  test('an order claims a payment that is unused or its own, and that is noted on no other', async () => {
    const [mine, theirs] = [
      await add({ venmo_payment_id: 'typed' }),
      await add({ venmo_payment_id: 'twice' }),
    ];
    const claim = (id: number, paymentId: string) =>
      within((tx) => claimPayment(tx, id, paymentId));
    expect([
      await claim(mine, 'typed'),
      await claim(mine, 'typed'),
      await claim(theirs, 'typed'),
    ]).toEqual([true, true, false]);
    await database.db
      .updateTable('orders')
      .set({ venmo_payment_id: 'twice' })
      .where('id', '=', mine)
      .execute();
    await within((tx) => insertUsed(tx, hashOf('twice'), mine));
    expect([await claim(mine, 'twice'), await claim(theirs, 'twice')]).toEqual([false, false]);
  });

  test('no order claims what is used for another one, or was for one that is gone', async () => {
    const [mine, gone] = [await add(), await add()];
    await within(async (tx) => [
      await insertUsed(tx, hashOf('a'), mine),
      await insertUsed(tx, hashOf('b'), gone),
      await detachUsed(tx, gone),
    ]);
    const other = await add();
    const claim = (id: number, paymentId: string) =>
      within((tx) => claimPayment(tx, id, paymentId));
    expect([await claim(other, 'a'), await claim(other, 'b'), await claim(mine, 'a')]).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('an id that is changed frees only what it replaces, and one that is saved again frees nothing', async () => {
    const [one, two] = [await add(), await add({ venmo_payment_id: 'b' })];
    const replace = (before: string | null, after: string | null) =>
      within((tx) => replacePayment(tx, one, before, after));
    const orders = async () => new Map((await used()) as [string, number | null][]);
    await replace(null, 'a');
    expect((await orders()).get(hashOf('a'))).toBe(one);
    const three = await add({ venmo_payment_id: 'a' });
    await replace('a', 'a');
    expect(await orders()).toEqual(new Map([[hashOf('a'), one]]));
    await database.db.deleteFrom('orders').where('id', '=', three).execute();
    await replace('a', 'b');
    expect(await orders()).toEqual(new Map([[hashOf('b'), one]]));
    // The other order with this id has it from now on.
    await replace('b', null);
    expect(await orders()).toEqual(new Map([[hashOf('b'), two]]));
  });
});
