import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ManagedSpecies } from '#features/own-species/contract/own-species.ts';
import type { SpeciesTopic } from '#features/topics/contract/topics.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { makeSqlite, onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import { exportOf, reportOf, unzip, zipOf } from '#tests/support/transfers.ts';
import { refreshOwnSpecies } from './own-species.service.ts';

const NOTHING = { added: 0, changed: 0, unchanged: 0, refused: 0 };
const heading = 'name,variety of,kind,formula,hardness,other names,care notes,source';
const csv = (...rows: string[]) => `${[heading, ...rows].join('\r\n')}\r\n`;
const rows = csv(
  'Druseite,,mineral,PbSO4,3-3.5,"Kammerlingstein, Pocket stone",,Field notes',
  'Blue druseite,Druseite,trade name,,,,,',
  'Quartz,,,,6.5–7,,none,',
);

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  const opened: { database: TestDatabase; shop: TestApp; admin: Browser }[] = [];

  beforeAll(async () => {
    for (let count = 0; count < 2; count += 1) {
      // PGlite has one database at a time.
      const database = await (count > 0 && engine === 'pglite' ? makeSqlite : makeDatabase)();
      const shop = await makeApp(database);
      opened.push({ database, shop, admin: await shop.admin() });
    }
  });
  afterAll(async () => {
    // Other files of this process know none.
    await emptyShop(0);
    for (const { shop } of opened) await shop.app.close();
    for (const { database } of opened) await database.close();
  });
  /** A shop without species of its own, which the process then knows none of either. */
  async function emptyShop(index: number): Promise<Browser> {
    const { shop, admin } = opened[index] as (typeof opened)[number];
    await shop.ctx.db.deleteFrom('own_species').execute();
    await refreshOwnSpecies(shop.ctx.db);
    return admin;
  }

  const read = async (admin: Browser, slug: string) =>
    (await admin.get(`/api/manage/species/${slug}`)).json<ManagedSpecies>();

  test('what the dealer says of species goes out and into another shop, and once more changes nothing', async () => {
    const one = await emptyShop(0);
    expect(
      await reportOf(one, await zipOf({ 'species.csv': rows }), { dryRun: true }),
    ).toMatchObject({
      errors: [],
      species: {
        ...NOTHING,
        added: 2,
        changed: 1,
      },
    });
    expect((await one.get('/api/species/druseite')).statusCode).toBe(404);
    expect(await reportOf(one, await zipOf({ 'species.csv': rows }))).toMatchObject({
      errors: [],
      species: {
        ...NOTHING,
        added: 2,
        changed: 1,
      },
      specimens: NOTHING,
    });
    const files = await unzip(await exportOf(one));
    expect([...files.keys()].slice(0, 3)).toEqual(['specimens.csv', 'orders.csv', 'species.csv']);
    expect((await one.get('/api/species/pocket-stone')).json<SpeciesTopic>()).toMatchObject({
      name: 'Druseite',
      hardness: {
        min: 3,
        max: 3.5,
      },
      care: ['toxic'],
      sources: ['Field notes, entered by us'],
    });

    const other = await emptyShop(1);
    const sheet = { 'species.csv': files.get('species.csv')?.toString() ?? '' };
    expect(await reportOf(other, await zipOf(sheet))).toMatchObject({
      errors: [],
      species: { ...NOTHING, added: 2, changed: 1 },
    });
    expect(await read(other, 'quartz')).toMatchObject({
      fields: ['hardness'],
      values: { hardness: { min: 6.5, max: 7 }, care: [] },
    });
    expect(await read(other, 'blue-druseite')).toMatchObject({
      of: 'Druseite',
      kind: 'trade name',
      own: 'added',
    });
    expect(await reportOf(other, await zipOf(sheet))).toMatchObject({
      errors: [],
      species: { ...NOTHING, unchanged: 3 },
    });
  });

  test.runIf(isThorough)(
    'of the cleavage “none” says that it has none, and of other values nothing',
    async () => {
      const sheet =
        'name,color,streak,cleavage,habit,type locality\r\nDruseite,Ink blue,None,none,,Hof\r\nGalena,,none,Unknown,,\r\n';
      const [one, other] = [await emptyShop(0), await emptyShop(1)];
      expect(await reportOf(one, await zipOf({ 'species.csv': sheet }))).toMatchObject({
        errors: [],
        species: { added: 1, changed: 1 },
      });
      const out = (await unzip(await exportOf(one))).get('species.csv')?.toString() ?? '';
      expect(await reportOf(other, await zipOf({ 'species.csv': out }))).toMatchObject({
        errors: [],
        species: { added: 1, changed: 1 },
      });
      for (const shop of [one, other]) {
        expect((await read(shop, 'druseite')).values).toMatchObject({
          colours: 'Ink blue',
          streak: null,
          cleavage: 'None',
          habit: null,
          typeLocality: 'Hof',
        });
        expect(await read(shop, 'galena')).toMatchObject({
          fields: ['streak', 'cleavage'],
          values: { streak: null, cleavage: null },
        });
      }
      expect(await reportOf(one, await zipOf({ 'species.csv': out }))).toMatchObject({
        errors: [],
        species: { ...NOTHING, unchanged: 2 },
      });
    },
  );

  onTheOtherToo.each([
    ['Quartz,,,,11,,,', 'hardness', 'from 1 to 10'],
    ['Quartz,,,Qz,,,,', 'formula', 'Type it plainly'],
    ['Quartz,,variety,,,,,', 'kind', 'mineral, group'],
    ['Quartz,,,,,Bergkristall,,', 'other names', 'already means'],
    ['Quartz,,,,,,poison,', 'care notes', ''],
    [',,,,,,,', 'name', 'letters'],
    ['Blue nosuchite,Nosuchite,,,,,,', 'variety of', 'no species “Nosuchite”'],
  ])('a row that cannot be is refused by its line and column: %s', async (row, column, message) => {
    const admin = await emptyShop(0);
    for (const dryRun of [true, false]) {
      const report = await reportOf(admin, await zipOf({ 'species.csv': csv(row) }), { dryRun });
      expect(report).toMatchObject({
        species: {
          ...NOTHING,
          refused: 1,
        },
        errors: [
          {
            sheet: 'species.csv',
            line: 2,
            column,
            message: expect.stringContaining(message),
          },
        ],
      });
    }
    expect([...(await unzip(await exportOf(admin))).keys()]).not.toContain('species.csv');
  });

  onTheOtherToo('a sheet without names, or with columns that are none, is refused', async () => {
    const admin = await emptyShop(0);
    const { errors } = await reportOf(
      admin,
      await zipOf({ 'species.csv': 'variety of,shade\r\nQuartz,red\r\n' }),
    );
    expect(errors.map(({ message }) => message)).toEqual([
      'The column “name” is missing',
      'Unknown column “shade”',
    ]);
  });
});
