/** The shop's process is killed while it sends mails: none arrives twice, and none is lost without a word. */
import { setTimeout } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
// What is offered to those in line are its mails.
import type {} from '#features/waiting-list/server/tables.ts';
import { instantOf } from '#platform/clock.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onDatabases, type TestDatabase } from '#tests/support/databases.ts';
import { type MailServer, startMailServer } from '#tests/support/mail-server.ts';
import { auditBooks, directBody } from '#tests/support/orders.ts';
import { type ShopProcess, startShop } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const MAILS = 60;
const PIECES = 12;

const running: ShopProcess[] = [];
afterEach(async () => {
  for (const shop of running.splice(0)) await kill(shop);
});

async function kill({ child, ended }: ShopProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  async function prepare(): Promise<{
    database: TestDatabase;
    shop: TestApp;
    server: MailServer;
    start: () => Promise<ShopProcess>;
  }> {
    const [database, server] = [await makeDatabase(), await startMailServer()];
    const shop = await makeApp(database, { config: { smtpUrl: server.url }, start: new Date() });
    const environment = {
      ...database.environment,
      SMTP_URL: server.url,
      LOG_LEVEL: 'error',
      ADMIN_PASSWORD: 'rock-solid-password',
    };
    const start = async () => {
      const started = await startShop({ DATABASE_URL: '', ...environment });
      running.push(started);
      return started;
    };
    return { database, shop, server, start };
  }
  const placeOrders = async (shop: TestApp, count: number) => {
    const [id = 0] = await addSpecimens(shop.ctx, [{ quantity: 9_999 }]);
    for (let n = 0; n < count; n++) {
      const response = await shop
        .visitor()
        .post('/api/orders', { ...directBody(id), customerEmail: `buyer-${n}@buyer.example` });
      expect(response.statusCode).toBe(201);
    }
  };
  const statuses = async ({ db }: TestDatabase) =>
    (await db.selectFrom('mails').select('status').orderBy('id').execute()).map(
      (mail) => mail.status,
    );
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) await setTimeout(20);
  };

  test('a shop that is killed before the mail server has confirmed a mail does not send it again', async () => {
    const { database, shop, server, start } = await prepare();
    await placeOrders(shop, 1);
    server.behave('silent');
    const first = await start();
    await until(() => server.received.length === 1);
    await kill(first);
    expect(await statuses(database)).toEqual(['sending', 'waiting']);

    server.behave('accept');
    await start();
    await until(async () => (await statuses(database))[1] === 'sent');
    expect(await statuses(database)).toEqual(['sending', 'sent']);
    // What the clock does in ten minutes.
    await database.db
      .updateTable('mails')
      .set({ claimed_at: '2026-01-01T00:00:00.000Z' })
      .where('status', '=', 'sending')
      .execute();
    await until(async () => (await statuses(database))[0] === 'uncertain');
    expect(server.received.map((mail) => mail.envelope.to[0])).toEqual([
      'buyer-0@buyer.example',
      'hello@druse.example',
    ]);
    await close(shop, server, database);
  });

  test('a shop that is killed again and again while it sends many mails sends each at most once', async () => {
    const { database, shop, server, start } = await prepare();
    await placeOrders(shop, MAILS / 2);
    for (let round = 1; round <= 3; round++) {
      const process = await start();
      await until(() => server.received.length >= round * 10);
      await setTimeout(round * 3);
      await kill(process);
    }
    await start();
    await until(async () => !(await statuses(database)).includes('waiting'));
    await until(
      async () => (await statuses(database)).filter((status) => status === 'sending').length <= 3,
    );

    // The owner may be told of the restarts besides.
    const ofOrders = database.db
      .selectFrom('mails')
      .select(['message_id', 'status'])
      .where('order_id', 'is not', null);
    const mails = await ofOrders.execute();
    expect(mails).toHaveLength(MAILS);
    // Asked after the rows: one that is on its way meanwhile arrives before its row says so.
    const ids = server.received.map((mail) => mail.headers.get('message-id'));
    expect(new Set(ids).size, 'no mail arrived twice').toBe(ids.length);
    const arrived = new Set(ids);
    for (const { message_id, status } of mails) {
      if (status === 'sent') expect(arrived).toContain(message_id);
      // At most one a kill, and the admin is told of each.
      else expect(status).toBe('sending');
    }
    await close(shop, server, database);
  });

  test('a shop that is killed while holds end offers each piece to the first in line, once', async () => {
    const { database, shop, server, start } = await prepare();
    const { db } = database;
    await (await shop.admin()).put('/api/settings/orders', { whenHoldEnds: 'all' });
    const pieces = await addSpecimens(
      shop.ctx,
      Array.from({ length: PIECES }, () => ({})),
    );
    for (const [n, id] of pieces.entries()) {
      const body = { ...directBody(id), customerEmail: `holder-${n}@buyer.example` };
      expect((await shop.visitor().post('/api/orders', body)).statusCode).toBe(201);
      for (const place of ['first', 'second']) {
        const at = instantOf(shop.clock);
        const entry = {
          specimen_id: id,
          title: 'Amethyst',
          email: `${place}-${n}@waiter.example`,
          entry_key: `${place} ${n}`,
        };
        await db
          .insertInto('waiting_entries')
          .values({ ...entry, ip_address: '', created_at: at, confirmed_at: at })
          .execute();
      }
    }
    await db.updateTable('specimens').set({ waiting: 2 }).execute();
    await db.deleteFrom('mails').execute();
    // A moment ago, by the clock of the shop that starts.
    await db
      .updateTable('orders')
      .set({ hold_ends_at: new Date(Date.now() - 60_000).toISOString(), hold_reminds_at: null })
      .execute();

    const offered = async () =>
      (
        await db
          .selectFrom('waiting_entries')
          .selectAll()
          .where('offered_until', 'is not', null)
          .execute()
      ).length;
    for (let round = 1; round <= 3; round++) {
      const process = await start();
      await until(async () => (await offered()) >= round * 3);
      await setTimeout(round * 2);
      await kill(process);
    }
    await start();
    await until(async () => (await offered()) === PIECES);
    await until(async () => !(await statuses(database)).includes('waiting'));

    expect(await auditBooks(db)).toEqual([]);
    const entries = await db
      .selectFrom('waiting_entries')
      .select(['email', 'offers'])
      .where('offered_until', 'is not', null)
      .execute();
    expect(entries.map(({ email, offers }) => `${email} ${offers}`).sort()).toEqual(
      pieces.map((_, n) => `first-${n}@waiter.example 1`).sort(),
    );
    const offers = await db
      .selectFrom('mails')
      .select('to_address')
      .where('kind', '=', 'waiting_offer')
      .execute();
    expect(offers.map(({ to_address }) => to_address).sort()).toEqual(
      pieces.map((_, n) => `first-${n}@waiter.example`).sort(),
    );
    const ids = server.received.map((mail) => mail.headers.get('message-id'));
    expect(new Set(ids).size, 'no mail arrived twice').toBe(ids.length);
    await close(shop, server, database);
  });

  test('a shop that is stopped finishes the mail it is sending', async () => {
    const { database, shop, server, start } = await prepare();
    await placeOrders(shop, 20);
    const process = await start();
    await until(() => server.received.length >= 5);
    process.child.kill('SIGTERM');
    expect(await process.ended).toBe(0);
    const found = await statuses(database);
    expect(found).not.toContain('sending');
    expect(found.filter((status) => status === 'sent')).toHaveLength(server.received.length);
    await close(shop, server, database);
  });
});

async function close(shop: TestApp, server: MailServer, database: TestDatabase): Promise<void> {
  for (const process of running.splice(0)) await kill(process);
  await shop.app.close();
  await server.close();
  await database.close();
}
