/** When a followed list is looked at, how much a mail names, and what is known afterwards. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Follows } from '#features/follows/server/tables.ts';
import type { NewRow } from '#platform/db/schema.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hoursAgo, NOW } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { insertFollow, selectFollow } from './follows.queries.ts';
import { MAX_MATCHES } from './follows.service.ts';
import { followedListLooks } from './looking.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, {
      config: { publicUrl: 'https://druse.example', smtpUrl: 'smtp://127.0.0.1:1' },
    });
  });
  beforeEach(async () => {
    for (const table of ['follows', 'mails', 'specimens'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  /** A follow of all minerals that is due now and knows of no piece, where nothing else is said. */
  const follow = async (change: Partial<NewRow<Follows>> = {}) => {
    const row = {
      query: 'category=Minerals',
      email: 'ivo@follower.example',
      follow_key: 'key',
      ip_address: '',
      created_at: hoursAgo(9),
    };
    const state = { confirmed_at: hoursAgo(8), look_at: NOW, known: '[]' };
    return (
      await inTransaction(database.db, (tx) => insertFollow(tx, { ...row, ...state, ...change }))
    ).id;
  };
  const look = async (id: number) => {
    await followedListLooks.settle(shop.ctx, id);
    return selectFollow(database.db, id);
  };
  const minerals = (count: number, change: object = {}) =>
    addSpecimens(
      shop.ctx,
      Array.from({ length: count }, (_, n) => ({ title: `Beryl ${n + 1}`, ...change })),
    );
  const mails = () =>
    database.db.selectFrom('mails').select(['subject', 'body_text']).orderBy('id').execute();

  test('a mail names twenty pieces, and says how many more there are', async () => {
    const id = await follow();
    await minerals(20);
    await look(id);
    await minerals(22);
    await database.db.updateTable('follows').set({ look_at: NOW }).execute();
    await look(id);
    const told = (await mails()).map(({ subject, body_text }) => [
      subject,
      body_text.match(/^Beryl/gm)?.length,
      /And .*/.exec(body_text)?.[0],
    ]);
    expect(told).toEqual([
      ['20 new pieces: Minerals', 20, undefined],
      ['22 new pieces: Minerals', 20, 'And 2 more.'],
    ]);
  });

  test('a list is looked at again a day after a mail, and in an hour where there was nothing to tell', async () => {
    const id = await follow();
    expect(await look(id)).toMatchObject({ look_at: hoursAgo(-1), mails: 0, known: [] });
    const sold = await minerals(1, { status: 'sold' });
    await database.db.updateTable('follows').set({ look_at: NOW }).execute();
    // What is sold is not told of, and known all the same.
    expect(await look(id)).toMatchObject({ look_at: hoursAgo(-1), mails: 0, known: sold });
    const added = await minerals(1);
    await database.db.updateTable('follows').set({ look_at: NOW }).execute();
    expect(await look(id)).toMatchObject({
      look_at: hoursAgo(-24),
      mails: 1,
      known: [...sold, ...added],
    });
  });

  test('what is not due yet, not confirmed, or has ended is not looked at', async () => {
    await minerals(1);
    const [later, unconfirmed] = [
      await follow({ look_at: hoursAgo(-0.001) }),
      await follow({ confirmed_at: null, look_at: null }),
    ];
    expect([
      (await look(later))?.known,
      (await look(unconfirmed))?.known,
      await look(unconfirmed + 50),
    ]).toEqual([[], [], undefined]);
    expect(await mails()).toEqual([]);
    // The schedule wakes for the earliest, and takes as many as it asks for.
    const early = await follow({ look_at: hoursAgo(1) });
    expect(await followedListLooks.nextAt(shop.ctx)).toBe(hoursAgo(1));
    expect(await followedListLooks.dueIds(shop.ctx, NOW, 9)).toEqual([early]);
  });

  test('of what a list had, twice as many pieces are remembered as it may match, the latest', async () => {
    const gone = Array.from({ length: 2 * MAX_MATCHES }, (_, n) => 1_000_000 + n);
    const id = await follow({ known: JSON.stringify(gone) });
    const added = await minerals(2);
    expect((await look(id))?.known).toEqual([...gone.slice(2), ...added]);
  });
});
