import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CareChange } from '#core/contract/catalogue/care.ts';
import { careNotes } from '#core/contract/catalogue/species.ts';
import type {
  Specimen,
  SpecimenDetail,
  SpecimenInput,
} from '#core/contract/catalogue/specimens.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { addSpecimens } from '#tests/support/specimens.ts';

const { acid, dust, radioactive, shock, toxic } = careNotes;
const drop = (note: keyof typeof careNotes, of: string): CareChange => ({ note, of, words: '' });

onEveryDatabase((makeDatabase) => {
  let database: TestDatabase;
  let shop: TestApp;

  beforeAll(async () => {
    database = await makeDatabase();
    shop = await makeApp(database);
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const add = async (input: Partial<SpecimenInput>) =>
    (await addSpecimens(shop.ctx, [input]))[0] as number;
  const read = async (id: number) =>
    (await shop.visitor().get(`/api/specimens/${id}`)).json<SpecimenDetail>();
  const careOf = async (id: number) =>
    (await read(id)).facts
      .find(({ name }) => name === 'Care')
      ?.lines.map(({ parts }) => parts.map(({ text }) => text).join(''));
  const found = async (term: string) =>
    (await shop.visitor().get(`/api/specimens?search=${encodeURIComponent(term)}`))
      .json<Specimen[]>()
      .map(({ id }) => id);

  test('notes of the one main species are about the piece, and those of an associated one name it', async () => {
    const id = await add({ species: ['Galena'], associates: ['Calcite'] });
    expect(await careOf(id)).toEqual([shock, toxic, `Calcite: ${acid}`]);
  });

  test('a note is dropped of the mineral that it was dropped of, and stays of another', async () => {
    const id = await add({
      species: ['Galena'],
      associates: ['Cerussite', 'Calcite'],
      care: [drop('toxic', 'Galena'), drop('acid', 'Calcite')],
    });
    expect(await careOf(id)).toContain(`Cerussite: ${toxic}`);
    expect(await careOf(id)).not.toContain(toxic);
    expect((await careOf(id))?.filter((line) => line.endsWith(acid))).toEqual([
      `Cerussite: ${acid}`,
    ]);
  });

  test('the owner’s words stand instead of a note, and further ones come last', async () => {
    const words = 'Polished nephrite: nothing to fear.';
    const care: CareChange[] = [
      { note: null, of: null, words: 'Wipe it with a soft cloth.' },
      { note: 'dust', of: 'Nephrite', words },
    ];
    const id = await add({ species: ['Nephrite'], care });
    expect(await careOf(id)).toEqual([words, 'Wipe it with a soft cloth.']);
    const other = await add({ species: ['Nephrite'] });
    expect(await careOf(other)).toEqual([dust]);
  });

  test('a piece is found by the notes that it has, by the owner’s words, and by no note that was dropped', async () => {
    const shown = await add({ species: ['Torbernite'] });
    const dropped = await add({
      species: ['Torbernite'],
      care: [drop('radioactive', 'Torbernite')],
    });
    const worded = await add({
      species: ['Torbernite'],
      care: [{ note: 'radioactive', of: 'Torbernite', words: 'Barely measurable' }],
    });
    const found3 = await found('radioactive');
    expect([shown, dropped, worded].map((id) => found3.includes(id))).toEqual([true, false, false]);
    expect(await found('barely measurable')).toEqual([worded]);
    const admin = await shop.admin();
    expect(
      (
        await admin.put(`/api/specimens/${dropped}`, {
          title: 'Torbernite',
          category: 'Minerals',
          care: [],
        })
      ).statusCode,
    ).toBe(200);
    expect(await found('radioactive')).toContain(dropped);
    expect(await careOf(dropped)).toContain(radioactive);
  });

  test('the form is proposed what the table says of what is typed', async () => {
    const admin = await shop.admin();
    const query = new URLSearchParams({
      species: 'Galena on calcite, unknown',
      associates: 'Calcite, , Halite',
    });
    expect((await admin.get(`/api/manage/care?${query}`)).json()).toEqual([
      { note: 'shock', of: 'Galena', isAssociated: false, words: shock },
      { note: 'toxic', of: 'Galena', isAssociated: false, words: toxic },
      { note: 'acid', of: 'Calcite', isAssociated: false, words: acid },
      { note: 'shock', of: 'Calcite', isAssociated: false, words: shock },
      expect.objectContaining({ of: 'Halite', isAssociated: true }),
      expect.objectContaining({ of: 'Halite', isAssociated: true }),
    ]);
    expect((await shop.visitor().get(`/api/manage/care?${query}`)).statusCode).toBe(401);
  });

  test.each([
    [{ note: 'poison', of: 'Galena', words: '' }],
    [{ note: 'toxic', of: null, words: '' }],
    [{ note: null, of: 'Galena', words: 'x' }],
    [{ note: null, of: null, words: ' ' }],
    [{ note: 'toxic', of: 'Galena', words: 'x'.repeat(301) }],
    Array.from({ length: 41 }, () => ({ note: null, of: null, words: 'x' })),
    'toxic',
  ])('what cannot be said of care is refused: %j', async (...care) => {
    const admin = await shop.admin();
    const id = await add({});
    const refused = await admin.put(`/api/specimens/${id}`, {
      title: 'Torbernite',
      category: 'Minerals',
      care: care.flat(),
    });
    expect([refused.statusCode, (await read(id)).care]).toEqual([400, []]);
  });
});
