/** `druse upgrade` where the data are on PostgreSQL: a release is tried on a copy there too, and the data see nothing of it. */
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { openDatabase } from '#platform/db/open.ts';
import { linked } from '../../scripts/install/releases.ts';
import { makeApp } from '../support/app.ts';
import { type InstalledShop, installShop, makeArchive } from '../support/installed-shop.ts';
import { directBody } from '../support/orders.ts';
import {
  type PostgresServer,
  postgresBinaries,
  startPrimary,
} from '../support/postgres-cluster.ts';
import { builtShop, newDataDir } from '../support/shop-process.ts';
import { addSpecimens } from '../support/specimens.ts';

const TIMEOUT = 1_800_000;
const isMissing = !postgresBinaries;

describe.skipIf(isMissing)(
  `an upgrade on PostgreSQL${isMissing ? ' (skipped: PostgreSQL is missing)' : ''}`,
  () => {
    let server: PostgresServer;
    let shop: InstalledShop;
    let databaseUrl: string;

    beforeAll(async () => {
      server = await startPrimary(inject('runFolder'));
      databaseUrl = `postgres://druse@127.0.0.1:${server.port}/postgres`;
      const database = await openDatabase({ databaseUrl, dataDir: '' });
      await prepareDatabase(database);
      const inside = await makeApp(database, { start: new Date() });
      const [id = 0] = await addSpecimens(inside.ctx, [{ title: 'Quartz', quantity: 5 }]);
      expect((await inside.visitor().post('/api/orders', directBody(id))).statusCode).toBe(201);
      await inside.app.close();
      await database.close();
      await builtShop();
      shop = await installShop(inject('runFolder'), newDataDir(), { DATABASE_URL: databaseUrl });
    }, TIMEOUT);
    afterAll(async () => {
      await shop?.stop();
      await server?.kill();
    });

    async function outcome(commit: string, changes?: Record<string, string>) {
      const { archive, name } = makeArchive(inject('runFolder'), commit, changes);
      await expect
        .poll(
          () =>
            fetch(`${shop.origin}/readyz`).then(
              ({ status }) => status,
              () => 0,
            ),
          { timeout: 120_000 },
        )
        .toBe(200);
      const { ended, printed } = shop.upgrade(archive);
      return { code: await ended, text: printed(), name };
    }
    async function inDatabase() {
      const client = new pg.Client(databaseUrl);
      await client.connect();
      const orders = await client.query('select customer_name from orders');
      const databases = await client.query(
        `select datname from pg_database where datname like '%rehearsal'`,
      );
      await client.end();
      return {
        orders: orders.rows.map(({ customer_name }) => customer_name),
        copies: databases.rows,
      };
    }
    const asBefore = { orders: ['Ada Buyer'], copies: [] };

    test('one that fails on the copy is refused, and the data are as they were', {
      timeout: TIMEOUT,
    }, async () => {
      const { code, text } = await outcome('closed', {
        'dist/shop/main.js': `console.error('no luck'); process.exit(1);`,
      });
      expect([code, text]).toEqual([
        1,
        expect.stringMatching(/It does not start\. It said: no luck/),
      ]);
      expect([await inDatabase(), linked(shop.home)]).toEqual([asBefore, shop.first]);
    });

    test('one that shows its pages and takes an order there serves, and the order is not in the data', {
      timeout: TIMEOUT,
    }, async () => {
      const { code, text, name } = await outcome('next');
      expect([code, text]).toEqual([
        0,
        expect.stringMatching(/^On a copy of the data: 3 pages, and an order was taken\.$/m),
      ]);
      expect([await inDatabase(), linked(shop.home)]).toEqual([asBefore, name]);
    });
  },
);
