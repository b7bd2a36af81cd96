import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPageApi, Reading } from '#core/server/storefront/pages/page-api.ts';
import type { LocalityTopic, SpeciesTopic } from '#features/topics/contract/topics.ts';
import { createPageCache } from '#platform/page-cache/page-cache.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { topicPaths } from './topics.service.ts';

const naica = ['Naica Mine', 'Chihuahua', 'Mexico'];

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let ids: number[];
  const cache = createPageCache();

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database, { cache });
    admin = await shop.admin();
    ids = await addSpecimens(shop.ctx, [
      {
        title: 'Sold amethyst',
        species: ['Amethyst'],
        locality: ['Guerrero', 'Mexico'],
        status: 'sold',
        quantity: 1,
      },
      {
        title: 'Quartz on fluorite',
        species: ['Fluorite', 'Quartz'],
        locality: naica,
        coordinates: { latitude: 27.85, longitude: -105.5 },
      },
      { title: 'Rock crystal', species: ['Quartz'], locality: naica, mindatId: 2303 },
      {
        title: 'Amethyst',
        species: ['Amethyst', 'Hermanovite'],
        locality: ['Bohemia', 'Czechoslovakia'],
      },
      {
        title: 'Hidden quartz',
        species: ['Quartz'],
        locality: ['Secret Mine', 'Namibia'],
        visible: false,
      },
      { title: 'Fluorite of no known place', species: ['Fluorite'] },
    ]);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const species = async (slug: string) =>
    (await shop.visitor().get(`/api/species/${slug}`)).json<SpeciesTopic>();
  const placeOf = async (name: string) => {
    const { id } = await shop.ctx.db
      .selectFrom('localities')
      .select('id')
      .where('name', '=', name)
      .executeTakeFirstOrThrow();
    return id;
  };
  const locality = async (name: string) =>
    (await shop.visitor().get(`/api/localities/${await placeOf(name)}`)).json<LocalityTopic>();
  const titles = ({ specimens }: { specimens: { title: string }[] }) =>
    specimens.map(({ title }) => title);

  describe('a species', () => {
    test('has its own pieces and those of its varieties, what is sold behind what can be had', async () => {
      const quartz = await species('quartz');
      expect(titles(quartz)).toEqual([
        'Amethyst',
        'Rock crystal',
        'Quartz on fluorite',
        'Sold amethyst',
      ]);
      expect(quartz.total).toBe(4);
      expect(quartz.varieties.find(({ name }) => name === 'Amethyst')).toEqual({
        name: 'Amethyst',
        total: 2,
      });
      expect(quartz.formula?.parts).toEqual([
        { text: 'SiO', isSubscript: false },
        { text: '2', isSubscript: true },
      ]);
    });

    test('says where its pieces come from, or puts a place without coordinates into its country', async () => {
      const { localities, dots } = await species('quartz');
      expect(localities.map(({ name, country, total }) => [name, country, total])).toEqual([
        ['Naica Mine', 'Mexico', 2],
        ['Bohemia', 'Czechoslovakia', 1],
        ['Guerrero', 'Mexico', 1],
      ]);
      expect(dots).toEqual([
        { coordinates: { latitude: 27.85, longitude: -105.5 }, isCountry: false },
        {
          coordinates: expect.objectContaining({ latitude: expect.closeTo(24, 0) }),
          isCountry: true,
        },
      ]);
    });

    test('that is a variety names its species, and has its own pieces alone', async () => {
      const amethyst = await species('amethyst');
      expect([amethyst.kind, amethyst.of, amethyst.hardness]).toEqual([
        'variety',
        'Quartz',
        { min: 7, max: 7 },
      ]);
      expect(titles(amethyst)).toEqual(['Amethyst', 'Sold amethyst']);
    });

    test('that is a stone of several minerals has no class, system and figures of one of them', async () => {
      const nothing = {
        formula: null,
        class: null,
        system: null,
        group: null,
        hardness: null,
        density: null,
        lustres: [],
      };
      const sources = [
        'Wikipedia (hardness, density)',
        'Gemcutter field table (hardness, density, luster)',
      ];
      expect(await species('tiger-iron')).toMatchObject({ of: 'Quartz', ...nothing });
      expect(await species('acanthite')).toMatchObject({ class: 'sulfides', sources });
      expect((await species('tiger-iron')).sources).toEqual([]);
    });

    test('names the references of those facts alone that were read there', async () => {
      const facts =
        'formula, crystal system, hardness, density, luster, color, streak, cleavage, habit, type locality';
      expect((await species('kasolite')).sources).toEqual([
        `Wikipedia, German Wikipedia, French Wikipedia (${facts})`,
        'le-comptoir-geologique.com (formula, crystal system, color, habit, type locality)',
      ]);
      expect((await species('chalcedony')).sources).toEqual([]);
      expect((await species('amethyst')).sources).toEqual((await species('quartz')).sources);
    });

    test('without pieces has a page that says what it is; one that the table does not know has none', async () => {
      expect(await species('wulfenite')).toMatchObject({
        name: 'Wulfenite',
        total: 0,
        specimens: [],
        dots: [],
      });
      expect((await shop.visitor().get('/api/species/hermanovite')).statusCode).toBe(404);
    });

    test('is read again once a piece is edited', async () => {
      const title = async () => titles(await species('fluorite'))[0];
      expect(await title()).toBe('Fluorite of no known place');
      await admin.put(`/api/specimens/${ids[5]}`, { title: 'Renamed', category: 'Minerals' });
      expect(await title()).toBe('Renamed');
      await admin.put(`/api/specimens/${ids[5]}`, {
        title: 'Renamed',
        category: 'Minerals',
        species: ['Calcite'],
      });
      expect(await title()).toBe('Quartz on fluorite');
    });
  });

  describe('a locality', () => {
    test('has the pieces from all places in it, what comes from there, and the way to it', async () => {
      const mexico = await locality('Mexico');
      expect([mexico.total, mexico.above]).toEqual([3, []]);
      expect(mexico.beneath.map(({ name, total }) => [name, total])).toEqual([
        ['Chihuahua', 2],
        ['Guerrero', 1],
      ]);
      expect(mexico.species.map(({ name, total }) => [name, total])).toEqual([
        ['Quartz', 3],
        ['Amethyst', 1],
        ['Fluorite', 1],
      ]);
      const mine = await locality('Naica Mine');
      expect(mine.above.map(({ name }) => name)).toEqual(['Mexico', 'Chihuahua']);
      expect([mine.beneath, mine.mindatId, mexico.mindatId]).toEqual([[], 2303, null]);
    });

    test('names species that have no page of their own too', async () => {
      const { species: found } = await locality('Bohemia');
      expect(found.map(({ name, hasPage }) => [name, hasPage])).toEqual([
        ['Amethyst', true],
        ['Hermanovite', false],
        ['Quartz', true],
      ]);
    });

    test('that only hidden pieces tell of does not exist for anybody', async () => {
      for (const browser of [shop.visitor(), admin]) {
        for (const name of ['Secret Mine', 'Namibia'])
          expect((await browser.get(`/api/localities/${await placeOf(name)}`)).statusCode).toBe(
            404,
          );
      }
      expect((await topicPaths(shop.ctx)).join()).not.toMatch(/secret|namibia/);
    });
  });

  test('a page carries no more of its pieces than the cards show', async () => {
    const { getSpecies } = createPageApi(shop.ctx, new Reading());
    const { specimens } = (await getSpecies?.('quartz')) ?? { specimens: [] };
    expect(specimens.length).toBeGreaterThan(0);
    for (const card of specimens) expect(card).not.toHaveProperty('tags');
  });

  test('the sitemap has the pages that have pieces: of a variety its species’ too, of a mine those around it', async () => {
    const paths = await topicPaths(shop.ctx);
    const ofPlace = async (name: string, slug: string) =>
      `/locality/${await placeOf(name)}-${slug}`;
    expect(paths).toEqual(
      expect.arrayContaining([
        '/species/amethyst',
        '/species/quartz',
        await ofPlace('Naica Mine', 'naica-mine'),
        await ofPlace('Mexico', 'mexico'),
      ]),
    );
    expect(paths.join()).not.toMatch(/hermanovite|wulfenite/);
  });
});
