/** Locks that are held and connections that freeze: what needs the database is told to wait, everything else goes on, and it heals by itself. */

import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { addBuyer, lockOrder } from '#core/server/selling/orders/orders.queries.ts';
import { failureOf } from '#platform/db/failures.ts';
import { openDatabase } from '#platform/db/open.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { hashToken } from '#platform/http/cookies.ts';
import { ADMIN, makeApp } from '../support/app.ts';
import { makeSqlite, onEveryDatabase } from '../support/databases.ts';
import { type FrozenPhase, type Gate, openGate } from '../support/gate.ts';
import { auditBooks, directBody } from '../support/orders.ts';
import {
  type PostgresServer,
  postgresBinaries,
  startPrimary,
} from '../support/postgres-cluster.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { addSpecimens } from '../support/specimens.ts';

const TIMEOUT = 120_000;
/** A page that no order changes. */
const CACHED = '/checkout';

type Outcome = { status: number; retryAfter: string | null };

const outcomeOf = ({ status, headers }: Response): Outcome => ({
  status,
  retryAfter: headers.get('retry-after'),
});
const toldToWait: Outcome = { status: 503, retryAfter: expect.stringMatching(/^\d+$/) };

let uncached = 0;
/** A page that nobody has seen yet. */
const getUncached = async (origin: string) =>
  outcomeOf(await fetch(`${origin}/?minPrice=1.${uncached++}`));
const get = async (origin: string, target: string) => outcomeOf(await fetch(origin + target));
const post = async (url: string, body: object) =>
  outcomeOf(
    await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  );
const order = (origin: string, specimenId: number) =>
  post(`${origin}/api/orders`, directBody(specimenId));

/** What must work whatever the database does. */
async function expectCachedAndReady(origin: string): Promise<void> {
  for (const target of [CACHED, '/livez', '/healthz', '/readyz'])
    expect([target, (await get(origin, target)).status]).toEqual([target, 200]);
}

