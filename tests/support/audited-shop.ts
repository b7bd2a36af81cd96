/** A shop for a suite about orders: each test begins with no orders and no specimens, and at the end the shop's books are right. */
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { type Browser, makeApp, type TestApp } from './app.ts';
import type { MakeDatabase, TestDatabase } from './databases.ts';
import { auditBooks } from './orders.ts';

/** Opens one for the suite that calls it. @param onTest gets the shop before each test, with the admin just logged in. */
export function auditedShop(makeDatabase: MakeDatabase, onTest: (its: { database: TestDatabase; shop: TestApp; admin: Browser }) => void) {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  beforeEach(async () => {
    const admin = await shop.admin();
    for (const table of ['orders', 'specimens'] as const) await database.db.deleteFrom(table).execute();
    onTest({ database, shop, admin });
  });
  afterAll(async () => {
    expect(await auditBooks(database.db)).toEqual([]);
    await shop.app.close();
    await database.close();
  });
}
