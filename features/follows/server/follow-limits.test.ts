import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '#core/contract/problems.ts';
import { perform } from '#core/server/perform.ts';
import type { Follows } from '#features/follows/server/tables.ts';
import type { NewRow } from '#platform/db/schema.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hoursAgo } from '#tests/support/order-rows.ts';
import { checkLimits } from './follow-limits.ts';

const IVO = 'ivo@follower.example';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    await database.db.deleteFrom('follows').execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  /** Adds this many unconfirmed follows, requested half an hour ago, each from its own address and network. */
  async function add(count: number, change: Partial<NewRow<Follows>> = {}) {
    const asked = {
      query: '',
      follow_key: '',
      created_at: hoursAgo(0.5),
      confirmed_at: null,
      look_at: null,
      known: '[]',
    };
    const rows = Array.from({ length: count }, (_, n) => ({
      ...asked,
      email: `f${n}@follower.example`,
      ip_address: `10.0.${n}.1`,
      ...change,
    }));
    await database.db.insertInto('follows').values(rows).execute();
  }
  const ask = (email = IVO) =>
    perform(shop.ctx, 'buyer', (act) =>
      checkLimits(act, { ipAddress: '203.0.113.7', email }),
    ).catch((error: unknown) => (error instanceof Problem ? error.code : String(error)));

  test('in an hour a hundred may ask, and five of one IP address', async () => {
    await add(99);
    expect(await ask()).toBe(true);
    await add(1);
    expect(await ask()).toBe('too_many_requests');
    await database.db
      .updateTable('follows')
      .set({ created_at: hoursAgo(1) })
      .execute();
    expect(await ask()).toBe(true);
    await add(5, { ip_address: '203.0.113.7' });
    expect(await ask()).toBe('too_many_requests');
  });

  test('all addresses of a mailbox count together', async () => {
    for (const email of ['ivo+a@follower.example', 'IVO+b@follower.example', IVO])
      await add(1, { email });
    expect([await ask('ivo+c@follower.example'), await ask('i.vo@follower.example')]).toEqual([
      false,
      true,
    ]);
    for (const email of ['iv.o@gmail.com', 'ivo+b@googlemail.com', 'i.v.o@gmail.com'])
      await add(1, { email });
    expect(await ask('ivo@gmail.com')).toBe(false);
  });

  test('an address with three open questions, or ten lists, is asked no more; others are', async () => {
    await add(2, { email: IVO.toUpperCase() });
    await add(9, { email: IVO, confirmed_at: hoursAgo(1) });
    expect(await ask()).toBe(true);
    await add(1, { email: IVO });
    expect([await ask(), await ask('june@follower.example')]).toEqual([false, true]);
    await database.db
      .updateTable('follows')
      .set({ confirmed_at: hoursAgo(1) })
      .execute();
    expect(await ask()).toBe(false);
    await database.db.deleteFrom('follows').where('email', '=', IVO.toUpperCase()).execute();
    // Ten lists are left.
    expect(await ask()).toBe(false);
    await database.db
      .updateTable('follows')
      .set({ email: 'june@follower.example' })
      .where('confirmed_at', '=', hoursAgo(1))
      .execute();
    expect([await ask(), await ask('june@follower.example')]).toEqual([true, false]);
  });
});
