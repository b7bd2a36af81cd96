/** One process and two on the same PostgreSQL, in turn; and how soon a change at one shows at the other. */
import { randomUUID } from 'node:crypto';
import { openDatabase } from '#platform/db/open.ts';
import { directBody } from '#tests/support/orders.ts';
import { adminHeaders } from './admin.ts';
import { median } from './compare.ts';
import type { Ask, Outcome } from './load.ts';
import type { Results } from './results.ts';
import { availableIds } from './seed.ts';
import { fetchAnswer, type Server, startAsker, startShop } from './servers.ts';
import { onPostgres } from './shops.ts';

const SPECIMENS = 5_000;
const ORDERS_A_ROUND = 600;
const ROUNDS = 3;
const BUYERS = 16;
const CHANGES = 100;

export const measureSeveral = (): Promise<Partial<Results>> =>
  onPostgres('Several processes', SPECIMENS, async ({ databaseUrl, dataDir }) => {
    const database = await openDatabase({ databaseUrl, dataDir });
    const available = await availableIds(database);
    await database.close();
    const shops: Server[] = [];
    try {
      for (let n = 0; n < 2; n++)
        shops.push(await startShop(dataDir, { DATABASE_URL: databaseUrl, DEMO: 'off' }));
      return await measure(shops, available);
    } finally {
      for (const shop of shops) await shop.stop();
    }
  });

async function measure(shops: Server[], available: number[]): Promise<Partial<Results>> {
  const waiting = available.values();
  const rates: Record<1 | 2, { orders: number[]; pages: number[] }> = {
    1: { orders: [], pages: [] },
    2: { orders: [], pages: [] },
  };
  for (let round = 0; round < ROUNDS; round++) {
    for (const count of [1, 2] as const) {
      const asked = shops.slice(0, count);
      rates[count].orders.push(
        await together(asked, () => Array.from(waiting.take(ORDERS_A_ROUND / count), orderOf), {
          again: false,
          seconds: 30,
        }),
      );
      rates[count].pages.push(
        await together(asked, () => [{ path: '/' }], { again: true, seconds: 1 }),
      );
    }
  }
  const delays = await delaysOfChanges(shops);
  const at = (share: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * share))] ?? Number.NaN;
  const per = 'a second';
  return {
    figures: [
      { name: 'Orders on PostgreSQL with one process', value: median(rates[1].orders), unit: per },
      {
        name: 'Orders on PostgreSQL with two processes',
        value: median(rates[2].orders),
        unit: per,
      },
      {
        name: 'Home page from the page cache of one process',
        value: median(rates[1].pages),
        unit: per,
      },
      {
        name: 'Home page from the page caches of two processes',
        value: median(rates[2].pages),
        unit: per,
      },
      {
        name: 'A saved change shows at the other process, half of the time within',
        value: at(0.5),
        unit: 'ms',
        aim: 100,
      },
      {
        name: `A saved change shows at the other process, the slowest of ${CHANGES}`,
        value: at(1),
        unit: 'ms',
        aim: 100,
      },
    ],
    notes: [
      'Several processes share the cores with each other, with the one that asks and with PostgreSQL.',
    ],
  };
}

/** Asks all of them at once. @returns answers a second. */
async function together(
  shops: Server[],
  asksOf: () => Ask[],
  job: { again: boolean; seconds: number },
): Promise<number> {
  const askers = shops.map(() => startAsker());
  try {
    const outcomes: Outcome[] = await Promise.all(
      shops.map(({ origin }, n) =>
        (askers[n] as (typeof askers)[0]).run({
          ...job,
          origin,
          asks: asksOf(),
          connections: BUYERS / shops.length,
        }),
      ),
    );
    return (
      outcomes.reduce((sum, { answers }) => sum + answers, 0) /
      Math.max(...outcomes.map(({ seconds }) => seconds))
    );
  } finally {
    for (const asker of askers) await asker.stop();
  }
}

const orderOf = (specimenId: number): Ask => ({
  method: 'POST',
  path: '/api/orders',
  headers: { 'content-type': 'application/json', 'idempotency-key': randomUUID() },
  body: Buffer.from(JSON.stringify(directBody(specimenId))).toString('base64'),
});

/** From the admin's answer at one process to the new page at the other, in milliseconds, ascending. */
async function delaysOfChanges([here, there]: Server[]): Promise<number[]> {
  if (!here || !there) throw new Error('Two processes are needed');
  const headers = { ...(await adminHeaders(here.origin)), 'content-type': 'application/json' };
  const delays: number[] = [];
  for (let n = 0; n < CHANGES; n++) {
    const title = `Gallery number ${n}`;
    const body = Buffer.from(
      JSON.stringify({
        title,
        description: '',
        itemsPerPage: 12,
        showFilters: true,
        showSearch: true,
      }),
    ).toString('base64');
    await fetchAnswer(here.origin, { method: 'PUT', path: '/api/settings/gallery', headers, body });
    const saved = performance.now();
    while (!(await textOf(there.origin)).includes(title)) {
      if (performance.now() - saved > 10_000)
        throw new Error('A change did not show at the other process');
    }
    delays.push(performance.now() - saved);
  }
  return delays.sort((a, b) => a - b);
}

async function textOf(origin: string): Promise<string> {
  const { body } = await fetchAnswer(origin, {
    path: '/api/settings/gallery',
    headers: { 'accept-encoding': 'identity' },
  });
  return Buffer.from(body, 'base64').toString('utf8');
}
