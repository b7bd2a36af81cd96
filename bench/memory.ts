/** What many different pages leave in memory: crawlers visit them all. */
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import type { Results } from './results.ts';
import { fetchAnswer, startShop } from './servers.ts';
import { copyOfShop } from './shops.ts';

const SPECIMENS = 10_000;
const PAGES = 4_000;
const AT_ONCE = 4;
const BUDGET_MB = 300;
const REST_MS = 2_000;

/** Visits a number of pages, each once. */
export async function measureMemory(): Promise<Partial<Results>> {
  const dataDir = await copyOfShop(SPECIMENS);
  const shop = await startShop(dataDir);
  // One specimen in fifty is hidden: more of them than pages to visit.
  const ids = Array.from({ length: SPECIMENS }, (_, n) => n + 1);
  let visited = 0;
  async function visit(): Promise<void> {
    for (let id = ids.shift(); id !== undefined && visited < PAGES; id = ids.shift()) {
      const isThere = await fetchAnswer(shop.origin, { path: `/specimen/${id}` }).then(
        () => true,
        () => false,
      );
      if (isThere) visited += 1;
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, visit));
  const before = await shop.usage();
  await shop.collect();
  await setTimeout(REST_MS);
  const after = await shop.collect();
  await shop.stop();
  rmSync(dataDir, { recursive: true, force: true });
  const name = `Memory after ${visited.toLocaleString('en-US')} different pages`;
  return {
    figures: [
      { name, value: before.memory / 1e6, unit: 'MB' },
      {
        name: `${name}, garbage collected`,
        value: after.memory / 1e6,
        unit: 'MB',
        most: BUDGET_MB,
      },
    ],
  };
}
