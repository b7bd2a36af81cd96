/** What changes of 2,000 specimens at once cost, on SQLite and on PostgreSQL, and how long others wait meanwhile. */
import { rmSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { MAX_BULK_PIECES } from '#core/contract/catalogue/manage-ids.ts';
import type { BulkChange } from '#features/bulk-edits/contract/bulk-edit-rules.ts';
import type { BulkEdit } from '#features/bulk-edits/contract/bulk-edits.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { adminHeaders } from './admin.ts';
import type { Figure, Results } from './results.ts';
import { readJson, type Server, startShop } from './servers.ts';
import { copyOfShop, onPostgres } from './shops.ts';

const SPECIMENS = 10_000;
const changes: Record<string, BulkChange> = {
  prices: { kind: 'price', direction: 'raise', by: 'percent', value: '7', round: 'dollar' },
  tags: { kind: 'tags', add: ['Denver 2026'], remove: [] },
  deletion: { kind: 'delete' },
};
/** Beyond that the admin thinks that nothing happens. */
const AIM_MS = 5_000;
const PAUSE_MS = 20;

export async function measureBulkEdits(): Promise<Partial<Results>> {
  const dataDir = await copyOfShop(SPECIMENS);
  const figures = await measure('SQLite', { databaseUrl: null, dataDir });
  rmSync(dataDir, { recursive: true, force: true });
  const { figures: others = [], notes = [] } = await onPostgres(
    'Bulk edits',
    SPECIMENS,
    async (place) => ({
      figures: await measure('PostgreSQL', place),
    }),
  );
  return { figures: [...figures, ...others], notes };
}

async function measure(
  engine: string,
  place: { databaseUrl: string | null; dataDir: string },
): Promise<Figure[]> {
  const environment: Record<string, string> =
    place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl };
  let shop = await startShop(place.dataDir, environment);
  const headers = await adminHeaders(shop.origin);
  const { ids } = (await readJson(shop, { path: '/api/manage/specimen-ids', headers })) as {
    ids: number[];
  };
  const chosen = ids.slice(0, MAX_BULK_PIECES);
  const post = (url: string, body?: object) =>
    readJson(shop, {
      method: 'POST',
      path: url,
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: Buffer.from(JSON.stringify(body)).toString('base64') }),
    }) as Promise<BulkEdit>;
  const figures: Figure[] = [];
  const timed = async (
    name: string,
    work: () => Promise<BulkEdit>,
    at = ids.at(-1) ?? 0,
  ): Promise<BulkEdit> => {
    const others = watch(shop, at);
    const begun = performance.now();
    const edit = await work();
    const what = `${name} of ${edit.changed.toLocaleString('en-US')} specimens, ${engine}`;
    figures.push({ name: what, value: performance.now() - begun, unit: 'ms', aim: AIM_MS });
    figures.push({
      name: `${what}: longest wait of an uncached read meanwhile`,
      value: await others.stop(),
      unit: 'ms',
    });
    return edit;
  };
  for (const [name, change] of Object.entries(changes)) {
    const { id } = await timed(`Plan: ${name}`, () =>
      post('/api/manage/bulk-edits', { specimens: chosen, change }),
    );
    await timed(`Apply: ${name}`, () => post(`/api/manage/bulk-edits/${id}/apply`));
    await timed(`Undo: ${name}`, () => post(`/api/manage/bulk-edits/${id}/undo`));
  }
  const { id } = await post('/api/manage/bulk-edits', {
    specimens: chosen,
    change: { kind: 'delete' },
  });
  await post(`/api/manage/bulk-edits/${id}/apply`);
  await shop.stop();

  // Their time comes while the shop is closed; it goes to work as it opens.
  const database = await openDatabase(place);
  const past = new Date(Date.now() - 1000).toISOString();
  await database.db
    .updateTable('specimens')
    .set({ delete_at: past })
    .where('delete_at', 'is not', null)
    .execute();
  shop = await startShop(place.dataDir, environment);
  const others = watch(shop, ids.at(-1) ?? 0);
  const begun = performance.now();
  while ((await countMarked(database)) > 0) await setTimeout(PAUSE_MS);
  const name = `Deleting ${chosen.length.toLocaleString('en-US')} specimens for good, ${engine}`;
  figures.push({ name, value: (performance.now() - begun) / 1000, unit: 's' });
  figures.push({
    name: `${name}: longest wait of an uncached read meanwhile`,
    value: await others.stop(),
    unit: 'ms',
  });
  await shop.stop();
  await database.close();
  return figures;
}

async function countMarked({ db }: Database): Promise<number> {
  const { left } = await db
    .selectFrom('specimens')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('delete_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(left);
}

/** Asks for the same specimen again and again, each time past the cache. */
function watch(shop: Server, specimen: number): { stop(): Promise<number> } {
  let isOver = false;
  let longest = 0;
  const watching = (async () => {
    for (let n = 0; !isOver; n++) {
      const begun = performance.now();
      await readJson(shop, { path: `/api/specimens?limit=1&maxPrice=${specimen + n}` });
      longest = Math.max(longest, performance.now() - begun);
    }
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return longest;
    },
  };
}
