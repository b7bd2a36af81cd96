import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Context } from '#core/server/context.ts';
import { systemClock } from '#platform/clock.ts';
import { createEmptyCache, createPageCache } from '#platform/page-cache/page-cache.ts';
import type { Renderer } from '#platform/rendering/renderer.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { createPages } from './pages.ts';

let database: TestDatabase;
let shop: TestApp;
let id = 0;

beforeAll(async () => {
  database = await makeSqlite();
  shop = await makeApp(database);
  [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Azurite' }]);
});
afterAll(async () => {
  await shop.app.close();
  await database.close();
});

/** Reads what pages read, and renders what differs each time, as the router does. */
function rendererOf(build: string): Renderer {
  let renderings = 0;
  return {
    build,
    async render(target, { api }) {
      await Promise.all([
        api.getSettings(),
        target.startsWith('/specimen/') && api.getSpecimen(id),
      ]);
      return {
        status: 200,
        location: null,
        html: `<p>${++renderings}</p>`,
        scriptHashes: [],
        styleHashes: [],
      };
    },
    files: null,
    close: async () => {},
  };
}

async function etagOf(
  path: string,
  { build = 'one', ctx = shop.ctx }: { build?: string; ctx?: Context } = {},
): Promise<string> {
  const pages = createPages(ctx, rendererOf(build), createPageCache(), { isBuilt: true });
  return (await pages.publicPage(path)).etag;
}

test('a page has one ETag however often and wherever it is rendered', async () => {
  expect(await etagOf(`/specimen/${id}`)).toBe(await etagOf(`/specimen/${id}`));
  const pages = createPages(shop.ctx, rendererOf('one'), createEmptyCache(), { isBuilt: true });
  const [first, second] = [await pages.publicPage('/'), await pages.publicPage('/')];
  expect(first.etag).toBe(second.etag);
  expect(first.bodies).not.toEqual(second.bodies);
});

test.each<[string, () => Promise<string> | string]>([
  ['of another path', () => etagOf(`/specimen/${id}-azurite`)],
  ['of another build', () => etagOf(`/specimen/${id}`, { build: 'two' })],
  [
    'of another origin',
    () =>
      etagOf(`/specimen/${id}`, {
        ctx: { ...shop.ctx, config: { ...shop.ctx.config, publicUrl: 'http://vug.example' } },
      }),
  ],
  [
    'of the next year',
    () =>
      etagOf(`/specimen/${id}`, {
        ctx: {
          ...shop.ctx,
          clock: { ...systemClock, now: () => new Date('2027-01-01T05:00:00Z') },
        },
      }),
  ],
  [
    'of a changed specimen',
    async () => {
      await shop.ctx.db
        .updateTable('specimens')
        .set({ description: 'Deep blue.' })
        .where('id', '=', id)
        .execute();
      return etagOf(`/specimen/${id}`);
    },
  ],
])('a page %s has another ETag', async (_, change) => {
  const before = await etagOf(`/specimen/${id}`);
  expect(await change()).not.toBe(before);
});

test("the year on a page is that of the shop's time zone, not of UTC", async () => {
  const at = (instant: string) =>
    etagOf('/', { ctx: { ...shop.ctx, clock: { ...systemClock, now: () => new Date(instant) } } });
  // Five hours behind.
  expect(await at('2027-01-01T04:59:00Z')).toBe(await at('2026-12-31T12:00:00Z'));
  expect(await at('2027-01-01T05:01:00Z')).not.toBe(await at('2027-01-01T04:59:00Z'));
});

test('a page is cached under its id and its canonical slug, but not under a former slug', async () => {
  const cache = createPageCache();
  const pages = createPages(shop.ctx, rendererOf('one'), cache, { isBuilt: true });
  const paths = [`/specimen/${id}`, `/specimen/${id}-azurite`, `/specimen/${id}-malachite`, '/'];
  for (const path of paths) await pages.publicPage(path);
  expect(paths.filter((path) => cache.get(path))).toEqual([
    `/specimen/${id}`,
    `/specimen/${id}-azurite`,
    '/',
  ]);
});

test('the page of an order that cannot be read is neither stored nor indexed', async () => {
  const pages = createPages(shop.ctx, rendererOf('one'), createPageCache(), { isBuilt: true });
  const headersOf = ({ bodies }: Awaited<ReturnType<typeof pages.missing>>) =>
    (bodies.br ?? bodies.identity)?.head.join('\n');
  const order = headersOf(await pages.missing('order'));
  for (const header of [
    'cache-control\nno-store',
    'referrer-policy\nno-referrer',
    'x-robots-tag\nnoindex',
  ])
    expect(order).toContain(header);
  expect(headersOf(await pages.missing('page'))).toContain('no-store');
});
