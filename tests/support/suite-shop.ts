/** One shop for all tests of a suite. */
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, inject } from 'vitest';
import { diskStore } from '#platform/storage/disk.ts';
import { type Browser, makeApp, type TestApp } from './app.ts';
import type { MakeDatabase, TestDatabase } from './databases.ts';

export type SuiteShop = { database: TestDatabase; dataDir: string; shop: TestApp; admin: Browser };

/** Opens it before the tests and closes it after them; its media are in a folder of its own. */
export function suiteShop(makeDatabase: MakeDatabase): SuiteShop {
  const here = {} as SuiteShop;
  beforeAll(async () => {
    here.database = await makeDatabase();
    here.dataDir = mkdtempSync(path.join(inject('runFolder'), 'suite-'));
    const mediaStore = diskStore(path.join(here.dataDir, 'media'));
    here.shop = await makeApp(here.database, { mediaStore, config: { dataDir: here.dataDir } });
    here.admin = await here.shop.admin();
  });
  afterAll(async () => {
    await here.shop.app.close();
    await here.database.close();
  });
  return here;
}
