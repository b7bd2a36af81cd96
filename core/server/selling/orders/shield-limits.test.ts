/** Where the shield is raised and where it refuses, from the rows alone. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { Problem } from '#core/contract/problems.ts';
import { perform } from '#core/server/perform.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addOrder, hoursAgo } from '#tests/support/order-rows.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { anHourAgo, awaitsProof, tellOfShield } from './shield.service.ts';

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let withMails: TestApp;
  let withoutMails: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    withMails = await makeApp(database, { config: { smtpUrl: 'smtp://127.0.0.1:1' } });
    withoutMails = await makeApp(database, { config: { smtpUrl: null } });
  });
  beforeEach(async () => {
    for (const table of ['orders', 'specimens', 'events', 'mails'] as const)
      await database.db.deleteFrom(table).execute();
  });
  afterAll(async () => {
    for (const shop of [withMails, withoutMails]) await shop.app.close();
    await database.close();
  });

  /** Has strangers hold this many pieces, ordered half an hour ago by default. */
  const hold = (quantity: number, change: object = {}) =>
    addOrder(
      database.db,
      {
        customer_email: 'eve@evil.example',
        hold_ends_at: hoursAgo(-70),
        created_at: hoursAgo(0.5),
        ...change,
      },
      [{ quantity }],
    );
  /** The outcome of an order for this many pieces: whether it awaits proof of the address, or why it is refused. */
  const order = ({ ctx }: TestApp, quantities: number[], email = 'ada@buyer.example') =>
    perform(ctx, 'buyer', (act) =>
      awaitsProof(
        act,
        email,
        quantities.map((quantity) => ({ quantity })),
      ),
    ).catch((error: unknown) => (error instanceof Problem ? error.code : String(error)));
  const sell = (quantity: number) => addSpecimens(withMails.ctx, [{ quantity }]);

  test('every order of a stranger waits for its proof; beyond a third of what is for sale it is refused', async () => {
    await sell(88);
    expect(await order(withMails, [1])).toBe(true);
    await hold(20);
    expect([await order(withMails, [9]), await order(withMails, [4, 6])]).toEqual([
      true,
      'too_many_requests',
    ]);
    // Whose address has proved itself is no stranger.
    await addOrder(database.db, {
      customer_email: 'ADA@buyer.example',
      status: 'cancelled',
      email_proved_at: hoursAgo(9),
    });
    expect([
      await order(withMails, [4, 6]),
      await order(withMails, [4, 6], 'kim@buyer.example'),
    ]).toEqual([false, 'too_many_requests']);
  });

  test('what strangers have held for hours counts for the third too', async () => {
    await sell(88);
    await hold(28, { created_at: hoursAgo(1) });
    expect([await order(withMails, [1]), await order(withMails, [2])]).toEqual([
      true,
      'too_many_requests',
    ]);
  });

  test('it is a third in a small shop too, but one piece at least', async () => {
    await sell(1);
    expect([await order(withMails, [1]), await order(withMails, [2])]).toEqual([
      true,
      'too_many_requests',
    ]);
    await sell(28);
    expect([await order(withMails, [9]), await order(withMails, [10])]).toEqual([
      true,
      'too_many_requests',
    ]);
    await hold(8);
    expect([await order(withMails, [1]), await order(withMails, [2])]).toEqual([
      true,
      'too_many_requests',
    ]);
    expect([await order(withoutMails, [1]), await order(withoutMails, [2])]).toEqual([
      false,
      'too_many_requests',
    ]);
  });

  test('strangers never hold the last available piece, even if known buyers hold the others', async () => {
    const [piece] = await sell(9);
    await database.db
      .updateTable('specimens')
      .set({ held: 9 })
      .where('id', '=', piece ?? 0)
      .execute();
    expect(await order(withMails, [1])).toBe(true);
    await hold(1);
    expect(await order(withMails, [1])).toBe('too_many_requests');
  });

  test('a first order that is too large is told how much a new buyer may order', async () => {
    await sell(12);
    const refused = perform(withMails.ctx, 'buyer', (act) =>
      awaitsProof(act, 'ada@buyer.example', [{ quantity: 5 }]),
    );
    await expect(refused).rejects.toMatchObject({
      message: 'A new buyer can order up to 4 pieces at first. Please order fewer, or write to us.',
    });
  });

  test('without a mail server no order waits, and strangers hold a third at most', async () => {
    await sell(103);
    await hold(33);
    expect([await order(withoutMails, [1]), await order(withoutMails, [2])]).toEqual([
      false,
      'too_many_requests',
    ]);
  });

  test('a refused buyer may try again in half an hour', async () => {
    await hold(20);
    const refused = perform(withMails.ctx, 'buyer', (act) =>
      awaitsProof(act, 'ada@buyer.example', [{ quantity: 1 }]),
    );
    await expect(refused).rejects.toMatchObject({ details: { retryAfter: 1800 } });
  });

  test('the admin is told once an hour, with what strangers hold of how much', async () => {
    const shop = await makeApp(database, { config: { smtpUrl: 'smtp://127.0.0.1:1' } });
    await sell(90);
    await hold(23);
    const told = async () => {
      await tellOfShield(shop.ctx, { isRefused: false });
      const events = await database.db
        .selectFrom('events')
        .select(['actor', 'data'])
        .where('kind', '=', 'shield_raised')
        .execute();
      const mails = await database.db
        .selectFrom('mails')
        .select('body_text')
        .where('kind', '=', 'shield_raised')
        .execute();
      expect(mails).toHaveLength(events.length);
      for (const { body_text } of mails) expect(body_text).toMatch(/\b23\b.*\b90\b/s);
      return events.map(({ actor, data }) => [actor, data]);
    };
    await database.db
      .updateTable('orders')
      .set({ created_at: hoursAgo(2) })
      .execute();
    expect(await told()).toEqual([]);
    await database.db
      .updateTable('orders')
      .set({ created_at: hoursAgo(-2) })
      .execute();
    const entry = ['system', { pieces: 23, forSale: 90 }];
    expect([await told(), await told()]).toEqual([[entry], [entry]]);
    shop.clock.forward({ minutes: 59 });
    expect(await told()).toHaveLength(1);
    shop.clock.forward({ minutes: 1 });
    expect(await told()).toHaveLength(2);
    expect(anHourAgo(shop.ctx)).toBe(hoursAgo(0));
    await shop.app.close();
  });
});
