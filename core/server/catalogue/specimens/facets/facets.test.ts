/** Whatever the filters and whatever has changed, lists and counts are those of a plain look at every row. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { categories, categoryOf } from '#core/contract/catalogue/categories.ts';
import type { DisclosureKind } from '#core/contract/catalogue/disclosures.ts';
import { type FacetName, type FilterName, facetNames } from '#core/contract/catalogue/filters.ts';
import { type SizeClass, sizeClasses } from '#core/contract/catalogue/size-classes.ts';
import { type SpecimenSort, specimenSorts } from '#core/contract/catalogue/specimen-sorts.ts';
import type { FacetCounts, Specimen } from '#core/contract/catalogue/specimens.ts';
import { specimenStatuses } from '#core/contract/catalogue/statuses.ts';
import { parseAmount } from '#core/contract/money.ts';
import { invalidatedByRow } from '#core/server/cache-invalidation.ts';
import { changedMedia } from '#core/server/media/files/cache-tags.ts';
import type { ChangedRow } from '#platform/db/change-feed.ts';
import { followChanges } from '#platform/db/changes.ts';
import { openDatabase } from '#platform/db/open.ts';
import type { Row } from '#platform/db/schema.ts';
import type { Localities } from '#platform/db/schema-specimens.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { cartBody } from '#tests/support/orders.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const allDisclosures: DisclosureKind[][] = [
  [],
  ['none-known'],
  ['not-checked'],
  ['repaired'],
  ['restored', 'treated'],
  ['assembled'],
];
const words = ['azure', 'beige', 'crimson'];
type QueryName = FilterName | 'search';
type Query = Partial<Record<QueryName, string>>;

onEveryDatabase((makeDatabase, engine) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  const random = dice(engine === 'sqlite' ? 3 : 5);
  const one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
    // A picture for every ten.
    for (let part = 0; part < 6; part++)
      await addSpecimens(shop.ctx, Array.from({ length: 10 }, randomSpecimen));
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  /** Pictures are given their colours as the media worker does it. */
  async function colour(): Promise<void> {
    const { id } = one(await database.db.selectFrom('media').select('id').execute());
    const name = one(Object.keys(lab));
    colours.set(id, name);
    await database.db
      .updateTable('media')
      .set({ colours: JSON.stringify([{ ...lab[name], share: 1 }]) })
      .where('id', '=', id)
      .execute();
    shop.ctx.invalidateCache(changedMedia([id]));
  }
  const colours = new Map<string, string>();
  const lab: Record<string, object> = {
    red: { L: 45, a: 65, b: 40 },
    violet: { L: 45, a: 40, b: -50 },
  };

  function randomSpecimen() {
    const now = shop.clock.now().getTime();
    return {
      title: `Stone, ${one(words)}`,
      category: one(categories),
      visible: random() < 0.85,
      price: one([null, 'On request', `${Math.ceil(random() * 40)}.00`]),
      quantity: one([1, 1, 3]),
      status: one(specimenStatuses),
      species: one([[], ['Quartz'], ['Amethyst', 'Calcite'], ['Fluorite'], ['Unobtainium']]),
      locality: one([
        [],
        ['Mexico'],
        ['Veracruz', 'Mexico'],
        ['Mapimí', 'Durango', 'Mexico'],
        ['Tsumeb', 'Namibia'],
      ]),
      dimensions: one(['', '2 cm', '4 x 3 cm', '7 cm', '15 x 10 x 5 cm', '30 cm']),
      fluorescence: one([
        [],
        [{ light: 'SW' as const, colour: 'none' }],
        [{ light: 'LW' as const, colour: 'blue' }],
      ]),
      disclosures: one(
        allDisclosures.map((kinds) => kinds.map((kind) => ({ kind, note: one(['', 'the tip']) }))),
      ),
      createdAt: new Date(now - Math.floor(random() * 120) * DAY_MS).toISOString(),
    };
  }

  const values: Record<QueryName, () => string> = {
    category: () => one(categories),
    status: () => one(specimenStatuses),
    days: () => one(['7', '30', '90']),
    sold: () => 'hide',
    species: () => one(['quartz', 'amethyst', 'calcite', 'fluorite', 'unobtainium', 'gold']),
    locality: () => String(one(places).id),
    size: () => one(sizeClasses),
    colour: () => one(['red', 'violet']),
    fluorescent: () => 'yes',
    disclosure: () => one(['none', 'disclosed']),
    minPrice: () => `${Math.ceil(random() * 30)}`,
    maxPrice: () => `${Math.ceil(random() * 40)}`,
    search: () => one(words),
  };
  const randomQuery = (): Query =>
    Object.fromEntries(
      Object.entries(values).flatMap(([name, value]) => (random() < 0.2 ? [[name, value()]] : [])),
    );

  type Piece = Awaited<ReturnType<typeof readRows>>[number];
  async function readRows() {
    const rows = await database.db.selectFrom('specimens').selectAll().execute();
    const main = await database.db
      .selectFrom('specimen_media')
      .select(['specimen_id', 'media_id'])
      .where('position', '=', 0)
      .execute();
    const mediumOf = new Map(main.map(({ specimen_id, media_id }) => [specimen_id, media_id]));
    places = await database.db.selectFrom('localities').selectAll().execute();
    return rows.map((row) => ({ ...row, colour: colours.get(mediumOf.get(row.id) ?? '') }));
  }
  let places: Row<Localities>[] = [];
  const placeOf = (id: string) => places.find((place) => String(place.id) === id);

  /** What each filter means, said as plainly as it can be. */
  const fits: Record<QueryName, (row: Piece, value: string) => boolean> = {
    search: ({ title }, value) => title.includes(value),
    category: (row, value) => categoryOf(row.category_id) === value,
    status: (row, value) => row.status === value,
    days: (row, value) => {
      const midnight = Math.floor(shop.clock.now().getTime() / DAY_MS) * DAY_MS;
      return Date.parse(row.created_at) >= midnight - (Number(value) - 1) * DAY_MS;
    },
    sold: (row) => row.status !== 'sold',
    species: ({ species }, value) =>
      species.some((name) => name.toLowerCase() === value) ||
      (value === 'quartz' && species.includes('Amethyst')),
    locality: ({ locality }, value) => {
      const names: string[] = [];
      for (let place = placeOf(value); place; place = placeOf(String(place.parent_id)))
        names.push(place.name);
      return locality.join().endsWith(names.join());
    },
    size: ({ dimensions }, value) => {
      const [longest] = /\d+/.exec(dimensions) ?? [];
      const classes = {
        thumbnail: ['2'],
        miniature: ['4'],
        'small-cabinet': ['7'],
        cabinet: ['15'],
        museum: ['30'],
      };
      return classes[value as SizeClass].includes(longest ?? '');
    },
    colour: ({ colour }, value) => colour === value,
    fluorescent: ({ fluorescence }) => fluorescence[0]?.colour === 'blue',
    disclosure: ({ disclosures }, value) =>
      disclosures.some(({ kind }) =>
        value === 'none' ? kind === 'none-known' : kind !== 'none-known' && kind !== 'not-checked',
      ),
    minPrice: (row, value) =>
      row.price_cents !== null && row.price_cents >= (parseAmount(value) ?? 0),
    maxPrice: (row, value) =>
      row.price_cents !== null && row.price_cents <= (parseAmount(value) ?? 0),
  };
  const matching = (rows: Piece[], query: Query) =>
    rows.filter(
      (row) =>
        row.visible &&
        Object.entries(query).every(([name, value]) => fits[name as QueryName](row, value)),
    );

  function inOrder(rows: Piece[], sort: SpecimenSort): number[] {
    const direction = sort === 'price-up' ? 1 : -1;
    const key = (row: Piece) => (sort === 'newest' ? Date.parse(row.created_at) : row.price_cents);
    return rows
      .toSorted((a, b) => {
        const [left, right] = [key(a), key(b)];
        if (left === null || right === null)
          return Number(left === null) - Number(right === null) || direction * (a.id - b.id);
        return direction * (left - right || a.id - b.id);
      })
      .map(({ id }) => id);
  }

  const path = (call: string, query: object) => `/api/${call}?${new URLSearchParams({ ...query })}`;
  async function countsOf(query: Query, who = shop.visitor()): Promise<FacetCounts> {
    const response = await who.get(path('facets', { ...query, values: 'all' }));
    expect(response.statusCode, response.body).toBe(200);
    return response.json();
  }
  /** All pages of the list, `limit` a page. */
  async function pagedIds(query: object, limit: number, who = shop.visitor()): Promise<number[]> {
    const response = await who.get(path('specimens', { ...query, limit, visible: 'true' }));
    const ids = response.json().map(({ id }: Specimen) => id);
    const next = /[?&]cursor=([^&>]+)/.exec(String(response.headers.link ?? ''))?.[1];
    return next ? [...ids, ...(await pagedIds({ ...query, cursor: next }, limit, who))] : ids;
  }

  async function expectTruth(query: Query, why: string): Promise<void> {
    const rows = await readRows();
    const found = matching(rows, query);
    const { total, facets } = await countsOf(query);
    expect([why, query, total]).toEqual([why, query, found.length]);
    for (const name of facetNames) {
      const { [name]: chosen, ...others } = query;
      const counted = new Map(facets[name]?.values.map(({ value, count }) => [value, count]));
      const { [name]: every } = allValues();
      // Of places the menu has the way to the chosen one, and what lies directly beneath it.
      for (const value of name === 'locality' ? counted.keys() : every) {
        const count = matching(rows, { ...others, [name]: value }).length;
        expect([why, query, name, value, counted.get(value) ?? 0]).toEqual([
          why,
          query,
          name,
          value,
          count,
        ]);
      }
      expect(
        [...counted.keys()].filter((value) => !every.includes(value) && value !== chosen),
      ).toEqual([]);
      const beneath = places
        .filter(({ parent_id }) => String(parent_id) === (query.locality ?? 'null'))
        .map(({ id }) => String(id));
      if (name === 'locality')
        for (const value of beneath)
          expect(counted.has(value)).toBe(
            matching(rows, { ...others, locality: value }).length > 0,
          );
    }
    const sort = one(specimenSorts);
    expect([why, query, sort, await pagedIds({ ...query, sort }, 7)]).toEqual([
      why,
      query,
      sort,
      inOrder(found, sort),
    ]);
  }

  const allValues: () => Record<FacetName, readonly string[]> = () => ({
    category: categories,
    status: specimenStatuses,
    days: ['7', '30', '90'],
    sold: ['hide'],
    species: ['quartz', 'amethyst', 'calcite', 'fluorite', 'unobtainium'],
    locality: places.map(({ id }) => String(id)),
    size: sizeClasses,
    colour: ['red', 'violet'],
    fluorescent: ['yes'],
    disclosure: ['none', 'disclosed'],
  });
  test('lists and counts are those of a plain look at every row, after any change', async () => {
    await expectTruth({}, 'at first');
    const someId = async () => one(await readRows()).id;
    const edit = { title: `Stone, ${one(words)}`, category: 'Minerals' };
    const changes: Record<string, () => Promise<unknown>> = {
      add: async () => {
        const ids = await addSpecimens(shop.ctx, [randomSpecimen(), randomSpecimen()]);
        shop.ctx.invalidateCache(ids.map((id) => `specimen ${id}`));
      },
      hide: async () => admin.put(`/api/specimens/${await someId()}`, { visible: random() < 0.5 }),
      price: async () =>
        admin.put(`/api/specimens/${await someId()}`, {
          ...edit,
          price: `${Math.ceil(random() * 40)}.00`,
        }),
      remove: async () => admin.delete(`/api/specimens/${await someId()}`),
      order: async () =>
        shop.visitor().post('/api/orders', cartBody([{ specimenId: await someId(), quantity: 1 }])),
      status: async () =>
        admin.put(`/api/specimens/${await someId()}`, { ...edit, status: one(specimenStatuses) }),
      colour,
      place: async () => {
        const locality = [`Vug ${random()}`, one(['Mexico', 'Peru', 'Chile'])];
        return admin.put(`/api/specimens/${await someId()}`, { ...edit, locality });
      },
      facts: async () => {
        const { title, category, visible, status, quantity, createdAt, ...facts } =
          randomSpecimen();
        return admin.put(`/api/specimens/${await someId()}`, { ...edit, ...facts });
      },
      day: async () => shop.clock.forward({ days: 1 }),
    };
    for (let step = 0; step < (engine === 'sqlite' ? 30 : 12); step++) {
      const kind = one(Object.keys(changes));
      await changes[kind]?.();
      await expectTruth(randomQuery(), `${kind}, step ${step}`);
    }
  });

  // PGlite has one connection, and no other process can open it.
  test.skipIf(engine === 'pglite')(
    'what another process changes is counted once its lists show it',
    async () => {
      const { DATABASE_URL: databaseUrl = null, DATA_DIR: dataDir = '' } =
        database.environment ?? {};
      const other = await openDatabase({ databaseUrl, dataDir });
      const cache = createPageCache();
      const reader = await makeApp(other, { cache });
      const announced = async <T>(change: Promise<T>) => {
        const result = await change;
        feed.announce();
        return result;
      };
      const onChange = (rows: ChangedRow[]) => rows.map(invalidatedByRow).forEach(cache.invalidate);
      const feed = await followChanges(
        { ...other, databaseUrl },
        { onChange, onError: (error) => expect(error).toBeNull() },
      );
      const visitor = reader.visitor();
      const sold = async () => {
        const { facets } = await countsOf({}, visitor);
        const listed = await visitor.get('/api/specimens?status=sold&limit=1');
        return [
          facets.status?.values.find(({ value }) => value === 'sold')?.count ?? 0,
          Number(listed.headers['x-total-count']),
        ];
      };
      const [before = 0] = await sold();
      const [id] = await announced(
        addSpecimens(shop.ctx, [{ title: 'Sold elsewhere', status: 'sold' }]),
      );
      await expect.poll(sold).toEqual([before + 1, before + 1]);
      await announced(database.db.deleteFrom('specimens').where('id', '=', Number(id)).execute());
      await expect.poll(sold).toEqual([before, before]);
      await feed.close();
      await reader.app.close();
      await other.close();
    },
  );
});

/** A pseudorandom generator with the same numbers in every run. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
