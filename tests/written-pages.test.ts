/** After each call that writes, every cached page and list equals a fresh one, and few were dropped in vain. */
import type { RouteOptions } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readListTarget } from '#core/server/catalogue/specimens/reading/public-list.service.ts';
import { pageCacheKey } from '#core/server/storefront/pages/page-url.ts';
import { type CachedShop, openCachedShop } from '#tests/support/cached-shop.ts';
import { hasFeature } from '#tests/support/features.ts';
import { makeApp } from './support/app.ts';
import { onEveryDatabase, type TestDatabase } from './support/databases.ts';
import { withoutTimes } from './support/rendered-pages.ts';
import { addSpecimens } from './support/specimens.ts';
import { isThorough } from './support/thorough.ts';
import { type WritingShop, writes } from './support/writes.ts';

/** Milliseconds: a hundred writes and more, each with every page drawn twice, beside other tests. */
const WALK_TIMEOUT = 400_000;

/** Calls that are not walked, by reason. */
const left: Record<string, RegExp> = {
  'needs a passkey': /passkeys/,
  'needs a place for copies, or a backup': /\/(copies|backup|restore)\b/,
  'asks another machine': /\/(mail-server|second-way|photo-addresses|doctor)\b/,
  'reads a file and writes nothing': /import\/look|payments\/statement/,
  'adds and changes hidden drafts alone, as an import does': /intakes\/:id\/\w/,
  'writes papers, which are on no page': /credit-notes|invoice-corrections/,
  'would end the walk’s own session, and is on no page': /auth\/password$/,
  'needs a video with a turn, whose row is one of media, like those of uploads': /\/(turn|poster)$/,
  'needs an email that has failed, and is on no page': /orders\/:id\/email$/,
  'does for each order what its own call does': /orders\/moves$/,
  'is read by the statement’s page alone': /settings\/payment_statement/,
};

onEveryDatabase((makeDatabase, engine) => {
  // Each of a hundred writes or so renders every page twice.
  const isWalked = isThorough;
  let database: TestDatabase;
  let shop: CachedShop;
  let uncachedShop: CachedShop;
  let world: WritingShop;
  const ids: number[] = [];

  beforeAll(async () => {
    database = await makeDatabase();
    if (!isWalked) return;
    const config = { smtpUrl: 'smtp://localhost:1' };
    shop = await openCachedShop(database, { config });
    uncachedShop = await openCachedShop(database, { isCached: false, config });
    world = { shop, admin: await shop.admin() };
    ids.push(
      ...(await addSpecimens(shop.ctx, [
        {
          title: 'Amethyst',
          category: 'Crystals',
          species: ['Quartz'],
          origin: 'Veracruz, Mexico',
        },
        { title: 'Azurite', quantity: 3 },
        { title: 'Beryl', category: 'Gemstones', price: 'On request' },
      ])),
    );
  });
  afterAll(async () => {
    if (isWalked) await shop.app.close();
    if (isWalked) await uncachedShop.app.close();
    await database.close();
  });

  const paths = () => [
    '/',
    '/?status=available',
    '/?search=stone',
    '/?category=Crystals',
    ...(hasFeature('topics') ? ['/species/quartz'] : []),
    '/collection/crystals',
    '/checkout',
    '/shipping',
    ...ids.flatMap((id) => [`/specimen/${id}`, `/api/specimens/${id}`]),
    ...(hasFeature('questions') ? [`/ask/${ids[0]}`] : []),
    '/api/specimens?limit=5',
    '/api/specimens?limit=5&status=sold',
    '/api/facets',
    '/api/settings',
    '/sitemap-1.xml',
    '/feed.xml',
    '/merchant.xml',
  ];

  test.runIf(isWalked)(
    'no write leaves a page outdated, and at most one page in ten is dropped in vain',
    async () => {
      const report: string[] = [];
      let looked = 0;
      const [dropped, inVain] = [[], []] as [string[], string[]];
      const settle = () =>
        Promise.all([shop, uncachedShop].map(({ ctx }) => ctx.facetIndex.current()));
      const uncached = async (path: string) => {
        uncachedShop.cache.invalidate(null);
        return read(uncachedShop, path);
      };
      for (const [name, prepare] of Object.entries(writes)) {
        const write = await prepare(world).catch((error: Error) => {
          report.push(`${name} could not be prepared: ${error.message}`);
        });
        if (!write) continue;
        await settle();
        const before = new Map<string, string>();
        for (const path of paths()) before.set(path, await read(shop, path));
        const cached = new Set(paths().filter((path) => shop.cache.get(keyOf(path)) !== undefined));
        looked += cached.size;
        const response = await write();
        if (response.statusCode >= 300) {
          report.push(`${name} was refused: ${response.body.slice(0, 300)}`);
          continue;
        }
        if (uncachedShop.clock.now() < shop.clock.now())
          uncachedShop.clock.forward({
            seconds: (shop.clock.now().getTime() - uncachedShop.clock.now().getTime()) / 1000,
          });
        uncachedShop.ctx.facetIndex.invalidate(null);
        await settle();
        for (const path of paths()) {
          const isDropped = cached.has(path) && shop.cache.get(keyOf(path)) === undefined;
          const [present, fresh] = [await read(shop, path), await uncached(path)];
          if (present !== fresh) report.push(`${path} is outdated after ${name}`);
          if (!isDropped) continue;
          dropped.push(path);
          if (before.get(path) === present) inVain.push(`${path} after ${name}`);
        }
      }
      expect(report).toEqual([]);
      expect(dropped.length).toBeGreaterThan(100);
      expect(inVain.length, inVain.join('\n')).toBeLessThanOrEqual(looked / 10);
    },
    WALK_TIMEOUT,
  );

  test.runIf(engine === 'sqlite')(
    'every call that writes is walked, or says why it is not',
    async () => {
      const routes: RouteOptions[] = [];
      const { app } = await makeApp(database, { onRoute: (route) => void routes.push(route) });
      const names = routes
        .filter(({ url }) => url.startsWith('/api/'))
        .flatMap(({ method, url }) => [method].flat().map((one) => `${one} ${url}`))
        .filter((name) => !/^(GET|HEAD|OPTIONS) /.test(name));
      await app.close();
      expect(names.length).toBeGreaterThan(100);
      const isLeft = (name: string) => Object.values(left).some((pattern) => pattern.test(name));
      expect(names.filter((name) => !(name in writes) && !isLeft(name))).toEqual([]);
      expect(Object.keys(writes).filter((name) => !names.includes(name))).toEqual([]);
    },
  );
});

/** The cache key of a response, whatever the order of its query. */
const keyOf = (path: string): string =>
  readListTarget(path)?.cacheKey ?? pageCacheKey(path) ?? path;

async function read(shop: CachedShop, path: string): Promise<string> {
  const response = await fetch(shop.origin + path, { redirect: 'manual' });
  return `${response.status} ${withoutTimes(await response.text())}`;
}
