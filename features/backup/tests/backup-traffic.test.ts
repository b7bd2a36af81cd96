/** Backs up a shop while it takes orders. */
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { BuyerOrder } from '#core/contract/selling/orders.ts';
import { makeApp } from '#tests/support/app.ts';
import { newFolder, restore } from '#tests/support/backups.ts';
import { makeSqlite, onDatabases } from '#tests/support/databases.ts';
import { auditBooks, cartBody, withKey } from '#tests/support/orders.ts';
import { newDataDir, runShop, startShop } from '#tests/support/shop-process.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { isThorough } from '#tests/support/thorough.ts';

const BACKUPS = 3;
const BUYERS = 6;

let running: Awaited<ReturnType<typeof startShop>> | null = null;
afterEach(async () => {
  running?.child.kill('SIGKILL');
  await running?.ended;
});

onDatabases(['sqlite', 'postgres'], (makeDatabase) => {
  test.runIf(isThorough)(
    'a backup has every order acknowledged before it, none partially, and does not delay buyers',
    async () => {
      const database = await makeDatabase();
      const { app, ctx } = await makeApp(database);
      const inputs = Array.from({ length: 6 }, (_, n) => ({
        price: `${20 + n}.50`,
        shippingPrice: '3.25',
        quantity: 9_999,
      }));
      const ids = await addSpecimens(ctx, inputs);
      const environment = {
        DATA_DIR: newDataDir(),
        ...database.environment,
        DATABASE_URL: database.environment?.DATABASE_URL ?? '',
      };
      const shop = await startShop({ RATE_LIMITS: 'off', ...environment });
      running = shop;

      const acknowledged: BuyerOrder[] = [];
      let isOpen = true;
      const buyers = Array.from({ length: BUYERS }, async (_, buyer) => {
        for (let n = buyer; isOpen; n++) {
          const body = JSON.stringify(
            cartBody(
              [0, 1, 2].map((step) => ({
                specimenId: ids[(n + step * 2 + (n % 2)) % 6] ?? 0,
                quantity: 1 + step,
              })),
            ),
          );
          const response = await fetch(`${shop.origin}/api/orders`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body,
          });
          expect(response.status).toBe(201);
          acknowledged.push(((await response.json()) as { order: BuyerOrder }).order);
        }
      });

      const backups: { file: string; before: BuyerOrder[]; meanwhile: number }[] = [];
      for (let n = 0; n < BACKUPS; n++) {
        while (acknowledged.length < 20 * (n + 1))
          await Promise.race([...buyers, new Promise((resolve) => setTimeout(resolve, 5))]);
        const file = path.join(newFolder(), `${n}.tar`);
        const before = [...acknowledged];
        const script = runShop(environment, ['scripts/backup.ts', file]);
        expect(await script.ended, script.printed()).toBe(2);
        backups.push({ file, before, meanwhile: acknowledged.length - before.length });
      }
      isOpen = false;
      await Promise.all(buyers);
      // More than were under way when it began: somebody ordered and was answered while it ran.
      for (const { meanwhile } of backups) expect(meanwhile).toBeGreaterThan(BUYERS);

      for (const { file, before } of backups) {
        const target = await makeSqlite();
        await restore(file, target, path.join(newFolder(), 'media'));
        expect(await auditBooks(target.db)).toEqual([]);
        const there = await makeApp(target);
        for (const order of before) {
          const response = await there.visitor().get(`/api/orders/${order.id}`, withKey(order));
          expect(response.json()).toEqual({
            ...order,
            steps: expect.any(Array),
            payments: [],
            refunds: [],
            endedUnpaid: false,
            endedByBuyer: false,
            proposal: null,
            dueAmount: order.totalAmount,
          });
        }
        await there.app.close();
        await target.close();
      }
      await app.close();
      await database.close();
    },
  );
});
