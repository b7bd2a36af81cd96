/** A shop for a suite about orders: each test begins with no orders and no specimens, and at the end the shop's books are right. */
import { afterAll, beforeEach, expect } from 'vitest';
import type { MakeDatabase } from './databases.ts';
import { auditBooks } from './orders.ts';
import { type SuiteShop, suiteShop } from './suite-shop.ts';

/** Opens one for the suite that calls it. @param onTest gets the shop before each test, with the admin just logged in. */
export function auditedShop(makeDatabase: MakeDatabase, onTest: (its: SuiteShop) => void) {
  const here = suiteShop(makeDatabase);
  beforeEach(async () => {
    here.admin = await here.shop.admin();
    for (const table of ['orders', 'specimens'] as const)
      await here.database.db.deleteFrom(table).execute();
    onTest(here);
  });
  afterAll(async () => {
    expect(await auditBooks(here.database.db)).toEqual([]);
  });
}
