import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '#core/contract/problems.ts';
import { perform } from '#core/server/perform.ts';
import type { WaitingEntries } from '#features/waiting-list/server/tables.ts';
import type { NewRow } from '#platform/db/schema.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hoursAgo } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { checkLimits, checkPlaces } from './waiting-limits.ts';
import { selectLine } from './waiting-list.queries.ts';

const IVO = 'ivo@waiter.example';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let piece: number;
  let other: number;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    for (const table of ['waiting_entries', 'specimens'] as const)
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

  type Entry = NewRow<WaitingEntries>;
  /** Adds this many unconfirmed entries for the piece, requested half an hour ago, each from its own address and network. */
  async function add(count: number, change: Partial<Entry> = {}) {
    const rows = Array.from({ length: count }, (_, n): Entry => {
      const asked = {
        specimen_id: piece,
        title: 'Amethyst',
        email: `w${n}@waiter.example`,
        entry_key: '',
        ip_address: `10.0.${n}.1`,
      };
      return { ...asked, created_at: hoursAgo(0.5), confirmed_at: null, ...change };
    });
    await database.db.insertInto('waiting_entries').values(rows).execute();
  }
  const ask = (change: object = {}) =>
    perform(shop.ctx, 'buyer', (act) =>
      checkLimits(act, {
        ipAddress: '203.0.113.7',
        specimenId: piece,
        email: IVO,
        ...change,
      }),
    ).catch((error: unknown) => (error instanceof Problem ? error.code : String(error)));

  test('all addresses of a mailbox count together', async () => {
    for (const email of ['ivo+a@waiter.example', 'IVO+b@waiter.example', IVO])
      await add(1, { email });
    expect([
      await ask({ email: 'ivo+c@waiter.example' }),
      await ask({ email: 'i.vo@waiter.example' }),
    ]).toEqual([false, true]);
  });

  test('in an hour twenty may ask for one piece, and a hundred in all', async () => {
    await add(19);
    expect(await ask()).toBe(true);
    await add(1);
    expect([await ask(), await ask({ specimenId: other })]).toEqual(['too_many_requests', true]);
    await add(79, { specimen_id: null });
    expect(await ask({ specimenId: other })).toBe(true);
    await add(1, { specimen_id: null });
    expect(await ask({ specimenId: other })).toBe('too_many_requests');
    await database.db
      .updateTable('waiting_entries')
      .set({ created_at: hoursAgo(1) })
      .execute();
    expect(await ask()).toBe(true);
  });

  test('two networks cannot close a line to others', async () => {
    await add(9, { ip_address: '198.51.100.9' });
    expect([await ask({ ipAddress: '198.51.100.10' }), await ask()]).toEqual([true, true]);
    await add(1, { ip_address: '198.51.100.9' });
    expect([await ask({ ipAddress: '198.51.100.10' }), await ask()]).toEqual([
      'too_many_requests',
      true,
    ]);
    await add(1, { ip_address: '203.0.113.8' });
    expect(await ask()).toBe(true);
    await add(1, { ip_address: '203.0.113.8' });
    expect([
      await ask(),
      await ask({ ipAddress: '203.0.114.7' }),
      await ask({ specimenId: other }),
    ]).toEqual(['too_many_requests', true, true]);
  });

  test('an address is asked three times a day until it answers once, whatever became of older questions', async () => {
    const mine = { email: IVO.toUpperCase(), created_at: hoursAgo(23) };
    await add(2, mine);
    await add(3, { ...mine, created_at: hoursAgo(24) });
    await add(3, { ...mine, confirmed_at: hoursAgo(22), ended_at: hoursAgo(21), ended_as: 'left' });
    await add(9, { created_at: hoursAgo(23) });
    expect(await ask()).toBe(true);
    await add(1, mine);
    expect([await ask(), await ask({ email: 'june@waiter.example' })]).toEqual([false, true]);
  });

  test('an address with ten places is asked about no further one', async () => {
    const place = { email: IVO, created_at: hoursAgo(50), confirmed_at: hoursAgo(49) };
    await add(9, place);
    await add(9, { ...place, ended_at: hoursAgo(1), ended_as: 'bought' });
    expect(await ask()).toBe(true);
    await add(1, place);
    expect(await ask()).toBe(false);
  });

  test('a line takes two of one network, and of an address ten places in all', async () => {
    const take = async (change: Partial<Entry> = {}) => {
      const line = await selectLine(database.db, piece);
      const [sample] = line;
      if (!sample) throw new Error('Nobody is in line');
      const entry = {
        ...sample,
        title: 'Amethyst',
        email: IVO,
        ip_address: '203.0.113.9',
        ...change,
      };
      return inTransaction(database.db, (tx) =>
        checkPlaces(tx, line, entry as typeof sample),
      ).catch((error: Error) => error.message);
    };
    const waiting = { created_at: hoursAgo(50), confirmed_at: hoursAgo(49) };
    await add(1, { ...waiting, ip_address: '203.0.113.1' });
    await add(3, { ...waiting, ip_address: '' });
    expect([await take(), await take({ ip_address: '' })]).toEqual([undefined, undefined]);
    await add(1, { ...waiting, ip_address: '203.0.113.200' });
    expect([
      await take(),
      await take({ ip_address: '203.0.114.9' }),
      await take({ ip_address: '' }),
    ]).toEqual([
      'The waiting list for “Amethyst” already has 2 people from your network. You can join when one of them leaves.',
      undefined,
      undefined,
    ]);
    await add(9, { ...waiting, email: IVO, specimen_id: other });
    await add(5, { email: IVO, specimen_id: other });
    expect(await take({ ip_address: '' })).toBeUndefined();
    await add(1, { ...waiting, email: IVO.toUpperCase(), specimen_id: other });
    expect(await take({ ip_address: '' })).toBe(
      'You’re on 10 waiting lists, the most allowed. Leave one to join this one.',
    );
  });
});
