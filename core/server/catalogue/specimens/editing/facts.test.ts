import { afterAll, beforeAll, expect, test } from 'vitest';
import { initialValues } from '#core/contract/catalogue/specimen-fields.ts';
import type { SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens, asVisitorsSee } from '#tests/support/specimens.ts';

const facts = {
  species: ['Wulfenite'],
  associates: ['Mimetite', 'a black crust'],
  locality: ['Red Cloud Mine', 'La Paz County', 'Arizona', 'USA'],
  coordinates: { latitude: 33.0592, longitude: -114.7347 },
  mindatId: 3328,
  condition: 'One contact at the back',
  disclosures: [{ kind: 'repaired', note: 'the upper tip' }],
  fluorescence: [{ light: 'LW', colour: 'none' }],
  provenance: ['Ex Ada Smith, 1987', 'Ex mine manager'],
  catalogueNumber: 'W-12',
  dimensions: '3.1 x 2 cm',
};
const secrets = {
  cost: '80.00',
  source: 'Tucson, 2019',
  storagePlace: 'Drawer 4',
  privateNotes: 'Ask for more',
  acquisitionDate: '2019-02-09',
};

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const add = async (): Promise<number> =>
    (await addSpecimens(shop.ctx, [{ title: 'Stone' }]))[0] ?? 0;
  const put = (id: number, body: object) =>
    admin.put(`/api/specimens/${id}`, { title: 'Stone', category: 'Minerals', ...body });
  const row = (id: number) =>
    shop.ctx.db
      .selectFrom('specimens')
      .select(['size_mm', 'locality_id', 'version'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('all facts are stored, kept by an edit without them, and emptied by one with empty ones', async () => {
    const id = await add();
    const saved: SpecimenDetail = (
      await put(id, {
        ...facts,
        ...secrets,
        cost: '$80',
        mindatId: 'https://www.mindat.org/loc-3328.html',
      })
    ).json();
    expect(saved).toMatchObject({ ...facts, ...secrets });
    const seen = (await shop.visitor().get(`/api/specimens/${id}`)).json();
    expect(seen).toEqual(asVisitorsSee(saved));
    expect(Object.keys(secrets).filter((name) => name in seen)).toEqual([]);
    expect(await row(id)).toMatchObject({ size_mm: 31, locality_id: expect.any(Number) });
    expect((await put(id, {})).json()).toMatchObject({ ...facts, ...secrets });
    const none = Object.fromEntries(
      Object.keys({ ...facts, ...secrets }).map((name) => [
        name,
        initialValues[name as keyof typeof initialValues],
      ]),
    );
    expect((await put(id, none)).json()).toMatchObject(none);
    expect(await row(id)).toMatchObject({ size_mm: null, locality_id: null });
  });

  test('a synonym is stored under the name of the species, and a place in the spelling that the shop has', async () => {
    const [one, other] = [await add(), await add()];
    await put(one, { locality: ['Erongo', 'Namibia'] });
    const saved = (
      await put(other, {
        species: ['Barite', 'baryte', 'Fool’s gold'],
        locality: ['Pit 3', 'ERONGO ', 'namibia'],
      })
    ).json();
    expect(saved.species).toEqual(['Baryte', 'Pyrite']);
    expect(saved.locality).toEqual(['Pit 3', 'Erongo', 'Namibia']);
    const places = shop.ctx.db
      .selectFrom('localities')
      .select(['id', 'parent_id', 'name'])
      .orderBy('id', 'desc')
      .limit(3);
    const [pit, region, country] = await places.execute();
    expect(pit).toMatchObject({ name: 'Pit 3', parent_id: region?.id });
    expect(region).toMatchObject({ name: 'Erongo', parent_id: country?.id });
    expect((await row(other)).locality_id).toBe(pit?.id);
  });

  test('a catalogue number is given once, also after its specimen has another or is deleted', async () => {
    const [one, other] = [await add(), await add()];
    const number = async (id: number, catalogueNumber: string | null) => {
      const response = await put(id, { catalogueNumber });
      return response.statusCode === 200 ? response.json().catalogueNumber : response.json().issues;
    };
    const refusal = (holder: string) => [
      {
        path: 'catalogueNumber',
        message: `Catalog number x-1 belongs to ${holder}, and each number is used only once`,
      },
    ];
    expect(await number(one, 'X-1')).toBe('X-1');
    expect(await number(other, 'x-1')).toEqual(refusal('“Stone”'));
    expect(await number(one, 'X-2')).toBe('X-2');
    expect(await number(other, 'x-1')).toEqual(refusal('“Stone”'));
    expect(await number(one, 'X-1')).toBe('X-1');
    await admin.request({ method: 'DELETE', url: `/api/specimens/${one}` });
    expect(await number(other, 'x-1')).toEqual(refusal('a deleted specimen'));
  });

  test('the form is suggested what the shop has: places, texts, and the catalogue number after the last', async () => {
    await put(await add(), {
      locality: ['Mibladen', 'Morocco'],
      source: 'Ada',
      storagePlace: 'Drawer 1',
      catalogueNumber: 'K-010',
    });
    await put(await add(), {
      locality: ['mibladen', 'MOROCCO'],
      source: 'Ada',
      catalogueNumber: 'K-009',
    });
    const known = (await admin.get('/api/manage/known-facts')).json();
    expect(known.localities.filter(([mine]: string[]) => mine === 'Mibladen')).toEqual([
      ['Mibladen', 'Morocco'],
    ]);
    expect(known.sources[0]).toBe('Ada');
    expect(known.storagePlaces).toContain('Drawer 1');
    expect(known.nextCatalogueNumber).toBe('K-011');
    expect((await shop.visitor().get('/api/manage/known-facts')).statusCode).toBe(401);
  });

  test('pins stay on their picture until they are replaced, and only those that lie on it are accepted', async () => {
    const id = await add();
    const arrange = (main: object) =>
      admin.put(`/api/specimens/${id}/images`, {
        main: { alt: 'A stone', light: null, ...main },
        images: [],
      });
    const pins = [{ kind: 'chip', x: 0.25, y: 1, note: '2 mm' }];
    expect((await arrange({ pins })).json().main.pins).toEqual(pins);
    expect((await arrange({ alt: 'Another' })).json().main).toMatchObject({ alt: 'Another', pins });
    expect((await arrange({ pins: [{ ...pins[0], x: 1.01 }] })).statusCode).toBe(400);
    expect((await arrange({ pins: [] })).json().main).not.toHaveProperty('pins');
  });

  test.each([
    [{ disclosures: [{ kind: 'none-known' }, { kind: 'treated' }] }],
    [{ disclosures: [{ kind: 'treated' }, { kind: 'treated' }] }],
    [
      {
        fluorescence: [
          { light: 'LW', colour: 'red' },
          { light: 'LW', colour: 'blue' },
        ],
      },
    ],
    [{ fluorescence: [{ light: 'LW', colour: '' }] }],
    [{ coordinates: { latitude: 91, longitude: 0 } }],
    [{ mindatId: 'https://example.com/loc-1.html' }],
    [{ cost: 'cheap' }],
    [{ species: [''] }],
    [{ locality: Array(9).fill('Pit') }],
  ])('a fact that cannot be is refused in words (case %#)', async (body) => {
    const response = await put(await add(), body);
    expect([response.statusCode, response.json().issues?.length > 0], response.body).toEqual([
      400,
      true,
    ]);
  });
});
