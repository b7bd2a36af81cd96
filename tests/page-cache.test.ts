/** Cached pages and API responses are never outdated, never another visitor's, and made once. */

import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { privateSettings, settingKeys } from '#core/contract/admin/settings.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { settleAllDue } from '#core/server/admin/schedule/schedule.service.ts';
import { changedSpecimens, DAY } from '#core/server/catalogue/specimens/cache-tags.ts';
import { mediumTag } from '#core/server/media/files/cache-tags.ts';
import { openReferences } from '#features/sheets/server/references.service.ts';
import { type CachedShop, openCachedShop } from '#tests/support/cached-shop.ts';
import type { Browser } from './support/app.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from './support/databases.ts';
import { cartBody } from './support/orders.ts';
import { withoutHashes, withoutTimes } from './support/rendered-pages.ts';
import { addPicture, addSpecimens } from './support/specimens.ts';
import { isThorough, times } from './support/thorough.ts';
import { reportOf, zipOf } from './support/transfers.ts';

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: CachedShop;
  /** The same shop without a cache. */
  let uncachedShop: CachedShop;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await openCachedShop(database);
    uncachedShop = await openCachedShop(database, { isCached: false });
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await uncachedShop.app.close();
    await database.close();
  });

  test('after any change every public response is the same cached and uncached', async () => {
    const random = dice(engine === 'sqlite' ? 7 : 11);
    let ids = await addSpecimens(shop.ctx, [
      { title: 'Amethyst', category: 'Crystals', price: '40.00' },
      { title: 'Azurite', quantity: 3 },
      { title: 'Beryl', visible: false },
      { title: 'Calcite', price: 'On request' },
      { title: 'Diamond', category: 'Gemstones', price: '900.00' },
    ]);
    const [onlyPicture, coverPicture] = [await addPicture(shop.ctx), await addPicture(shop.ctx)];
    await admin.put('/api/settings/hero', {
      title: 'Look',
      backgroundUrl: `/media/${coverPicture}-full.jpg`,
    });
    await database.db
      .updateTable('specimen_media')
      .set({ media_id: onlyPicture })
      .where('specimen_id', '=', ids[0] ?? 0)
      .execute();
    shop.ctx.invalidateCache();
    const orders: number[] = [];
    const statuses = ['paid', 'cancelled', 'pending', 'shipped'];
    let moves = 0;
    const one = <T>(list: T[]): T => list[Math.floor(random() * list.length)] as T;
    const edit = { title: 'Amethyst', category: 'Crystals' };
    /** Further renditions exist than before. */
    async function changePicture(id: string) {
      const placeholder = `data:,${random()}`;
      await database.db.updateTable('media').set({ placeholder }).where('id', '=', id).execute();
      shop.ctx.invalidateCache([mediumTag(id)]);
    }
    const changes: Record<string, () => Promise<unknown>> = {
      edit: () =>
        admin.put(`/api/specimens/${one(ids)}`, {
          ...edit,
          title: `Quartz ${random()}`,
          category: one(['Crystals', 'Minerals']),
        }),
      price: () =>
        admin.put(`/api/specimens/${one(ids)}`, {
          ...edit,
          price: `${Math.ceil(random() * 500)}.00`,
          forSale: true,
        }),
      hide: () => admin.put(`/api/specimens/${one(ids)}`, { visible: random() < 0.5 }),
      status: () =>
        admin.put(`/api/specimens/${one(ids)}`, {
          ...edit,
          status: one(['available', 'sold', 'pending']),
        }),
      async add() {
        ids = [
          ...ids,
          ...(await addSpecimens(shop.ctx, [
            { title: `Several ${random()}`, quantity: 2 },
            { title: `Single ${random()}` },
          ])),
        ];
        shop.ctx.invalidateCache(changedSpecimens(ids.slice(-2)));
      },
      async remove() {
        if (ids.length > 4) await admin.delete(`/api/specimens/${ids.splice(1, 1)}`);
      },
      async order() {
        // Some are hidden, sold or not for sale; one added just before can be bought.
        for (const specimenId of [one(ids), ...ids.toReversed()]) {
          const response = await shop
            .visitor()
            .post('/api/orders', cartBody([{ specimenId, quantity: 1 }]));
          if (response.statusCode === 201) return orders.push(response.json().order.id);
        }
      },
      async move() {
        const id = orders.at(-1);
        const status = statuses[moves++ % statuses.length];
        if (id !== undefined)
          expect((await admin.put(`/api/orders/${id}/status`, { status })).statusCode).toBeLessThan(
            500,
          );
      },
      async forget() {
        if (orders.length > 0) await admin.delete(`/api/orders/${orders.shift()}`);
      },
      async extend() {
        const id = orders.at(-1);
        if (id !== undefined) await admin.post(`/api/manage/orders/${id}/extend`, { hours: 24 });
      },
      async report() {
        const id = orders.at(-1);
        if (id !== undefined) await admin.post(`/api/orders/${id}/payment-reports`);
      },
      async holdEnds() {
        for (const one of [shop, uncachedShop]) one.clock.forward({ hours: 73 });
        // As the shop does within a minute of midnight.
        shop.cache.invalidate([DAY]);
        await settleAllDue(shop.ctx);
      },
      hero: () =>
        admin.put('/api/settings/hero', {
          title: `Look ${random()}`,
          backgroundUrl: `/media/${coverPicture}-full.jpg`,
        }),
      name: () => admin.put('/api/settings/general', { siteTitle: `Shop ${random()}` }),
      sections: () =>
        admin.put('/api/settings/section_visibility', { about: random() < 0.5, gallery: true }),
      async quantity() {
        await admin.put(`/api/specimens/${one(ids)}`, { ...edit, quantity: one([1, 2, 5]) });
      },
      size: () => admin.put('/api/settings/gallery', { itemsPerPage: one([2, 3, 12]) }),
      legal: () =>
        admin.put('/api/settings/legal', { shipping: one(['', `Within ${random()} days`]) }),
      specimenPicture: () => changePicture(onlyPicture),
      settingPicture: () => changePicture(coverPicture),
    };
    const slugs = new Set<string>();
    const paths = async () => {
      // Old slugs too, which redirect.
      const rows = await database.db
        .selectFrom('specimens')
        .select(['id', 'title'])
        .where('id', 'in', ids)
        .orderBy('id')
        .execute();
      for (const row of rows) slugs.add(specimenPath(row));
      const words = new Set(rows.map(({ title }) => title.split(' ')[0]));
      return [
        '/',
        '/?status=available',
        '/?status=sold',
        '/?category=Crystals&sort=price-up',
        '/?search=quartz&utm=1',
        '/checkout',
        '/shipping',
        '/nothing',
        '/specimen/999999',
        '/order-confirmation/1',
        '/?sold=hide&days=7&minPrice=$1,000',
        '/api/facets',
        '/api/facets?search=quartz&sold=hide',
        '/api/specimens?days=30',
        '/api/specimens',
        '/api/specimens?limit=2',
        '/api/specimens?limit=2&status=pending',
        '/api/specimens?search=single',
        ...[...words].map((word) => `/api/suggestions?search=${word}`),
        '/api/settings',
        ...settingKeys
          .filter((key) => !privateSettings.includes(key))
          .map((key) => `/api/settings/${key}`),
        '/robots.txt',
        '/sitemap.xml',
        '/sitemap-pages.xml',
        '/sitemap-1.xml',
        '/feed.xml',
        '/merchant.xml',
        ...[ids[0], ids.at(-1)].flatMap((id) => [
          `/ask/${id}`,
          `/specimen/${id}`,
          `/specimen/${id}-slug`,
          `/api/specimens/${id}`,
        ]),
        ...[...slugs].slice(-3),
      ];
    };
    const compare = async (compared: string[], after: string) => {
      // It has no cache to hear of changes by, and its index of facets is read again: a page would go without what it counts where that took long.
      uncachedShop.cache.invalidate(null);
      for (const { ctx } of [shop, uncachedShop]) await ctx.facetIndex.current();
      // One path at a time: a busy machine would answer a crowd with 503.
      for (const path of compared)
        expect(await read(shop, path), `${path} after ${after}`).toEqual(
          await read(uncachedShop, path),
        );
    };
    // On SQLite each change once, everything cached before it and compared after it; on PostgreSQL in any order.
    if (engine === 'sqlite') {
      // Each comparison leaves everything cached for the next change. What is not compared in its turn stays outdated until it is.
      for (const path of await paths()) await read(shop, path);
      shop.rendered.length = 0;
      const turns = times(3, 1);
      for (const [turn, [kind, change]] of Object.entries(changes).entries()) {
        await change();
        const inTurn = (_: string, index: number) => index % turns === turn % turns;
        await compare((await paths()).filter(inTurn), kind);
      }
      await compare(await paths(), 'all of them');
    }
    for (let step = 0; engine !== 'sqlite' && step < times(3, 40); step++) {
      const kind = one(Object.keys(changes));
      await changes[kind]?.();
      const all = await paths();
      await compare(
        Array.from({ length: 18 }, () => one(all)),
        `${kind}, step ${step}`,
      );
    }
    // Otherwise the cache was hardly used, and nothing is proved.
    if (engine === 'sqlite' || isThorough)
      expect(shop.rendered.length).toBeLessThan(uncachedShop.rendered.length * 0.8);
    expect([shop.log, uncachedShop.log]).toEqual([[], []]);
  });

  test('a change invalidates the responses that show it, and no others', async () => {
    const [twelve = 0, thirteen = 0] = await addSpecimens(shop.ctx, [
      { title: 'Twelve', quantity: 2 },
      { title: 'Thirteen', quantity: 2 },
    ]);
    shop.cache.invalidate(null);
    const paths = [
      `/specimen/${twelve}`,
      `/specimen/${thirteen}`,
      '/',
      '/?search=twelve',
      '/?status=sold',
      `/api/specimens/${twelve}`,
      '/api/settings',
    ];
    const invalidatedBy = async (change: () => Promise<unknown>) => {
      // As above: neither a crowd's 503 nor a page without its counts is cached.
      await shop.ctx.facetIndex.current();
      for (const path of paths) await read(shop, path);
      await change();
      return paths.filter((path) => !shop.cache.get(path));
    };
    const order = () =>
      shop.visitor().post('/api/orders', cartBody([{ specimenId: thirteen, quantity: 1 }]));
    // One of two: it stays available, so no other list gains or loses it.
    expect(await invalidatedBy(order)).toEqual([`/specimen/${thirteen}`, '/']);
    // The last one: every list says how many specimens can be bought.
    expect(await invalidatedBy(order)).toEqual([
      `/specimen/${thirteen}`,
      '/',
      '/?search=twelve',
      '/?status=sold',
    ]);
    const edit = () =>
      admin.put(`/api/specimens/${thirteen}`, { title: 'Thirteen', category: 'Fossils' });
    expect(await invalidatedBy(edit)).toEqual([
      `/specimen/${thirteen}`,
      '/',
      '/?search=twelve',
      '/?status=sold',
    ]);
    const setting = () => admin.put('/api/settings/hero', { title: 'Look' });
    expect(await invalidatedBy(setting)).toEqual(
      paths.filter((path) => path !== `/api/specimens/${twelve}`),
    );
    const refused = () => admin.put('/api/settings/hero', { title: 12 });
    expect(await invalidatedBy(refused)).toEqual([]);
  });

  test('a page is fresh right after an order of its piece was imported', async () => {
    const ids = await addSpecimens(shop.ctx, [
      { title: 'Ordered elsewhere' },
      { title: 'Of another' },
    ]);
    const [ordered = 0, other = 0] = ids;
    shop.cache.invalidate(null);
    const statusOf = async (id: number) =>
      ((await (await fetch(`${shop.origin}/api/specimens/${id}`)).json()) as SpecimenDetail).status;
    const page = async (id: number) => (await fetch(`${shop.origin}/specimen/${id}`)).status;
    const statuses = () => Promise.all(ids.map(async (id) => [await statusOf(id), await page(id)]));
    expect(await statuses()).toEqual([
      ['available', 200],
      ['available', 200],
    ]);
    const cached = () => ids.filter((id) => shop.cache.get(`/specimen/${id}`));
    const reference = (await (await openReferences(shop.ctx)).of('specimen', [ordered])).get(
      ordered,
    );
    const cells = {
      order: 'E-1',
      'created at': shop.clock.now().toISOString(),
      status: 'pending',
      kind: 'cart',
      'customer name': 'Bo',
      'customer email': 'bo@buyer.example',
      'customer address': 'Butte',
      'venmo username': '',
      'venmo payment': '',
      carrier: '',
      'tracking number': '',
      notes: '',
      subtotal: '100.00',
      shipping: '10.00',
      total: '110.00',
      specimen: reference,
      title: 'Ordered elsewhere',
      price: '100.00',
      'shipping price': '10.00',
      quantity: '1',
    };
    const orders = [Object.keys(cells), Object.values(cells)]
      .map((row) => row.join(','))
      .join('\n');
    expect(await reportOf(admin, await zipOf({ 'orders.csv': orders }))).toMatchObject({
      errors: [],
      orders: { added: 1 },
    });
    expect([cached(), await statusOf(ordered)]).toEqual([[other], 'pending']);
  });
});

