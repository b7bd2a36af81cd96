import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { RowValues } from '#core/contract/catalogue/own-values.ts';
import type { Specimen, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import { shippedTable, tableHash } from '#core/server/catalogue/species/species.service.ts';
import type { ManagedSpecies, SpeciesList } from '#features/own-species/contract/own-species.ts';
import type { SpeciesTopic } from '#features/topics/contract/topics.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import { refreshOwnSpecies } from './own-species.service.ts';

const quartzIn = () => shippedTable().table.species.find(({ name }) => name === 'Quartz');
const nothing: RowValues = {
  kind: 'mineral',
  class: null,
  formula: null,
  system: null,
  hardness: null,
  density: null,
  group: null,
  differs: null,
  colours: null,
  streak: null,
  cleavage: null,
  habit: null,
  typeLocality: null,
  lustres: [],
  synonyms: [],
  fluorescence: [],
  care: [],
};

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
    admin = await shop.admin();
  });
  afterEach(async () => {
    await shop.ctx.db.deleteFrom('own_species').execute();
    await refreshOwnSpecies(shop.ctx.db);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const topic = async (slug: string) =>
    (await shop.visitor().get(`/api/species/${slug}`)).json<SpeciesTopic>();
  const read = async (slug: string) =>
    (await admin.get(`/api/manage/species/${slug}`)).json<ManagedSpecies>();
  const put = async (slug: string, values: Partial<RowValues>, source = '') =>
    admin.put(`/api/manage/species/${slug}`, {
      values: { ...(await read(slug)).values, ...values },
      source,
    });
  const add = (name: string, values: Partial<RowValues>, of: string | null = null, source = '') =>
    admin.post('/api/manage/species', { name, of, values: { ...nothing, ...values }, source });
  const found = async (term: string) =>
    (await shop.visitor().get(`/api/specimens?search=${encodeURIComponent(term)}`))
      .json<Specimen[]>()
      .map(({ id }) => id);
  const listed = async (name: string) =>
    (await admin.get('/api/manage/species'))
      .json<SpeciesList>()
      .rows.find((row) => row.name === name);

  test('a corrected value holds at once on the species’ page, its source is named, and varieties follow', async () => {
    const was = tableHash();
    expect(
      (await put('quartz', { hardness: { min: 6.5, max: 7 } }, 'Handbook of 2020')).statusCode,
    ).toBe(200);
    const { hardness, sources, density } = await topic('quartz');
    expect([hardness, sources.at(-1), density]).toEqual([
      { min: 6.5, max: 7 },
      'Handbook of 2020, entered by us (hardness)',
      quartzIn()?.density,
    ]);
    expect((await topic('amethyst')).hardness).toEqual({ min: 6.5, max: 7 });
    expect(await listed('Quartz')).toMatchObject({
      own: 'changed',
      fields: ['hardness'],
      disputed: [],
    });
    expect(tableHash()).not.toBe(was);
  });

  test.runIf(isThorough)(
    'color, streak, cleavage, habit and type locality are the owner’s to correct, also for varieties',
    async () => {
      const looks = {
        colours: 'Ink blue',
        streak: 'Gray',
        cleavage: 'Poor',
        habit: 'Sixlings',
        typeLocality: 'Hof, Germany',
      };
      expect((await put('quartz', looks, 'Field notes')).statusCode).toBe(200);
      expect(await read('quartz')).toMatchObject({
        fields: ['colours', 'streak', 'cleavage', 'habit', 'typeLocality'],
        values: looks,
      });
      expect(await topic('quartz')).toMatchObject(looks);
      expect((await topic('quartz')).sources.at(-1)).toBe(
        'Field notes, entered by us (color, streak, cleavage, habit, type locality)',
      );
      expect(await topic('amethyst')).toMatchObject({
        colours: null,
        streak: 'Gray',
        cleavage: 'Poor',
        habit: null,
        typeLocality: null,
      });
      expect((await read('amethyst')).values).toMatchObject({
        colours: null,
        streak: null,
        cleavage: null,
        habit: null,
        typeLocality: null,
      });
      expect((await put('amethyst', { streak: 'Violet' })).statusCode).toBe(200);
      expect([await listed('Amethyst'), (await topic('amethyst')).streak]).toMatchObject([
        { own: null },
        'Gray',
      ]);

      // As an older release had it: its streak was another, and of the habit it says the same by now.
      const shipped = { ...looks, streak: 'Brown', habit: quartzIn()?.habit };
      await shop.ctx.db
        .updateTable('own_species')
        .set({
          said: JSON.stringify({ ...looks, habit: quartzIn()?.habit }),
          shipped: JSON.stringify(shipped),
        })
        .execute();
      expect(await read('quartz')).toMatchObject({
        fields: ['colours', 'streak', 'cleavage', 'typeLocality'],
        before: { streak: 'Brown' },
      });
      await put('quartz', {
        colours: quartzIn()?.colours ?? null,
        streak: quartzIn()?.streak ?? null,
        cleavage: quartzIn()?.cleavage ?? null,
        typeLocality: '',
      });
      expect(await listed('Quartz')).toMatchObject({ own: null, fields: [] });
    },
  );

  test.runIf(isThorough)(
    'a value that is put back to the table’s is the table’s again, and so is a row that is taken back',
    async () => {
      const { sources } = await topic('quartz');
      await put('quartz', { hardness: { min: 6, max: 7 }, care: ['shock'] });
      expect((await topic('quartz')).sources).toEqual([
        ...sources.map((one) => one.replace('hardness, ', '')),
        'our own records (hardness, care notes)',
      ]);
      await put('quartz', { hardness: quartzIn()?.hardness ?? null });
      expect(await listed('Quartz')).toMatchObject({ own: 'changed', fields: ['care'] });
      expect((await admin.delete('/api/manage/species/quartz')).statusCode).toBe(204);
      expect([await listed('Quartz'), tableHash()]).toMatchObject([
        { own: null, fields: [] },
        shippedTable().hash,
      ]);
      expect((await admin.delete('/api/manage/species/quartz')).statusCode).toBe(404);
      expect((await topic('quartz')).sources).toEqual(sources);
    },
  );

  test('what was changed is in the log, as it was and as it is', async () => {
    const logged = async () =>
      (await shop.ctx.db.selectFrom('events').selectAll().orderBy('id').execute()).at(-1);
    await put('quartz', { care: ['shock'] });
    expect(await logged()).toMatchObject({
      kind: 'species_changed',
      data: { name: 'Quartz', before: { care: [] }, after: { care: ['shock'] } },
    });
    await put('quartz', { care: ['shock', 'light'], streak: 'Gray' });
    const [before, after] = [
      { care: ['shock'], streak: 'White' },
      { care: ['shock', 'light'], streak: 'Gray' },
    ];
    expect((await logged())?.data).toEqual({ name: 'Quartz', before, after });
    await admin.delete('/api/manage/species/quartz');
    expect(await logged()).toMatchObject({
      kind: 'species_removed',
      data: { before: after, after: { care: [], streak: 'White' } },
    });
  });

  test('an added species is known to labels, filters and search until it is taken back', async () => {
    const [id] = await addSpecimens(shop.ctx, [{ title: 'Odd piece', species: ['Druseite'] }]);
    const careOf = async () =>
      (await shop.visitor().get(`/api/specimens/${id}`))
        .json<SpecimenDetail>()
        .facts.find(({ name }) => name === 'Care');
    expect([await careOf(), await found('Kammerlingstein')]).toEqual([undefined, []]);
    const added = await add('Druseite', {
      formula: 'PbSO4',
      class: 'sulfates',
      synonyms: ['Kammerlingstein'],
    });
    expect(added.statusCode).toBe(201);
    // Lead brings its warning.
    expect(added.json()).toMatchObject({
      name: 'Druseite',
      own: 'added',
      shipped: null,
      values: { care: ['toxic'] },
    });
    expect(await careOf()).toBeDefined();
    expect(await found('Kammerlingstein')).toEqual([id]);
    expect(await topic('kammerlingstein')).toMatchObject({
      name: 'Druseite',
      total: 1,
      sources: ['our own records'],
    });
    const facets = await shop.visitor().get('/api/facets');
    expect(facets.body).toContain('Druseite');
    await admin.delete('/api/manage/species/druseite');
    expect([await careOf(), await found('Kammerlingstein')]).toEqual([undefined, []]);
    expect((await shop.visitor().get('/api/species/druseite')).statusCode).toBe(404);
  });

  onTheOtherToo(
    'an added variety has what its species has, and its species waits for it',
    async () => {
      await add('Druseite', { hardness: { min: 3, max: 3 } });
      const [id] = await addSpecimens(shop.ctx, [
        { title: 'Blue piece', species: ['Blue druseite'] },
      ]);
      const ofSpecies = async () =>
        (await shop.visitor().get('/api/specimens?species=druseite'))
          .json<Specimen[]>()
          .map((one) => one.id);
      expect(await ofSpecies()).not.toContain(id);
      expect(
        (await add('Blue druseite', { kind: 'variety', density: { min: 2, max: 2.1 } }, 'druseite'))
          .statusCode,
      ).toBe(201);
      expect(await topic('blue-druseite')).toMatchObject({
        of: 'Druseite',
        hardness: { min: 3, max: 3 },
        density: { min: 2, max: 2.1 },
      });
      expect(await ofSpecies()).toContain(id);
      const refused = await admin.delete('/api/manage/species/druseite');
      expect([refused.statusCode, refused.json().message]).toEqual([
        409,
        'Please remove its varieties first: Blue druseite.',
      ]);
      await put('blue-druseite', { formula: null });
      await put('druseite', { formula: 'NaCl' });
      expect((await topic('blue-druseite')).formula?.spoken).toBe('sodium, chlorine');
    },
  );

  test('an added formula is searched for as it is typed, in lower case too', async () => {
    const [id] = await addSpecimens(shop.ctx, [{ title: 'Odd piece', species: ['Druseite'] }]);
    expect(await found('pb7(sio4)3')).toEqual([]);
    await add('Druseite', { formula: 'Pb7(SiO4)3' });
    expect(await found('pb7(sio4)3')).toContain(id);
  });

  onTheOtherToo('what is said of care holds over what follows from the formula', async () => {
    await put('quartz', { formula: 'PbSiO3' });
    expect(await read('quartz')).toMatchObject({
      fields: ['formula'],
      values: { care: ['toxic'] },
    });
    await put('quartz', { care: [] });
    expect((await topic('quartz')).care).toEqual([]);
    await put('galena', { care: ['shock'] });
    expect(await read('galena')).toMatchObject({ fields: ['care'], values: { care: ['shock'] } });
  });

  test.runIf(isThorough)(
    'what a release says too loses its mark, and what it says otherwise is shown beside it',
    async () => {
      await put('quartz', { hardness: { min: 6, max: 7 }, density: { min: 2, max: 3 } });
      const row = shop.ctx.db.updateTable('own_species').where('name', '=', 'Quartz');
      // As an older release had it.
      const said = { hardness: quartzIn()?.hardness, density: { min: 2, max: 3 } };
      await row
        .set({
          said: JSON.stringify(said),
          shipped: JSON.stringify({ hardness: null, density: { min: 1, max: 2 } }),
        })
        .execute();
      expect(await read('quartz')).toMatchObject({
        own: 'changed',
        fields: ['density'],
        disputed: ['density'],
        before: { density: { min: 1, max: 2 } },
        values: { density: { min: 2, max: 3 } },
        shipped: { density: quartzIn()?.density },
      });
      await put('quartz', {});
      expect(await read('quartz')).toMatchObject({ fields: ['density'], disputed: [], before: {} });
      await put('quartz', { density: quartzIn()?.density ?? null });
      expect(await listed('Quartz')).toMatchObject({ own: null });
    },
  );

  test.runIf(isThorough)(
    'a species that a release has by now is corrected, no longer added',
    async () => {
      await add('Druseite', { hardness: { min: 3, max: 3 } });
      await shop.ctx.db.updateTable('own_species').set({ name: 'Quartz' }).execute();
      expect(await listed('Quartz')).toMatchObject({
        own: 'changed',
        fields: ['hardness'],
        disputed: ['hardness'],
      });
      await shop.ctx.db
        .updateTable('own_species')
        .set({ name: 'Lostite', is_added: false })
        .execute();
      expect((await admin.get('/api/manage/species')).json<SpeciesList>().unused).toEqual([
        'Lostite',
      ]);
      expect((await shop.visitor().get('/api/species/lostite')).statusCode).toBe(404);
      expect((await admin.delete('/api/manage/species/lostite')).statusCode).toBe(204);
    },
  );

  test('what another tab has saved is not overwritten', async () => {
    const { version, values } = await read('quartz');
    await put('quartz', { hardness: { min: 6, max: 7 } });
    const late = await admin.request({
      method: 'PUT',
      url: '/api/manage/species/quartz',
      headers: { 'if-match': `"${version}"` },
      payload: { values, source: '' },
    });
    expect([late.statusCode, (await topic('quartz')).hardness]).toEqual([412, { min: 6, max: 7 }]);
  });

  onTheOtherToo.each<[string, Partial<RowValues> & Record<string, unknown>, string, string]>([
    ['a hardness beyond 10', { hardness: { min: 7, max: 11 } }, 'values.hardness', 'from 1 to 10'],
    [
      'a range that ends before it begins',
      { hardness: { min: 7, max: 6 } },
      'values.hardness',
      'from 1 to 10',
    ],
    ['a density of 0', { density: { min: 0, max: 2 } }, 'values.density', 'above 0'],
    ['a formula that is none', { formula: 'Qz' }, 'values.formula', 'Type it plainly'],
    ['a streak that is a page', { streak: 'a'.repeat(201) }, 'values.streak', ''],
    ['a crystal system that is none', { system: 'round' as 'cubic' }, 'values.system', ''],
    ['the kind of a variety', { kind: 'variety' }, 'values.kind', 'mineral, group'],
    [
      'a name that means something else',
      { synonyms: ['Bergkristall'] },
      'values.synonyms',
      '“Bergkristall” already means Rock crystal',
    ],
    ['a name with a comma', { synonyms: ['a, b'] }, 'values.synonyms.0', 'without commas'],
    ['a field that is none', { colour: 'red' }, 'values', ''],
  ])('%s is refused in words', async (_, values, path, message) => {
    for (const refused of [await put('galena', values), await add('Druseite', values)]) {
      expect(refused.statusCode).toBe(400);
      const issue = refused.json().details?.issues?.[0] ?? refused.json().issues?.[0];
      expect(issue).toMatchObject({ path, message: expect.stringContaining(message) });
    }
    expect(await shop.ctx.db.selectFrom('own_species').selectAll().execute()).toEqual([]);
  });

  onTheOtherToo.each([
    ['galena', null, 'name', '“Galena” is in the table already'],
    ['A, B', null, 'name', 'without commas'],
    ['水晶', null, 'name', 'letters'],
    ['Blue druseite', 'Druseite', 'of', 'no species “Druseite”'],
  ])(
    'a row that cannot be added is refused in words: %s of %s',
    async (name, of, path, message) => {
      const refused = await add(name, of === null ? {} : { kind: 'variety' }, of);
      expect(refused.statusCode).toBe(400);
      const issue = refused.json().details?.issues?.[0] ?? refused.json().issues?.[0];
      expect(issue).toMatchObject({ path, message: expect.stringContaining(message) });
    },
  );

  test('only the admin reads and changes the table', async () => {
    const visitor = shop.visitor();
    const answers = [
      await visitor.get('/api/manage/species'),
      await visitor.get('/api/manage/species/quartz'),
      await visitor.post('/api/manage/species', {}),
      await visitor.put('/api/manage/species/quartz', {}),
      await visitor.delete('/api/manage/species/quartz'),
    ];
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 401, 401]);
    expect((await admin.get('/api/manage/species/nosuchite')).statusCode).toBe(404);
  });
});
