/** End-to-end tests that change what everybody sees have a shop to themselves. */
import { test as base } from './e2e.ts';

/** Each file's tests that run in the same worker have one, with this environment besides the usual one, and with the demo as it is loaded. */
export const testWithOwnShop = (environment: Record<string, string> = {}) =>
  base.extend<{ shop: string }>({
    shop: [
      async ({ ownShops }, use, { file }) => use(await ownShops.of(file, environment)),
      { timeout: 120_000 },
    ],
    baseURL: async ({ shop }, use) => use(shop),
  });