describe('a page that is being rendered', () => {
  let database: TestDatabase;
  let shop: CachedShop;
  let admin: Browser;
  let id = 0;

  beforeAll(async () => {
    database = await makeSqlite();
    shop = await openCachedShop(database);
    admin = await shop.admin();
    [id = 0] = await addSpecimens(shop.ctx, [{ title: 'Before' }]);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const page = async (path = `/specimen/${id}`) => (await fetch(shop.origin + path)).text();
  const rename = (title: string) =>
    admin.put(`/api/specimens/${id}`, { title, category: 'Minerals' });
  /** Pauses renderings once they have read everything, until `release` is called. */
  function hold() {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { promise: held, resolve: reached } = Promise.withResolvers<void>();
    shop.onRendered = () => {
      reached();
      return promise;
    };
    return {
      held,
      release() {
        shop.onRendered = null;
        resolve();
      },
    };
  }

  test('while the admin saves is not sent to later requests, and not cached', async () => {
    const { held, release } = hold();
    const early = page();
    await held;
    expect((await rename('After')).statusCode).toBe(200);
    const late = page();
    release();
    expect(await early).toContain('Before');
    expect(await late).not.toContain('Before');
    expect(await page()).toContain('After');
  });

  test('is rendered once for a hundred requests, though some disconnect', async () => {
    shop.cache.invalidate(null);
    shop.rendered.length = 0;
    const { held, release } = hold();
    const leaving = get(`${shop.origin}/specimen/${id}`).on('error', () => {});
    await held;
    const all = Array.from({ length: 100 }, () => page());
    leaving.destroy();
    setImmediate(release);
    expect(new Set(await Promise.all(all)).size).toBe(1);
    expect(shop.rendered).toEqual([`/specimen/${id}`]);
  });

  test('and fails, fails for all who wait, and is rendered again for the next request', async () => {
    shop.cache.invalidate(null);
    shop.onRendered = async () => {
      throw new Error('broken');
    };
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async () => (await fetch(shop.origin)).status),
    );
    shop.onRendered = null;
    expect(statuses).toEqual(Array(10).fill(500));
    expect((await fetch(shop.origin)).status).toBe(200);
    expect(shop.log.splice(0).join()).toContain('broken');
  });

  test('is rendered once for all paths that do not exist', async () => {
    shop.cache.invalidate(null);
    shop.rendered.length = 0;
    const missing = [
      '/a',
      '/b/c.php',
      '/favicon.ico',
      '/specimen/x',
      '/specimen/y',
      '/specimen/9999',
      '/specimen/9998-z',
      '/order-confirmation/q',
    ];
    const responses = await Promise.all(missing.map((path) => fetch(shop.origin + path)));
    // Nobody else keeps one: what appears in its place would not be seen.
    expect(
      responses.map(({ status, headers }) => `${status} ${headers.get('cache-control')}`),
    ).toEqual(missing.map(() => '404 no-store'));
    await Promise.all(Array.from({ length: 50 }, (_, turn) => page(`/random/${turn}`)));
    await Promise.all(
      Array.from({ length: 50 }, (_, turn) => page(`/order-confirmation/${1000 + turn}`)),
    );
    expect(shop.rendered).toHaveLength(4);
    expect(shop.cache.size().responses).toBe(4);
  });
});

/** What a client gets: everything but the times. */
async function read(shop: CachedShop, path: string) {
  const response = await fetch(shop.origin + path, { redirect: 'manual' });
  const headers = ['etag', 'x-total-count', 'link', 'cache-control'].map((name) =>
    response.headers.get(name),
  );
  const body = await response.text();
  const policy = withoutHashes(response.headers.get('content-security-policy') ?? '', body);
  return {
    status: response.status,
    headers,
    policy,
    location: response.headers.get('location'),
    body: withoutTimes(body),
  };
}

/** A pseudorandom generator with the same numbers in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
