import { afterAll, beforeAll, expect, test } from 'vitest';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

/** A shop as a collector meets it; the titles say which piece is which, and nothing that is searched for. */
const pieces = [
  { title: 'A', species: ['Pyrite'], dimensions: '8 x 6 x 4 cm' },
  { title: 'B', species: ['Quartz'], associates: ['Pyrite'], dimensions: '2.5 x 2 x 1 cm' },
  { title: 'C', species: ['Baryte'], dimensions: '12 x 9 x 5 cm' },
  {
    title: 'D',
    species: ['Amethyst'],
    locality: ['Piedra Parada', 'Tatatila', 'Veracruz', 'Mexico'],
  },
  { title: 'E', species: ['Ethiopian opal'] },
  { title: 'F', species: ['Autunite on granite'] },
  { title: 'G', species: ['Mimetite'], associates: ['Quartz'], locality: ['Tsumeb', 'Namibia'] },
  { title: 'H', species: ['Vivianite'] },
  { title: 'I', species: ['Zeunerite'] },
  { title: 'J', species: ['Quartz var. Smoky quartz'] },
  { title: 'K', species: ['Salammoniac'] },
  { title: 'L', species: ['Campo del Cielo'], dimensions: '25 x 20 x 9 cm' },
  { title: 'M', species: ['Fluorite'], associates: ['Galena'] },
  { title: 'N', species: ['Malachite after azurite'] },
  { title: 'O', species: ['Chrysotile'] },
  { title: 'P', species: ['Blue lace agate'] },
  { title: 'Q', species: ['Orthoceras'] },
  { title: 'R', species: ['Granite'] },
  { title: 'S', species: ['Veszelyite'] },
  { title: 'T', species: ['Nosean'] },
  { title: 'U', species: ['Hyacinth'] },
  { title: 'V', species: ['Anhydrite'] },
  { title: 'W', species: ['Gypsum'] },
  { title: 'X', species: ['Ullmannite'] },
  { title: 'Y', species: ['Amethyst'], description: 'Pale crystals' },
  { title: 'Z', description: 'Labelled torbenite' },
  { title: 'Æ', catalogueNumber: 'KW-0077' },
  { title: 'Ø', catalogueNumber: 'KX0078' },
];

/** What collectors type, and what they get: the best first, the newest of those that are as good. */
const searches: [string, string][] = [
  ['FeS2', 'A B'],
  ['Barite', 'C'],
  ['Schwerspat', 'C'],
  ['CaSO4', 'V W'],
  ['caso4·2h2o', 'W'],
  ['CaSO4 2H2O', 'W'],
  ['torbernite', 'Z'],
  ['pale', 'Y'],
  ['BaSO4', 'C'],
  ['SrSO4', ''],
  ['NiSbS', 'X'],
  ['CoAsS', ''],
  ['NiAsS', ''],
  ['Opale', 'E'],
  ['opal', 'E'],
  ['radioactive', 'U I F'],
  ['CaF2', 'M'],
  ['arsenates', 'I G'],
  ['phosphates', 'S I H G F'],
  ['carbonates', 'N'],
  ['asbestos', 'O'],
  ['Quartz var. Amethyst', 'Y D'],
  ['smoky quartz', 'J'],
  ['Rauchquarz', 'J'],
  ['Bergkristall', ''],
  ['autunite on granite', 'F'],
  ['granite', 'R F'],
  ['mimetite on quartz', 'G'],
  ['pyrite with quartz', 'B'],
  ['malachite after azurite', 'N'],
  ['azurite', 'N'],
  ['thumbnail', 'B'],
  ['small cabinet', 'A'],
  ['museum', 'L'],
  ['iron meteorite', 'L'],
  ['Bleiglanz', 'M'],
  ['flourite', 'M'],
  ['sal ammoniac', 'K'],
  ['NH4Cl', 'K'],
  ['noselite', 'T'],
  ['tsumeb', 'G'],
  ['veszelyit', 'S'],
  ['KW-0077', 'Æ'],
  ['KW0077', 'Æ'],
  ['kw 0077', 'Æ'],
  ['KX0078', 'Ø'],
  ['KX-0078', 'Ø'],
];

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    await addSpecimens(shop.ctx, pieces);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  test.each(searches)('“%s” finds %s', async (search, titles) => {
    const { specimens } = await listSpecimens(shop.ctx, { search }, { hidden: false });
    expect(specimens.map(({ title }) => title).join(' ')).toBe(titles);
  });
});
