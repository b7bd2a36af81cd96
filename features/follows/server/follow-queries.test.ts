/** Which follows each query lets in, and which it leaves out: of every condition a row stands there that it alone keeps away. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Follows } from '#features/follows/server/tables.ts';
import type { Tx } from '#platform/db/db.ts';
import type { NewRow } from '#platform/db/schema.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hoursAgo, NOW } from '#tests/support/order-rows.ts';
import {
  clearIpAddresses,
  confirm,
  deleteFollows,
  insertFollow,
  noteLook,
  selectDue,
  selectFollow,
  selectFollowers,
  selectFollowsOf,
  selectFollowsSince,
  selectNextLook,
  selectUnconfirmed,
} from './follows.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let n = 0;

  beforeAll(async () => {
    database = await makeDatabase();
  });
  beforeEach(async () => {
    await database.db.deleteFrom('follows').execute();
  });
  afterAll(() => database.close());

  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database.db, work);
  /** A follow that is confirmed and due now, where nothing else is said. */
  const add = async (change: Partial<NewRow<Follows>> = {}) => {
    n += 1;
    const row = {
      query: 'category=Minerals',
      email: `f${n}@follower.example`,
      follow_key: `key ${n}`,
      ip_address: '203.0.113.7',
    };
    const times = { created_at: hoursAgo(2), confirmed_at: hoursAgo(1), look_at: NOW };
    return (await within((tx) => insertFollow(tx, { ...row, ...times, known: '[]', ...change })))
      .id;
  };
  const unconfirmed = { confirmed_at: null, look_at: null };

  test('it is confirmed once, and no other with it', async () => {
    const [one, two] = [await add(unconfirmed), await add(unconfirmed)];
    const confirmAt = (at: string) =>
      within((tx) => confirm(tx, one, { at, lookAt: at, known: [7] }));
    expect([await confirmAt(hoursAgo(1)), await confirmAt(NOW)]).toEqual([true, false]);
    expect(await selectFollow(database.db, one)).toMatchObject({
      confirmed_at: hoursAgo(1),
      look_at: hoursAgo(1),
      known: [7],
    });
    expect(await selectFollow(database.db, two)).toMatchObject({
      confirmed_at: null,
      look_at: null,
      known: [],
    });
  });

  test('a look is noted by the process that looked first, and for its list alone', async () => {
    const [one, two] = [await add(), await add()];
    const look = (mails: number) =>
      within((tx) =>
        noteLook(tx, { id: one, look_at: NOW }, { lookAt: hoursAgo(-1), known: [mails], mails }),
      );
    expect([await look(1), await look(2)]).toEqual([true, false]);
    expect(await selectFollow(database.db, one)).toMatchObject({
      look_at: hoursAgo(-1),
      known: [1],
      mails: 1,
    });
    expect(await selectFollow(database.db, two)).toMatchObject({
      look_at: NOW,
      known: [],
      mails: 0,
    });
  });

  test('lists are looked at from their time on, the one that waits longest first', async () => {
    expect(await selectNextLook(database.db)).toBeNull();
    const [now, early] = [await add(), await add({ look_at: hoursAgo(3) })];
    await add({ look_at: hoursAgo(-1) });
    await add(unconfirmed);
    expect([await selectDue(database.db, NOW, 9), await selectDue(database.db, NOW, 1)]).toEqual([
      [early, now],
      [early],
    ]);
    expect(await selectNextLook(database.db)).toBe(hoursAgo(3));
  });

  test('of an address all its follows count, and of an hour what was asked for since', async () => {
    const [first, second] = [
      await add({ email: 'IVO@follower.example', created_at: NOW }),
      await add({ ...unconfirmed, email: 'ivo@follower.example' }),
    ];
    await add();
    const found = await selectFollowsOf(database.db, 'Ivo@Follower.example');
    expect(found.map(({ id }) => id)).toEqual([second, first]);
    await database.db
      .updateTable('follows')
      .set({ created_at: hoursAgo(1) })
      .where('id', '=', second)
      .execute();
    const since = async (hours: number) =>
      (await within((tx) => selectFollowsSince(tx, hoursAgo(hours)))).map(
        ({ created_at }) => created_at,
      );
    expect([await since(1), await since(1.5)]).toEqual([[NOW], [hoursAgo(1), NOW]]);
  });

  test('questions that nobody answered go after their time, and IP addresses with it', async () => {
    const old = { created_at: hoursAgo(24) };
    const [unanswered, second] = [
      await add({ ...unconfirmed, ...old }),
      await add({ ...unconfirmed, ...old }),
    ];
    const answered = await add(old);
    const young = await add(unconfirmed);
    expect(
      (await selectUnconfirmed(database.db, hoursAgo(24), 9)).toSorted((a, b) => a - b),
    ).toEqual([unanswered, second]);
    expect(await selectUnconfirmed(database.db, hoursAgo(24), 1)).toHaveLength(1);
    await clearIpAddresses(database.db, hoursAgo(24));
    const withAddress = await database.db
      .selectFrom('follows')
      .select('id')
      .where('ip_address', '<>', '')
      .execute();
    expect(withAddress.map(({ id }) => id)).toEqual([young]);
    const deleted = await within(async (tx) => [
      ...(await deleteFollows(tx, [])),
      ...(await deleteFollows(tx, [unanswered, second])),
    ]);
    expect(deleted.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([unanswered, second]);
    expect([
      await selectFollow(database.db, unanswered),
      (await selectFollow(database.db, answered))?.id,
    ]).toEqual([undefined, answered]);
  });

  test('lists are named with how many have confirmed to follow them, the most first', async () => {
    for (const query of ['b', 'c', 'c', 'a']) await add({ query });
    for (const query of ['a', 'd']) await add({ ...unconfirmed, query });
    const lists = async (limit: number) =>
      (await selectFollowers(database.db, limit)).map(({ query, followers }) => [query, followers]);
    expect(await lists(9)).toEqual([
      ['c', 2],
      ['a', 1],
      ['b', 1],
    ]);
    expect(await lists(1)).toEqual([['c', 2]]);
  });
});