describe.skipIf(!postgresBinaries)('PostgreSQL (needs its server binaries)', () => {
  let server: PostgresServer;
  let specimenIds: number[];
  let ending: (() => Promise<unknown>)[] = [];
  const databaseUrl = () => `postgres://druse@127.0.0.1:${server.port}/postgres`;

  beforeAll(async () => {
    server = await startPrimary(inject('runFolder'));
    const database = await openDatabase({ databaseUrl: databaseUrl(), dataDir: '' });
    await prepareDatabase(database);
    const { app, ctx } = await makeApp(database);
    specimenIds = await addSpecimens(
      ctx,
      [0, 1].map((n) => ({ title: `Lot ${n}`, price: '20.00', quantity: 9_999 })),
    );
    await app.close();
    await database.close();
  }, TIMEOUT);
  afterEach(async () => {
    for (const end of ending.reverse()) await end();
    ending = [];
  });
  afterAll(() => server.kill());

  /** A shop that reaches the server through a gate, with a page in its cache. */
  async function openShop(): Promise<ShopProcess & { origin: string; gate: Gate }> {
    const gate = await openGate(server.port);
    ending.push(() => gate.close());
    const DATABASE_URL = databaseUrl().replace(`:${server.port}/`, `:${gate.port}/`);
    const shop = await startShop({ DATABASE_URL, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
    ending.push(async () => {
      shop.child.kill('SIGKILL');
      await shop.ended;
    });
    expect((await get(shop.origin, CACHED)).status).toBe(200);
    return { ...shop, gate };
  }

  async function expectBooksInOrder(): Promise<void> {
    const database = await openDatabase({ databaseUrl: databaseUrl(), dataDir: '' });
    expect(await auditBooks(database.db)).toEqual([]);
    const { rows } =
      await sql`select pid from pg_stat_activity where state like 'idle in transaction%'`.execute(
        database.db,
      );
    expect(rows).toEqual([]);
    await database.close();
  }

  test(
    'while a row stays locked its orders are told to wait, and all others go on',
    async () => {
      const [locked = 0, free = 0] = specimenIds;
      const shop = await openShop();
      const other = new pg.Client({ connectionString: databaseUrl() });
      await other.connect();
      await other.query('begin');
      await other.query('select id from specimens where id = $1 for update', [locked]);
      const orders = Promise.all(Array.from({ length: 40 }, () => order(shop.origin, locked)));
      let isOver = false;
      void orders.then(() => {
        isOver = true;
      });
      const pages: Outcome[] = [];
      while (!isOver) {
        pages.push(await getUncached(shop.origin));
        await expectCachedAndReady(shop.origin);
        pages.push(await get(shop.origin, '/degradedz'));
      }
      // All of this while the row is locked: nothing has waited for its end.
      for (const outcome of await orders) expect(outcome).toEqual(toldToWait);
      expect(pages.length).toBeGreaterThan(0);
      for (const outcome of pages) expect(outcome).toEqual({ status: 200, retryAfter: null });
      expect((await order(shop.origin, free)).status).toBe(201);

      await other.query('rollback');
      await other.end();
      expect((await order(shop.origin, locked)).status).toBe(201);
      await expectBooksInOrder();
    },
    TIMEOUT,
  );

  test.each<FrozenPhase>(['connect', 'auth', 'query', 'reading'])(
    'connections that freeze (%s) leave cached pages alone, and later orders are refused first',
    async (phase) => {
      const [first = 0] = specimenIds;
      const { gate, ...shop } = await openShop();
      // Each pool has connections to freeze.
      await Promise.all(Array.from({ length: 12 }, () => getUncached(shop.origin)));
      await Promise.all(Array.from({ length: 6 }, () => order(shop.origin, first)));
      gate.freeze(phase);
      const waiting: Outcome[] = [];
      const calls = Array.from({ length: 30 }, async (_, n) => {
        waiting.push(await (n % 3 ? get(shop.origin, '/api/orders/1') : order(shop.origin, first)));
      });
      // From here on both pools are known to be stuck.
      await pause(2_500);
      await expectCachedAndReady(shop.origin);
      const lateOrders = await Promise.all(
        Array.from({ length: 10 }, () => order(shop.origin, first)),
      );
      expect(waiting.length).toBeLessThan(calls.length);
      // Reads wait their turn before they come to the pool, three at once.
      const lateReads = await Promise.all(
        Array.from({ length: 10 }, () => get(shop.origin, '/api/orders/1')),
      );
      const late = [...lateOrders, ...lateReads, await get(shop.origin, '/degradedz')];
      for (const outcome of late) expect(outcome).toEqual(toldToWait);

      await Promise.all(calls);
      for (const outcome of waiting) expect(outcome).toEqual(toldToWait);
      expect(await getUncached(shop.origin)).toEqual(toldToWait);
      await expectCachedAndReady(shop.origin);

      gate.thaw();
      await expect.poll(async () => (await get(shop.origin, '/degradedz')).status).toBe(200);
      await expect.poll(async () => (await getUncached(shop.origin)).status).toBe(200);
      await expect.poll(async () => (await order(shop.origin, first)).status).toBe(201);
      await expectBooksInOrder();
    },
    TIMEOUT,
  );

  test(
    'a shop ends when it is told to, though its connections are frozen',
    async () => {
      const { gate, child, ended } = await openShop();
      gate.freeze('query');
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
    TIMEOUT,
  );

  test(
    'a statement and a lock that take longer than their purpose allows are given up, without another try',
    async () => {
      const database = await openDatabase({ databaseUrl: databaseUrl(), dataDir: '' });
      expect(await sql`select pg_sleep(60)`.execute(database.db).catch(failureOf)).toBe('timeout');
      const other = new pg.Client({ connectionString: databaseUrl() });
      await other.connect();
      await other.query('begin; lock table markers');
      let runs = 0;
      const locked = inTransaction(database.db, async (tx) => {
        runs += 1;
        await tx.deleteFrom('markers').execute();
      });
      expect([await locked.catch(failureOf), runs]).toEqual(['timeout', 1]);
      await other.end();
      await database.close();
    },
    TIMEOUT,
  );
});

describe('SQLite', () => {
  test(
    'while another process holds the write lock, pages go on and writes are told to wait',
    async () => {
      const database = await makeSqlite();
      const { app, ctx } = await makeApp(database);
      const [id = 0] = await addSpecimens(ctx, [{ title: 'Lot', price: '20.00', quantity: 9_999 }]);
      await app.close();
      await database.close();
      const environment = {
        ...database.environment,
        RATE_LIMITS: 'off',
        LOG_LEVEL: 'error',
        ADMIN_PASSWORD: ADMIN.password,
      };
      const { child, ended, origin } = await startShop(environment);
      const other = new DatabaseSync(path.join(database.environment?.DATA_DIR ?? '', 'shop.db'));
      expect((await get(origin, CACHED)).status).toBe(200);

      other.exec('begin immediate');
      const writes = Promise.all([
        ...Array.from({ length: 10 }, () => order(origin, id)),
        post(`${origin}/api/auth/login`, ADMIN),
      ]);
      let isOver = false;
      void writes.then(() => {
        isOver = true;
      });
      let pages = 0;
      while (!isOver) {
        expect((await getUncached(origin)).status).toBe(200);
        await expectCachedAndReady(origin);
        expect((await get(origin, '/degradedz')).status).toBe(200);
        pages += 1;
      }
      for (const outcome of await writes) expect(outcome).toEqual(toldToWait);
      expect(pages).toBeGreaterThan(10);

      const later = order(origin, id);
      await getUncached(origin);
      other.exec('commit');
      expect((await later).status).toBe(201);
      other.close();
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
    TIMEOUT,
  );
});

onEveryDatabase((makeDatabase, engine) => {
  test.skipIf(engine === 'pglite')(
    'an order that cannot be written to just now is read by its link and by its cookie',
    async () => {
      const database = await makeDatabase();
      const { app, ctx, visitor } = await makeApp(database);
      const [id = 0] = await addSpecimens(ctx, [{}]);
      const placed = await visitor().post('/api/orders', directBody(id));
      const order: number = placed.json().order.id;
      const token = 'a'.repeat(43);
      await inTransaction(database.db, (tx) => addBuyer(tx, order, hashToken(token)));
      const { mail_key } = await database.db
        .selectFrom('orders')
        .select('mail_key')
        .where('id', '=', order)
        .executeTakeFirstOrThrow();

      const { DATABASE_URL: otherUrl = null, DATA_DIR: dataDir = '' } = database.environment ?? {};
      const other = await openDatabase({ databaseUrl: otherUrl, dataDir });
      await inTransaction(other.db, async (tx) => {
        await lockOrder(tx, order);
        const url = `/api/orders/${order}`;
        const read = (headers: Record<string, string>) => app.inject({ url, headers });
        const responses = await Promise.all([
          read({ 'order-key': mail_key ?? '' }),
          read({ cookie: `druse_buyer=${token}` }),
        ]);
        expect(responses.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      });
      const later = await app.inject({
        url: `/api/orders/${order}`,
        headers: { cookie: `druse_buyer=${token}` },
      });
      expect(String(later.headers['set-cookie'])).toContain(`druse_order_${order}.3000=`);
      await other.close();
      await app.close();
      await database.close();
    },
    TIMEOUT,
  );
});
