/** The database is killed, or fails over, while two processes take orders. */
import { afterEach, describe, expect, inject, test } from 'vitest';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { openDatabase } from '#platform/db/open.ts';
import { makeApp } from '../support/app.ts';
import { type Buyers, startBuyers } from '../support/buyers.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { auditBooks } from '../support/orders.ts';
import {
  type PostgresServer,
  postgresBinaries,
  startPrimary,
  startStandby,
} from '../support/postgres-cluster.ts';
import { type ShopProcess, startShop } from '../support/shop-process.ts';
import { addSpecimens } from '../support/specimens.ts';

const TIMEOUT = 240_000;
const LOTS = 12;
/** Orders acknowledged before the fault, and again after it. */
const ENOUGH = 30;

let ending: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ending.reverse()) await end();
  ending = [];
});

const urlOf = (port: number) => `postgres://druse@127.0.0.1:${port}/postgres`;

async function endShop({ child, ended }: ShopProcess): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

/** Creates lots that do not run out, and starts two processes that reach the database through the gate. */
async function openShop(
  server: PostgresServer,
): Promise<{ gate: Gate; origins: string[]; specimenIds: number[] }> {
  const database = await openDatabase({ databaseUrl: urlOf(server.port), dataDir: '' });
  await prepareDatabase(database);
  const { app, ctx } = await makeApp(database);
  const lots = Array.from({ length: LOTS }, (_, n) => ({
    title: `Lot ${n}`,
    price: '20.00',
    quantity: 9_999,
  }));
  const specimenIds = await addSpecimens(ctx, lots);
  await app.close();
  await database.close();
  const gate = await openGate(server.port);
  ending.push(() => gate.close());
  const environment = { DATABASE_URL: urlOf(gate.port), RATE_LIMITS: 'off', LOG_LEVEL: 'error' };
  const shops = [await startShop(environment), await startShop(environment)];
  for (const shop of shops) ending.push(() => endShop(shop));
  return { gate, origins: shops.map((shop) => shop.origin), specimenIds };
}

async function waitForMore(buyers: Buyers, count: number): Promise<void> {
  const before = buyers.acknowledged.size;
  await expect
    .poll(() => buyers.acknowledged.size, { timeout: 60_000 })
    .toBeGreaterThanOrEqual(before + count);
}

const PATHS = [
  '/specimen/1',
  '/?category=agate',
  '/checkout',
  '/shipping',
  '/manage',
  '/nowhere',
  '/order-confirmation/1',
  '/sitemap.xml',
  '/feed.xml',
  '/merchant.xml',
  '/api/specimens',
  '/api/suggestions?search=lot',
  '/api/settings',
  '/api/auth/me',
  '/api/orders/1',
];

/** Expects 503 with Retry-After for everything uncached, and on pages a message for visitors. */
async function expectUnavailable(origin: string): Promise<void> {
  for (const path of PATHS) {
    const { status, headers, text } = await fetch(origin + path).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));
    const isPage = !/^\/api|\.xml$/.test(path);
    expect({
      path,
      status,
      retryAfter: headers.get('retry-after'),
      cache: headers.get('cache-control'),
    }).toEqual({
      path,
      status: 503,
      retryAfter: '5',
      cache: 'no-store',
    });
    expect(headers.get('content-type')).toMatch(isPage ? /^text\/html/ : /^application\/json/);
    expect(text).toContain(
      'The shop can’t reach its database right now. Please try again in a moment.',
    );
    if (isPage) expect(text).not.toContain('<script');
  }
}

/** Expects every acknowledged order exactly once, and consistent books. */
async function expectNothingLost(port: number, buyers: Buyers): Promise<void> {
  const database = await openDatabase({ databaseUrl: urlOf(port), dataDir: '' });
  const orders = await database.db.selectFrom('orders').select(['id', 'access_key']).execute();
  const ids = [...buyers.acknowledged.values()].map((order) => order.id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(orders.map((order) => order.id).sort()).toEqual(ids.sort());
  expect(await auditBooks(database.db)).toEqual([]);
  await database.close();
}

describe.skipIf(!postgresBinaries)('PostgreSQL (needs its server binaries)', () => {
  test(
    'when it is killed and restarted, buyers are asked to wait and no acknowledged order is lost',
    async () => {
      const server = await startPrimary(inject('runFolder'));
      ending.push(() => server.kill());
      const { origins, specimenIds } = await openShop(server);
      for (const origin of origins) expect((await fetch(origin)).status).toBe(200);
      const buyers = startBuyers(origins, specimenIds);
      await waitForMore(buyers, ENOUGH);

      await server.kill();
      await expect.poll(() => buyers.told.wait, { timeout: 30_000 }).toBeGreaterThan(5);
      for (const origin of origins) {
        expect((await fetch(`${origin}/readyz`)).status).toBe(200);
        expect((await fetch(`${origin}/degradedz`)).status).toBe(503);
        await expectUnavailable(origin);
      }
      await server.start();
      await waitForMore(buyers, ENOUGH);
      await buyers.stop();

      expect(buyers.unclear).toEqual([]);
      for (const origin of origins) {
        expect((await fetch(`${origin}/degradedz`)).status).toBe(200);
        expect((await fetch(origin)).status).toBe(200);
      }
      await expectNothingLost(server.port, buyers);
    },
    TIMEOUT,
  );

  test(
    'when a synchronous standby takes over from a killed primary, no acknowledged order is lost',
    async () => {
      const primary = await startPrimary(inject('runFolder'), [
        'synchronous_standby_names=*',
        'synchronous_commit=on',
        'wal_level=replica',
      ]);
      const standby = await startStandby(inject('runFolder'), primary);
      ending.push(() => standby.kill());
      const { gate, origins, specimenIds } = await openShop(primary);
      const buyers = startBuyers(origins, specimenIds);
      await waitForMore(buyers, ENOUGH);

      await primary.kill();
      await standby.promote();
      gate.leadTo(standby.port);
      gate.cut();
      await waitForMore(buyers, ENOUGH);
      await buyers.stop();

      expect(buyers.unclear).toEqual([]);
      for (const origin of origins) expect((await fetch(`${origin}/degradedz`)).status).toBe(200);
      await expectNothingLost(standby.port, buyers);
    },
    TIMEOUT,
  );
});
