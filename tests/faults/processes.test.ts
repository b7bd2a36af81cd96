/** Two processes on one database and one media folder, behind a load balancer, act as one shop. */
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { PlacedOrder } from '#core/contract/selling/orders.ts';
import { migrationNames } from '#platform/db/migrate.ts';
import { ADMIN, makeApp, type TestApp } from '../support/app.ts';
import { onDatabases, type TestDatabase } from '../support/databases.ts';
import { type Gate, openGate } from '../support/gate.ts';
import { appliedMigrations } from '../support/older-database.ts';
import { auditBooks, cartBody, directBody } from '../support/orders.ts';
import { newDataDir, type ShopProcess, startShop } from '../support/shop-process.ts';
import { addSpecimens } from '../support/specimens.ts';

const BUYERS = 1_000;
const TIMEOUT = 240_000;

type Running = ShopProcess & { origin: string };

onDatabases(['postgres'], (makeDatabase) => {
  let database: TestDatabase;
  /** For setup and inspection only. */
  let inside: TestApp;
  let balancer: Gate;
  let shops: Running[] = [];
  const environment = { LOG_LEVEL: 'warn', ADMIN_PASSWORD: ADMIN.password };

  beforeAll(async () => {
    database = await makeDatabase();
    inside = await makeApp(database);
    balancer = await openGate();
  });
  afterAll(async () => {
    await balancer.close();
    await inside.app.close();
    await database.close();
  });
  afterEach(async () => {
    for (const { child, ended } of shops.splice(0)) {
      child.kill('SIGKILL');
      await ended;
    }
    // The daily order limit of an IP address spans all tests.
    for (const table of ['orders', 'specimens', 'rate_limit_hits'])
      await sql`delete from ${sql.table(table)}`.execute(database.db);
  });

  /** Starts the processes simultaneously. @returns their origins and the balancer's. */
  async function start(
    variables: Record<string, string> = {},
    count = 2,
  ): Promise<{ origins: string[]; front: string }> {
    const all = { ...environment, ...database.environment, DATA_DIR: newDataDir(), ...variables };
    shops = await Promise.all(Array.from({ length: count }, () => startShop(all)));
    const origins = shops.map((shop) => shop.origin);
    balancer.leadTo(...origins.map((origin) => Number(new URL(origin).port)));
    return { origins, front: `http://127.0.0.1:${balancer.port}` };
  }

  const json = { 'content-type': 'application/json' };
  const post = (url: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url, {
      method: 'POST',
      headers: { ...json, connection: 'close', ...headers },
      body: JSON.stringify(body),
    });

  async function logIn(origin: string): Promise<string> {
    const response = await post(`${origin}/api/auth/login`, ADMIN);
    expect(response.status).toBe(200);
    return response.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  }

  test(
    `${BUYERS} buyers race for 40 specimens through both processes, and each is sold once`,
    async () => {
      const { front } = await start({ RATE_LIMITS: 'off' });
      const ids = await addSpecimens(
        inside.ctx,
        Array.from({ length: 40 }, (_, n) => ({ title: `Only one ${n}` })),
      );
      const outcomes = await Promise.all(
        Array.from({ length: BUYERS }, async (_, n) => {
          // Carts of one and of two specimens, so that neighbours overlap; all at once.
          const wanted = n % 3 ? [n] : [n, n + 1];
          const items = wanted.map((which) => ({
            specimenId: ids[which % ids.length] ?? 0,
            quantity: 1,
          }));
          const response = await post(`${front}/api/orders`, {
            ...cartBody(items),
            customerEmail: `buyer-${n}@race.example`,
          });
          return {
            status: response.status,
            body: (await response.json()) as PlacedOrder & { code?: string },
          };
        }),
      );
      const counts = Map.groupBy(outcomes, ({ status, body }) => `${status} ${body.code ?? ''}`);
      expect([...counts.keys()].sort()).toEqual(['201 ', '409 specimen_unavailable']);
      const sold = outcomes.flatMap(({ status, body }) =>
        status === 201 ? body.order.lines.map((line) => line.specimenId) : [],
      );
      expect(new Set(sold).size).toBe(sold.length);
      expect(sold.length).toBe(ids.length);
      expect(await auditBooks(database.db)).toEqual([]);
    },
    TIMEOUT,
  );

  test(
    'a login and an edit at one process take effect at the other',
    async () => {
      const { origins } = await start();
      const [here = '', there = ''] = origins;
      const cookie = await logIn(here);
      expect(
        await (await fetch(`${there}/api/auth/me`, { headers: { cookie } })).json(),
      ).toMatchObject({ username: ADMIN.username });
      const [id = 0] = await addSpecimens(inside.ctx, [{ title: 'Before' }]);
      const read = async (origin: string) => (await fetch(`${origin}/specimen/${id}`)).text();
      const list = async (origin: string) => (await fetch(`${origin}/api/specimens`)).text();
      await expect.poll(() => read(there)).toContain('Before');
      expect(await list(there)).toContain('Before');

      const specimen = (await (await fetch(`${here}/api/specimens/${id}`)).json()) as Record<
        string,
        unknown
      >;
      const {
        title,
        category,
        description,
        origin,
        dimensions,
        weight,
        price,
        shippingPrice,
        forSale,
        visible,
        status,
      } = specimen;
      const edit = {
        title,
        category,
        description,
        origin,
        dimensions,
        weight,
        price,
        shippingPrice,
        forSale,
        visible,
        status,
      };
      const saved = await fetch(`${here}/api/specimens/${id}`, {
        method: 'PUT',
        headers: { ...json, cookie },
        body: JSON.stringify({ ...edit, title: 'Afterwards' }),
      });
      expect(saved.status).toBe(200);
      expect(await read(here)).toContain('Afterwards');
      await expect.poll(() => read(there)).toContain('Afterwards');
      await expect.poll(() => list(there)).toContain('Afterwards');

      expect((await post(`${here}/api/orders`, directBody(id))).status).toBe(201);
      await expect.poll(() => read(there)).toContain('pending sale');

      // A change without a notification is noticed later.
      await sql`update specimens set title = 'Changed by hand' where id = ${id}`.execute(
        database.db,
      );
      await expect.poll(() => read(there)).toContain('Changed by hand');

      await post(`${there}/api/auth/logout`, {}, { cookie });
      expect((await fetch(`${here}/api/orders`, { headers: { cookie } })).status).toBe(401);
    },
    TIMEOUT,
  );

  test(
    'what the owner says of a species holds in both processes, and is taken back in both',
    async () => {
      const { origins } = await start({ RATE_LIMITS: 'off' });
      const [here = '', there = ''] = origins;
      const cookie = await logIn(here);
      const [id] = await addSpecimens(inside.ctx, [{ title: 'Odd piece', species: ['Druseite'] }]);
      const call = (method: string, path: string, body?: object) =>
        fetch(`${here}${path}`, {
          method,
          headers: { ...json, cookie, origin: here },
          ...(body && { body: JSON.stringify(body) }),
        });
      const said = {
        kind: 'mineral',
        class: null,
        formula: 'PbSO4',
        system: null,
        hardness: null,
        density: null,
        lustres: [],
        group: null,
      };
      const looks = {
        colours: null,
        streak: null,
        cleavage: null,
        habit: null,
        typeLocality: null,
      };
      const values = {
        ...said,
        ...looks,
        synonyms: ['Kammerlingstein'],
        fluorescence: [],
        care: [],
        differs: null,
      };
      const seen = async (origin: string) => {
        const found = (await (
          await fetch(`${origin}/api/specimens?search=kammerlingstein`)
        ).json()) as { id: number }[];
        const page = await (await fetch(`${origin}/specimen/${id}`)).text();
        return [
          (await fetch(`${origin}/species/kammerlingstein`)).status,
          found.map((one) => one.id),
          page.includes('Its dust is toxic'),
        ];
      };
      const [unknown, known] = [
        [404, [], false],
        [200, [id], true],
      ];
      for (const origin of origins) expect(await seen(origin)).toEqual(unknown);
      expect(
        (
          await call('POST', '/api/manage/species', {
            name: 'Druseite',
            of: null,
            values,
            source: '',
          })
        ).status,
      ).toBe(201);
      expect(await seen(here)).toEqual(known);
      await expect.poll(() => seen(there), { timeout: 20_000 }).toEqual(known);
      expect((await call('DELETE', '/api/manage/species/druseite')).status).toBe(204);
      for (const origin of origins)
        await expect.poll(() => seen(origin), { timeout: 20_000 }).toEqual(unknown);
    },
    TIMEOUT,
  );

  test(
    'rate limits and idempotency keys span both processes',
    async () => {
      const { origins } = await start();
      const [id = 0] = await addSpecimens(inside.ctx, [{ quantity: 5 }]);
      const placedOrders: PlacedOrder[] = [];
      for (const origin of origins) {
        const response = await post(`${origin}/api/orders`, directBody(id), {
          'idempotency-key': 'the-same-everywhere',
        });
        expect(response.status).toBe(201);
        placedOrders.push((await response.json()) as PlacedOrder);
      }
      expect(placedOrders[1]?.order.id).toBe(placedOrders[0]?.order.id);

      const statuses: number[] = [];
      for (let n = 0; n < 29; n++)
        statuses.push((await post(`${origins[n % 2]}/api/orders`, {})).status);
      expect(statuses.slice(0, 28)).not.toContain(429);
      expect(statuses[28]).toBe(429);
      const refused = await post(`${origins[0]}/api/orders`, {});
      expect([refused.status, Number(refused.headers.get('retry-after'))]).toEqual([
        429,
        expect.any(Number),
      ]);
    },
    TIMEOUT,
  );

  test(
    'processes that start together migrate once, and an older version refuses to start',
    async () => {
      const fresh = await makeDatabase();
      await sql`drop schema public cascade`.execute(fresh.db);
      await sql`create schema public`.execute(fresh.db);
      await start({ ...fresh.environment }, 3);
      expect(await appliedMigrations(fresh)).toEqual(migrationNames());

      await sql`insert into kysely_migration (name, timestamp) values ('9999-of-a-newer-version-since-9998', '2026')`.execute(
        fresh.db,
      );
      await expect(startShop({ ...environment, ...fresh.environment })).rejects.toThrow(
        /written by a newer version of Druse/,
      );
      // Running processes go on.
      for (const { origin } of shops) expect((await fetch(origin)).status).toBe(200);
      for (const { child, ended } of shops.splice(0)) {
        child.kill('SIGKILL');
        await ended;
      }
      await fresh.close();
    },
    TIMEOUT,
  );

  test(
    'a stopping process completes its requests, and the other goes on serving',
    async () => {
      const { origins } = await start({ RATE_LIMITS: 'off' });
      const [id = 0] = await addSpecimens(inside.ctx, [{ quantity: 9_999 }]);
      let isOpen = true;
      const unclear: string[] = [];
      let placed = 0;
      const buyers = Array.from({ length: 4 }, async (_, buyer) => {
        for (let n = 0; isOpen; n++) {
          try {
            const response = await post(`${origins[(n + buyer) % 2]}/api/orders`, directBody(id));
            if (response.status === 201) placed += 1;
            else unclear.push(`${response.status} ${await response.text()}`);
          } catch (error) {
            // The process no longer listens; a balancer would try the next one.
            if (!(error instanceof TypeError)) throw error;
            await pause(5);
          }
        }
      });
      await expect.poll(() => placed).toBeGreaterThan(10);
      shops[0]?.child.kill('SIGTERM');
      expect(await shops[0]?.ended).toBe(0);
      const before = placed;
      await expect.poll(() => placed).toBeGreaterThan(before + 10);
      isOpen = false;
      await Promise.all(buyers);
      expect(unclear).toEqual([]);
      expect(await auditBooks(database.db)).toEqual([]);
    },
    TIMEOUT,
  );
});
