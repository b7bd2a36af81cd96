import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CollectionCard } from '#core/contract/catalogue/collections.ts';
import type { FacetCounts, Specimen, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { posterOf } from '#core/contract/media/media-urls.ts';
import { parseAmount } from '#core/contract/money.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { filesOfMedium } from '#core/server/media/files/media-files.service.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { namesIn, onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { loadDemoOnce } from './demo.service.ts';

const now = Date.parse('2026-11-21');
const daysOld = ({ createdAt }: Specimen) =>
  Math.floor((now - Date.parse(createdAt.slice(0, 10))) / 86_400_000);
const cents = ({ price }: Specimen) => parseAmount(price ?? '') ?? Number.NaN;
const isWorked = ({ disclosures }: Specimen) =>
  disclosures.some(({ kind }) => !['none-known', 'not-checked'].includes(kind));
const isKnown = ({ disclosures }: Specimen) =>
  disclosures.some(({ kind }) => kind === 'none-known');
const glows = ({ fluorescence }: Specimen) => fluorescence.some(({ colour }) => colour !== 'none');
/** In centimetres. */
const longest = ({ dimensions }: Specimen) =>
  Math.max(...dimensions.split(/[^\d.]+/).map(Number)) / (dimensions.endsWith('mm') ? 10 : 1);
const isOf = ({ species }: Specimen, ...names: string[]) =>
  species.some((name) => names.includes(name));

const combinations: [query: string, fits: (specimen: Specimen) => boolean][] = [
  ['species=beryl', (one) => isOf(one, 'Beryl', 'Emerald', 'Aquamarine', 'Heliodor', 'Morganite')],
  ['species=emerald', (one) => isOf(one, 'Emerald')],
  ['species=fluorite', (one) => isOf(one, 'Fluorite')],
  ['fluorescent=yes', glows],
  ['fluorescent=yes&disclosure=none', (one) => glows(one) && isKnown(one)],
  ['disclosure=none', isKnown],
  ['disclosure=disclosed', isWorked],
  ['disclosure=disclosed&maxPrice=1000', (one) => isWorked(one) && cents(one) <= 100_000],
  ['size=thumbnail', (one) => longest(one) <= 3],
  ['size=small-cabinet', (one) => longest(one) > 5 && longest(one) <= 9],
  [
    'size=cabinet&category=Minerals',
    (one) => longest(one) > 9 && longest(one) <= 20 && one.category === 'Minerals',
  ],
  ['days=7', (one) => daysOld(one) < 7],
  ['days=30&category=Crystals', (one) => daysOld(one) < 30 && one.category === 'Crystals'],
  ['sold=hide', ({ status }) => status !== 'sold'],
  ['sold=hide&size=thumbnail', (one) => one.status !== 'sold' && longest(one) <= 3],
  [
    'sold=hide&minPrice=1000&disclosure=none',
    (one) => one.status !== 'sold' && cents(one) >= 100_000 && isKnown(one),
  ],
  ['status=available&days=30', (one) => one.status === 'available' && daysOld(one) < 30],
  [
    'category=Gemstones&maxPrice=2500&days=90',
    (one) => one.category === 'Gemstones' && cents(one) <= 250_000,
  ],
  ['search=usa&sold=hide', ({ origin, status }) => /USA/.test(origin) && status !== 'sold'],
  ['search=mexico&disclosure=none', (one) => /Mexico/.test(one.origin) && isKnown(one)],
];

(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore, engine) => {
  let database: TestDatabase;
  let shop: TestApp;

  /** @param mediaStore without one, files go nowhere. */
  const openShop = async (mediaStore?: MediaStore) => {
    database = await makeDatabase();
    shop = await makeApp(database, { config: { demo: true }, mediaStore });
  };
  const closeShop = async () => {
    await shop.app.close();
    await database.close();
  };

  const count = async (table: 'specimens' | 'media' | 'markers' | 'events') =>
    (await shop.ctx.db.selectFrom(table).selectAll().execute()).length;
  const listed = async (): Promise<Specimen[]> =>
    (await shop.visitor().get('/api/specimens')).json();

  const collections = async (): Promise<CollectionCard[]> =>
    (await shop.visitor().get('/api/collections')).json();

  describe('loaded demo', () => {
    beforeAll(async () => {
      await openShop(makeStore());
      expect(await loadDemoOnce(shop.ctx)).toBe(true);
    });
    afterAll(closeShop);

    test('the demo is loaded once, by the rules of the shop', async () => {
      expect(await loadDemoOnce(shop.ctx)).toBe(false);
      expect(shop.drops()).toBe(1);
      expect(await count('specimens')).toBe(37);

      const specimens = await listed();
      expect(specimens).toHaveLength(36);
      expect(specimens.some(({ title }) => title.startsWith('Dioptase'))).toBe(false);
      const having = (wanted: (specimen: Specimen) => boolean) => specimens.filter(wanted).length;
      expect(having(({ status }) => status === 'pending')).toBe(2);
      expect(having(({ status }) => status === 'sold')).toBe(2);
      expect(having(({ forSale }) => !forSale)).toBe(3);
      expect(having(({ available }) => available === 1)).toBe(29);
      expect(having(({ mediaType }) => mediaType === 'video')).toBe(2);
      expect(new Set(specimens.map(({ category }) => category)).size).toBe(5);
    });

    test.each(isThorough ? combinations : combinations.filter((_, index) => index % 3 === 0))(
      'the filters %s find what a plain look at all specimens finds',
      async (query, fits) => {
        const expected = (await listed()).filter(fits).map(({ id }) => id);
        const found: Specimen[] = (await shop.visitor().get(`/api/specimens?${query}`)).json();
        expect(found.map(({ id }) => id)).toEqual(expected);
        const counted: FacetCounts = (await shop.visitor().get(`/api/facets?${query}`)).json();
        expect(counted.total).toBe(expected.length);
        // Otherwise nothing is proved.
        expect(expected.length).toBeGreaterThan(0);
        expect(expected.length).toBeLessThan(36);
      },
    );

    test('the specimens are spread over the weeks before today, in the same way each time', async () => {
      const [newest, ...others] = await listed();
      expect(newest?.title).toContain('Amethyst');
      expect(newest?.createdAt).toBe('2026-11-20T14:00:00.000Z');
      expect(others.at(-1)?.createdAt.slice(0, 7)).toBe('2026-10');
      expect(
        new Set([newest, ...others].map((specimen) => specimen?.createdAt.slice(0, 10))).size,
      ).toBe(36);
    });

    test('every picture has an alternative text and the light it was taken in', async () => {
      const details: SpecimenDetail[] = [];
      for (const { id } of await listed())
        details.push((await shop.visitor().get(`/api/specimens/${id}`)).json());
      const lightsOf = (title: string) => {
        const found = details.find((specimen) => specimen.title.includes(title));
        return (
          found && [
            posterOf(found.main).light,
            ...found.additional.map((medium) => posterOf(medium).light),
          ]
        );
      };
      expect(lightsOf('Rogerley')).toEqual(['daylight', 'long-wave-uv']);
      expect(lightsOf('Willemite')).toEqual(['daylight', 'short-wave-uv']);
      expect(lightsOf('Amethyst')).toEqual([null, 'detail', null]);
      const media = details.flatMap(({ main, additional }) => [main, ...additional]);
      expect(media).toHaveLength(47);
      for (const { alt } of media) expect(alt).toMatch(/^[A-Z].{30,200}\.$/);
      expect(new Set(media.map(({ alt }) => alt)).size).toBe(47);
      const amethyst = details.find(({ title }) => title.startsWith('Amethyst'));
      expect(amethyst).toMatchObject({
        species: ['Amethyst'],
        locality: ['Piedra Parada', 'Tatatila', 'Veracruz', 'Mexico'],
        catalogueNumber: 'D-037',
        disclosures: [{ kind: 'none-known', note: 'No repairs' }],
        provenance: ['Computed for the demo collection: a stone that does not exist'],
      });
      expect(
        details.filter(({ species, locality }) => species.length === 0 || locality.length === 0),
      ).toEqual([]);
      expect(details.filter(({ main }) => main.kind === 'picture' && main.pins)).toHaveLength(3);
    });

    test('every file that the pages request is stored', async () => {
      const settings = await readSettings(shop.ctx);
      const pictures = [
        settings.hero.background,
        ...(await collections()).flatMap(({ cover, pieces }) => [
          cover,
          ...pieces.map(({ picture }) => picture),
        ]),
        ...(await listed()).map(({ main }) => posterOf(main)),
      ];
      expect(pictures).toHaveLength(1 + 3 + 9 + 36);
      const files = new Set(await namesIn(shop.ctx.mediaStore));
      const rows = await database.db
        .selectFrom('media')
        .selectAll()
        .where(
          'id',
          'in',
          pictures.map((picture) => picture?.id ?? ''),
        )
        .execute();
      expect(rows).toHaveLength(new Set(pictures.map((picture) => picture?.id)).size);
      for (const name of rows.flatMap(filesOfMedium)) expect(files).toContain(name);
      for (const { imageUrl } of await listed())
        expect((await shop.visitor().get(imageUrl)).statusCode).toBe(200);
    });

    test('the demo fills the settings, and its collections link to its specimens', async () => {
      const settings = await readSettings(shop.ctx);
      expect(settings.venmo_settings).toMatchObject({ venmoUsername: 'druse-demo', enabled: true });
      expect(settings.social_links.filter(({ enabled }) => enabled)).toHaveLength(5);
      expect(settings.hero).toMatchObject({
        title: 'Discover the Beauty of',
        background: { width: 2400, widths: [320, 640, 960, 1440, 2048, 2400] },
      });
      const cards = await collections();
      expect(cards.map(({ name }) => name)).toEqual([
        'Crystal Collection',
        'Gemstone Collection',
        'Mineral Specimens',
      ]);
      expect(cards.map(({ cover }) => cover.alt.length > 30)).toEqual([true, true, true]);
      expect(cards.map(({ pieces }) => pieces.length)).toEqual([3, 3, 3]);
      for (const { id } of cards.flatMap(({ pieces }) => pieces)) {
        expect((await shop.visitor().get(`/api/specimens/${id}`)).statusCode).toBe(200);
      }
    });
  });

  describe('whether the demo is loaded', () => {
    // These tests are about rows only; files would take most of their time.
    beforeEach(() => openShop());
    afterEach(closeShop);

    test.runIf(isThorough)('the demo leaves settings that the admin has saved', async () => {
      await writeSetting(shop.ctx, 'venmo_settings', { venmoUsername: 'real-shop', enabled: true });
      await loadDemoOnce(shop.ctx);
      expect((await readSettings(shop.ctx)).venmo_settings.venmoUsername).toBe('real-shop');
    });

    test('the demo is not loaded if the configuration switches it off', async () => {
      const refuse = () => Promise.reject(new Error('A file was stored'));
      const mediaStore = { ...shop.ctx.mediaStore, put: refuse, putFile: refuse };
      expect(
        await loadDemoOnce({
          ...shop.ctx,
          mediaStore,
          config: { ...shop.ctx.config, demo: false },
        }),
      ).toBe(false);
      expect([await count('media'), await count('markers')]).toEqual([0, 0]);
    });

    test('the demo is not loaded into a shop that has or had a specimen', async () => {
      const [id = 0] = await addSpecimens(shop.ctx, [{}]);
      expect(await loadDemoOnce(shop.ctx)).toBe(false);
      await shop.ctx.db.deleteFrom('specimens').where('id', '=', id).execute();
      expect(await loadDemoOnce(shop.ctx)).toBe(false);
      expect(await count('specimens')).toBe(0);
    });

    test('the demo does not come back after its removal', async () => {
      await loadDemoOnce(shop.ctx);
      await shop.ctx.db.deleteFrom('specimens').execute();
      await shop.ctx.db.deleteFrom('events').execute();
      expect(await loadDemoOnce(shop.ctx)).toBe(false);
    });

    test.skipIf(engine === 'pglite')(
      'of the processes that start together only one loads the demo',
      async () => {
        const results = await Promise.all([
          loadDemoOnce(shop.ctx),
          loadDemoOnce(shop.ctx),
          loadDemoOnce(shop.ctx),
        ]);
        expect(results.filter(Boolean)).toHaveLength(1);
        expect(await count('specimens')).toBe(37);
      },
    );
  });

  describe('loading the demo', () => {
    beforeEach(() => openShop());
    afterEach(closeShop);

    test('a start that was interrupted is completed by the next one', async () => {
      // Remembers names alone: what the stores do with the bytes is said above.
      const stored = new Set<string>();
      let puts = 0;
      const mediaStore: MediaStore = {
        ...shop.ctx.mediaStore,
        has: async (name) => stored.has(name),
        put: async (name) => {
          puts += 1;
          if (puts === 101) throw new Error('The power is gone');
          stored.add(name);
          return true;
        },
      };
      const ctx = { ...shop.ctx, mediaStore };
      await expect(loadDemoOnce(ctx)).rejects.toThrow('The power is gone');
      expect([await count('specimens'), await count('media'), await count('markers')]).toEqual([
        0, 0, 0,
      ]);
      expect(await loadDemoOnce(ctx)).toBe(true);
      expect(await listed()).toHaveLength(36);
      const rows = await database.db.selectFrom('media').selectAll().execute();
      expect([...stored].sort()).toEqual([...new Set(rows.flatMap(filesOfMedium))].sort());
    });
  });
});
