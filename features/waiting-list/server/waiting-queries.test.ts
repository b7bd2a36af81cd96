/** Which entries each query lets in, and which it leaves out: of every condition a row stands there that it alone keeps away. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { WaitingEntries } from '#features/waiting-list/server/tables.ts';
import type { Tx } from '#platform/db/db.ts';
import type { NewRow } from '#platform/db/schema.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, hoursAgo, NOW } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import {
  clearEmails,
  clearIpAddresses,
  deleteEntries,
  endEntry,
  insertEntry,
  selectBlocked,
  selectDueLines,
  selectEndedWithEmail,
  selectEntriesOf,
  selectEntriesSince,
  selectEntry,
  selectKnown,
  selectLine,
  selectNextEnd,
  selectOffered,
  selectOffers,
  selectOrphans,
  selectReservedUntil,
  selectUnconfirmed,
  updateEntry,
} from './waiting-list.queries.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let piece: number;
  let other: number;
  let n = 0;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    for (const table of ['waiting_entries', 'specimens', 'buyers'] as const)
      await database.db.deleteFrom(table).execute();
    [piece = 0, other = 0] = await addSpecimens(shop.ctx, [
      { title: 'Amethyst' },
      { title: 'Beryl' },
    ]);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(database.db, work);
  /** An entry that waits for the piece since an hour ago, where nothing else is said. */
  const add = (change: Partial<NewRow<WaitingEntries>> = {}) => {
    n += 1;
    const row = {
      specimen_id: piece,
      title: 'Amethyst',
      email: `w${n}@waiter.example`,
      entry_key: `key ${n}`,
      ip_address: '203.0.113.7',
    };
    return within((tx) =>
      insertEntry(tx, { ...row, created_at: hoursAgo(2), confirmed_at: hoursAgo(1), ...change }),
    );
  };
  const ENDED = { ended_at: hoursAgo(1), ended_as: 'left' } as const;
  const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id);

  test('in line are those who have confirmed and not left, by when they confirmed', async () => {
    const [late, early, same] = [await add({ confirmed_at: NOW }), await add(), await add()];
    for (const change of [
      { confirmed_at: null },
      ENDED,
      { specimen_id: other },
      { specimen_id: null },
    ])
      await add(change);
    expect(idsOf(await selectLine(database.db, piece))).toEqual([early, same, late]);
  });

  test('an offer may be used until its end, by the entry that has it and has not ended', async () => {
    const longer = await add({ offered_until: hoursAgo(-3), specimen_id: other });
    const [lasting, over, none] = [
      await add({ offered_until: hoursAgo(-1) }),
      await add({ offered_until: NOW }),
      await add(),
    ];
    const ended = await add({ offered_until: hoursAgo(-1), ...ENDED });
    const ids = [lasting, over, none, ended];
    expect([
      idsOf(await selectOffered(database.db, ids, NOW)),
      await selectOffered(database.db, [], NOW),
    ]).toEqual([[lasting], []]);
    expect(idsOf(await selectOffers(database.db, NOW))).toEqual([lasting, longer]);
    expect(await selectNextEnd(database.db)).toBe(NOW);
    await within((tx) => deleteEntries(tx, [over]));
    expect(await selectNextEnd(database.db)).toBe(hoursAgo(-1));
    await within((tx) => deleteEntries(tx, [lasting, longer]));
    expect(await selectNextEnd(database.db)).toBeNull();
  });

  test('a piece is reserved until the first of its offers ends that last, and for nobody where none does', async () => {
    await add();
    await add({ offered_until: NOW });
    await add({ offered_until: hoursAgo(-1), specimen_id: other });
    await add({ offered_until: hoursAgo(-1), ...ENDED });
    expect(await selectReservedUntil(database.db, piece, NOW)).toBeNull();
    for (const hours of [-3, -2]) await add({ offered_until: hoursAgo(hours) });
    expect(await selectReservedUntil(database.db, piece, NOW)).toBe(hoursAgo(-2));
  });

  test('what has ended is not changed, nor ended again; an offer is taken only while it lasts', async () => {
    const [open, ended, over] = [
      await add({ offered_until: hoursAgo(-1) }),
      await add(ENDED),
      await add({ offered_until: NOW }),
    ];
    await within(async (tx) => {
      expect([
        await updateEntry(tx, open, { offers: 3 }),
        await updateEntry(tx, ended, { offers: 3 }),
      ]).toEqual([true, false]);
      expect(await endEntry(tx, ended, 'bought', NOW)).toBeUndefined();
      expect(await endEntry(tx, over, 'bought', NOW, NOW)).toBeUndefined();
      expect(await endEntry(tx, open, 'bought', NOW, NOW)).toMatchObject({
        id: open,
        ended_as: 'bought',
        ended_at: NOW,
        offers: 3,
      });
      expect(await endEntry(tx, over, 'passed', NOW)).toMatchObject({
        id: over,
        ended_as: 'passed',
      });
    });
    expect(await selectEntry(database.db, ended)).toMatchObject({ ...ENDED, offers: 0 });
  });

  test('blocked are those in line whose address is blocked, in whatever capitals', async () => {
    const buyers = [
      { email: 'eva@waiter.example', note: '', blocked_at: NOW },
      { email: 'noted@waiter.example', note: 'Collects beryl', blocked_at: null },
    ];
    await database.db.insertInto('buyers').values(buyers).execute();
    const blocked = await add({ email: 'EVA@Waiter.example' });
    const eva = { email: 'eva@waiter.example' };
    for (const change of [
      { ...eva, ...ENDED },
      { ...eva, specimen_id: other },
      { email: 'noted@waiter.example' },
      {},
    ])
      await add(change);
    expect(await within((tx) => selectBlocked(tx, piece))).toEqual([blocked]);
  });

  test('known are the open entries whose address has proved itself with an order', async () => {
    await addOrder(database.db, {
      customer_email: 'Known@waiter.example',
      email_proved_at: hoursAgo(1),
    });
    await addOrder(database.db, { customer_email: 'stranger@waiter.example' });
    const known = await add({ email: 'kNOWN@waiter.example' });
    const asked = await add({ email: 'known@waiter.example', confirmed_at: null });
    await add({ email: 'known@waiter.example', ...ENDED });
    await add({ email: 'known@waiter.example', specimen_id: other });
    await add({ email: 'stranger@waiter.example' });
    expect(new Set(await within((tx) => selectKnown(tx, piece)))).toEqual(new Set([known, asked]));
    await database.db.deleteFrom('orders').execute();
  });

  test('of an address, or since an instant, all entries count, whatever became of them', async () => {
    const [first, ended, open] = [
      await add({ email: 'EVA@waiter.example' }),
      await add({ email: 'eva@waiter.example', ...ENDED }),
      await add(),
    ];
    expect(idsOf(await selectEntriesOf(database.db, 'Eva@Waiter.example'))).toEqual([ended, first]);
    const created = [hoursAgo(0.25), hoursAgo(0.5), hoursAgo(1)];
    for (const [index, id] of [first, ended, open].entries())
      await database.db
        .updateTable('waiting_entries')
        .set({ created_at: created[index] ?? '' })
        .where('id', '=', id)
        .execute();
    const since = await within((tx) => selectEntriesSince(tx, hoursAgo(1)));
    expect(since.map(({ created_at }) => created_at)).toEqual([hoursAgo(0.5), hoursAgo(0.25)]);
  });

  test('forgotten are questions that nobody answered, what ended long ago, and IP addresses by then', async () => {
    const young = await add({ confirmed_at: null });
    const unanswered = await add({ confirmed_at: null, created_at: hoursAgo(24) });
    const answered = await add({ created_at: hoursAgo(24) });
    const ended = await add({ ...ENDED, ended_at: hoursAgo(24) });
    await add({ ...ENDED, ended_at: hoursAgo(23) });
    const forgotten = await add({ ...ENDED, ended_at: hoursAgo(24), email: '', ip_address: '' });
    const more = await add({
      ...ENDED,
      confirmed_at: null,
      created_at: hoursAgo(30),
      ended_at: hoursAgo(24),
    });
    const until = hoursAgo(24);
    expect(idsOf(await selectUnconfirmed(database.db, until, 9)).toSorted((a, b) => a - b)).toEqual(
      [unanswered, more],
    );
    expect(
      idsOf(await selectEndedWithEmail(database.db, until, 9)).toSorted((a, b) => a - b),
    ).toEqual([ended, more]);
    expect(
      [
        await selectUnconfirmed(database.db, until, 1),
        await selectEndedWithEmail(database.db, until, 1),
      ].map((some) => some.length),
    ).toEqual([1, 1]);
    await clearIpAddresses(database.db, until);
    const withAddress = await database.db
      .selectFrom('waiting_entries')
      .select('id')
      .where('ip_address', '<>', '')
      .orderBy('id')
      .execute();
    expect(idsOf(withAddress)).not.toContain(answered);
    expect(withAddress.length).toBe(3);
    await within(async (tx) => {
      await clearEmails(tx, [ended]);
      await clearEmails(tx, []);
      await deleteEntries(tx, [unanswered]);
      await deleteEntries(tx, []);
    });
    const left = await database.db
      .selectFrom('waiting_entries')
      .select(['id', 'email'])
      .orderBy('id')
      .execute();
    expect([left.length, left.filter(({ email }) => email === '').map(({ id }) => id)]).toEqual([
      6,
      [ended, forgotten],
    ]);
    expect(idsOf(left)).toContain(young);
  });

  test('who waits for what has been deleted has confirmed, and not left', async () => {
    const [orphan, second] = [await add({ specimen_id: null }), await add({ specimen_id: null })];
    for (const change of [
      {},
      { specimen_id: null, ...ENDED },
      { specimen_id: null, confirmed_at: null },
    ])
      await add(change);
    expect([await selectOrphans(database.db, 9), await selectOrphans(database.db, 1)]).toEqual([
      [orphan, second],
      [orphan],
    ]);
  });

  test('a line is due where something may be to happen in it, and for no other reason', async () => {
    /** A piece that is held, as long as nothing else is said, and one who waits for it. */
    const isDue = async (
      stock: object,
      entries: Partial<NewRow<WaitingEntries>>[] = [{}],
      { isOff = false, waiting = entries.length } = {},
    ) => {
      await database.db.deleteFrom('waiting_entries').execute();
      await database.db
        .updateTable('specimens')
        .set({
          quantity: 1,
          held: 1,
          waiting,
          visible: true,
          for_sale: true,
          price_cents: 1,
          shipping_cents: 1,
          status_by_hand: null,
          ...stock,
        })
        .where('id', '=', piece)
        .execute();
      for (const entry of entries) await add(entry);
      return (await selectDueLines(database.db, NOW, isOff, 9)).length > 0;
    };
    const offered = { offered_until: hoursAgo(-1) };
    expect(await isDue({})).toBe(false);
    expect(await isDue({ held: 0 })).toBe(true);
    expect(await isDue({ held: 0 }, [offered])).toBe(false);
    expect(await isDue({ held: 0 }, [offered, {}])).toBe(false);
    expect(await isDue({ quantity: 3 }, [offered, {}])).toBe(true);
    expect(await isDue({ held: 0 }, [{ offered_until: NOW }])).toBe(true);
    expect(await isDue({}, [offered])).toBe(true);
    expect(await isDue({ held: 0, status_by_hand: 'pending' }, [offered])).toBe(true);
    expect(await isDue({ held: 0, status_by_hand: 'pending' })).toBe(false);
    expect(await isDue({ quantity: 0, held: 0 })).toBe(true);
    for (const gone of [
      { visible: false },
      { for_sale: false },
      { price_cents: null },
      { shipping_cents: null },
      { status_by_hand: 'sold' },
    ])
      expect(await isDue(gone), JSON.stringify(gone)).toBe(true);
    expect(await isDue({}, [{}], { isOff: true })).toBe(true);
    expect(await isDue({ held: 0 }, [offered], { isOff: true })).toBe(false);
    // The counter is behind what has confirmed, or before it; without one nobody waits.
    expect(
      await isDue({}, [{}, { confirmed_at: null }, ENDED, { specimen_id: other }], { waiting: 1 }),
    ).toBe(false);
    expect(await isDue({}, [{}, {}], { waiting: 1 })).toBe(true);
    expect(await isDue({}, [ENDED], { waiting: 1 })).toBe(true);
    for (const unwanted of [{ held: 0 }, { quantity: 0, held: 0 }, { visible: false }])
      expect(await isDue(unwanted, [], { waiting: 0 }), JSON.stringify(unwanted)).toBe(false);
    await database.db
      .insertInto('buyers')
      .values({ email: 'eva@waiter.example', note: '', blocked_at: null })
      .execute();
    const eva = { email: 'EVA@waiter.example' };
    expect(await isDue({}, [eva])).toBe(false);
    await database.db.updateTable('buyers').set({ blocked_at: NOW }).execute();
    expect(await isDue({}, [eva])).toBe(true);
  });

  test('lines that are due come in the order of their pieces, up to the limit', async () => {
    await database.db.updateTable('specimens').set({ waiting: 1 }).execute();
    for (const specimen_id of [other, piece]) await add({ specimen_id });
    const due = (limit: number) => selectDueLines(database.db, NOW, false, limit);
    expect([await due(9), await due(1)]).toEqual([[piece, other], [piece]]);
  });
});
