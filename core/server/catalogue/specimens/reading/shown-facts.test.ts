import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownFact } from '#core/contract/catalogue/shown-facts.ts';
import type { SpecimenDetail, SpecimenInput } from '#core/contract/catalogue/specimens.ts';
import { writeSetting } from '#core/server/admin/settings/writing.service.ts';
import { makeApp, type TestApp } from '#tests/support/app.ts';
import { onEveryDatabase, type TestDatabase } from '#tests/support/databases.ts';
import { hasFeature } from '#tests/support/features.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { onFirstEngine } from '#tests/support/thorough.ts';
import { factOfField } from './shown-facts.service.ts';

/** Where a place leads, if the shop has pages about them. */
const leadsTo = (slug: string) =>
  hasFeature('topics') && { href: expect.stringMatching(new RegExp(`^/locality/\\d+-${slug}$`)) };

type Facts = typeof factOfField;
type Told = {
  [Name in keyof Facts]: Facts[Name] extends `(${string})` ? never : Name;
}[keyof Facts];
/** Another value than a plain piece has, of each field that a fact tells. */
const told: Required<Pick<SpecimenInput, Told>> = {
  category: 'Gemstones',
  species: ['Galena'],
  associates: ['Calcite'],
  locality: ['Naica Mine', 'Mexico'],
  origin: 'An old hoard',
  dimensions: '62 x 41 mm',
  weight: '312 g',
  tags: ['thumbnail'],
  mindatId: 2303,
  condition: 'Excellent',
  disclosures: [{ kind: 'repaired', note: 'the tip' }],
  fluorescence: [{ light: 'SW', colour: 'green' }],
  care: [{ note: null, of: null, words: 'Keep it dry.' }],
  provenance: ['Ex Bement'],
  catalogueNumber: 'D-900',
};

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
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

  const read = async (id: number | undefined) =>
    (await shop.visitor().get(`/api/specimens/${id}`)).json<SpecimenDetail>();
  const added = async (input: Partial<SpecimenInput>) =>
    read((await addSpecimens(shop.ctx, [input]))[0]);
  const linesOf = (facts: ShownFact[], name: string) =>
    facts.find((fact) => fact.name === name)?.lines;
  const wordsOf = (facts: ShownFact[]) =>
    Object.fromEntries(
      facts.map(({ name, lines }) => [
        name,
        lines.map(({ parts }) => parts.map(({ text }) => text).join('')),
      ]),
    );

  test('what is known of a piece is said in words, line by line', async () => {
    const { facts } = await added({
      species: ['Amethyst', 'Galena', 'Hermanovite'],
      associates: ['Calcite'],
      origin: 'Old stock',
      weight: '312 g',
      locality: ['Naica Mine', 'Chihuahua', 'Mexico'],
      mindatId: 2303,
      dimensions: '62 x 41 mm',
      condition: 'Excellent',
      disclosures: [{ kind: 'repaired', note: 'the tip' }],
      fluorescence: [
        { light: 'SW', colour: 'green' },
        { light: 'LW', colour: 'none' },
      ],
      provenance: ['Ex Bement', 'Ex Vaux'],
      catalogueNumber: 'D-12',
    });
    expect(wordsOf(facts)).toEqual({
      Species: ['Amethyst, variety of Quartz', 'Galena', 'Hermanovite'],
      'Associated with': ['Calcite'],
      Category: ['Minerals'],
      Origin: ['Old stock'],
      Locality: ['Naica Mine, Chihuahua, Mexico', 'On mindat.org'],
      Dimensions: ['62 × 41 mm6.2 × 4.1 cm2.4 × 1.6 in'],
      'Size class': ['Small cabinet (over 50 to 90 mm on its longest side)'],
      Weight: ['312 g'],
      Condition: ['Excellent'],
      'Repairs and treatment': ['Repaired: the tip'],
      Fluorescence: ['Short wave (254 nm): green', 'Long wave (365 nm): none'],
      'Former collections': ['Ex Bement', 'Ex Vaux'],
      'Catalog number': ['D-12'],
      Care: [
        'Amethyst: Strong light fades or changes it. Display it away from windows and bright lamps.',
        'Galena, Calcite: Fragile. It breaks or splits easily.',
        'Galena: Its dust is toxic. Wash your hands after handling, and never saw or grind it dry.',
        'Calcite: Damaged by acids, even vinegar.',
      ],
    });
  });

  onTheOtherToo.each(Object.keys(told) as Told[])(
    'the page says what is known of the public field %s, in its fact',
    async (field) => {
      const [plain, known] = [
        await added({ origin: 'Old stock' }),
        await added({ origin: 'Old stock', [field]: told[field] }),
      ];
      expect(
        linesOf(known.facts, factOfField[field]),
        'a line of its own in shown-facts.service.ts',
      ).toBeDefined();
      expect(linesOf(known.facts, factOfField[field])).not.toEqual(
        linesOf(plain.facts, factOfField[field]),
      );
    },
  );

  onTheOtherToo(
    'a name with a word more has the formula, the page and the warnings of what it means',
    async () => {
      const { facts } = await added({ species: ['Torbernite (radioactive)'], locality: [] });
      const [line] = facts.find(({ name }) => name === 'Species')?.lines ?? [];
      expect(line?.parts).toEqual([
        {
          text: 'Torbernite (radioactive)',
          ...(hasFeature('topics') && { href: '/species/torbernite' }),
        },
      ]);
      expect(line?.formula).toBeDefined();
      expect(facts.find(({ name }) => name === 'Care')?.lines).toContainEqual({
        parts: [
          { text: 'Radioactive. Don’t keep it near beds or seating; ventilate the cabinet.' },
        ],
      });
    },
  );

  onTheOtherToo(
    'names lead to the pages of species and places, and unknown names lead nowhere',
    async () => {
      const { facts } = await added({
        species: ['Amethyst', 'Hermanovite'],
        locality: ['Naica Mine', 'Mexico'],
        mindatId: 2303,
      });
      const [amethyst, unknown] = linesOf(facts, 'Species') ?? [];
      expect(amethyst?.parts.flatMap(({ href }) => href ?? [])).toEqual(
        hasFeature('topics') ? ['/species/amethyst', '/species/quartz'] : [],
      );
      expect(amethyst?.formula?.spoken).toBe('silicon, oxygen 2');
      expect(unknown).toEqual({ parts: [{ text: 'Hermanovite' }] });
      const hrefs = (linesOf(facts, 'Origin') ?? []).flatMap(({ parts }) =>
        parts.flatMap(({ href }) => href ?? []),
      );
      expect(hrefs).toEqual([
        ...(hasFeature('topics')
          ? [
              expect.stringMatching(/^\/locality\/\d+-naica-mine$/),
              expect.stringMatching(/^\/locality\/\d+-mexico$/),
            ]
          : []),
        'https://www.mindat.org/loc-2303.html',
      ]);
    },
  );

  test('a size class leads to what is of that size, while there is a gallery', async () => {
    const { id, facts } = await added({ dimensions: '62 x 41 mm' });
    expect(linesOf(facts, 'Size class')).toEqual([
      {
        parts: [
          { text: 'Small cabinet', href: '/?size=small-cabinet#gallery' },
          { text: ' (over 50 to 90 mm on its longest side)' },
        ],
      },
    ]);
    await writeSetting(shop.ctx, 'section_visibility', { gallery: false });
    expect(linesOf((await read(id)).facts, 'Size class')).toEqual([
      { parts: [{ text: 'Small cabinet' }, { text: ' (over 50 to 90 mm on its longest side)' }] },
    ]);
    await writeSetting(shop.ctx, 'section_visibility', {});
  });

  onTheOtherToo.each(['naica mine, Mexico', 'Naica Mine, México', 'Mexico'])(
    'an origin that names nothing beside the places is not shown too: %s',
    async (origin) => {
      const { facts } = await added({ origin, locality: ['Naica Mine', 'Chihuahua', 'Mexico'] });
      expect([linesOf(facts, 'Origin')?.length, linesOf(facts, 'Locality')]).toEqual([
        1,
        undefined,
      ]);
    },
  );

  onTheOtherToo(
    'an origin that names every place and more besides is the one line, with a link at each place',
    async () => {
      const { facts } = await added({
        origin: 'Naica mine (level 3), Mexico',
        locality: ['Naica Mine', 'Mexico'],
        mindatId: 2303,
      });
      expect(wordsOf(facts)).toMatchObject({
        Origin: ['Naica mine (level 3), Mexico', 'On mindat.org'],
      });
      expect(linesOf(facts, 'Locality')).toBeUndefined();
      expect(linesOf(facts, 'Origin')?.[0]?.parts).toEqual([
        { text: 'Naica mine', ...leadsTo('naica-mine') },
        { text: ' (level 3), ' },
        { text: 'Mexico', ...leadsTo('mexico') },
      ]);
    },
  );

  onTheOtherToo('an origin that names something else is shown beside the places', async () => {
    const { facts } = await added({
      origin: 'Cave of Swords, Mexico',
      locality: ['Naica Mine', 'Mexico'],
    });
    expect([linesOf(facts, 'Origin')?.length, linesOf(facts, 'Locality')?.length]).toEqual([1, 1]);
  });

  onTheOtherToo(
    'a piece without facts shows only its category, and that it was not checked for repairs',
    async () => {
      const { facts, isMeasured } = await added({
        disclosures: [{ kind: 'not-checked', note: '' }],
      });
      expect([wordsOf(facts), isMeasured]).toEqual([
        {
          Category: ['Minerals'],
          'Repairs and treatment': ['Not yet checked for repairs or treatment. Please ask.'],
        },
        false,
      ]);
    },
  );

  onTheOtherToo(
    'pins are listed by their numbers and explained to beginners, and old labels are mentioned',
    async () => {
      const { id } = await added({});
      const pins = [
        { kind: 'chip', x: 0.2, y: 0.7, note: '2 mm' },
        { kind: 'contact', x: 0.9, y: 0.9, note: '' },
      ];
      await shop.ctx.db
        .updateTable('specimen_media')
        .set({ pins: JSON.stringify(pins), light: 'label' })
        .where('specimen_id', '=', id)
        .execute();
      expect(wordsOf((await read(id)).facts)).toMatchObject({
        'Damage map': [
          '1. Chip, 2 mm (photo 1, bottom left)',
          '2. Contact (photo 1, bottom right)',
          'Contact: where it touched another crystal.',
          'Chip: where a bit has broken off.',
        ],
        'Former collections': ['Its old label is among the photos.'],
      });
    },
  );

  test('says when the piece was added in the time zone of the shop, also after that has changed', async () => {
    const [id] = await addSpecimens(shop.ctx, [{}]);
    const createdAt = '2026-11-22T03:04:00.000Z';
    await shop.ctx.db
      .updateTable('specimens')
      .set({ created_at: createdAt })
      .where('id', '=', Number(id))
      .execute();
    expect(await read(id)).toMatchObject({ createdAt, addedOn: 'Nov 21, 2026, 10:04 PM' });
    const admin = await shop.admin();
    await admin.put('/api/settings/general', { timeZone: 'Asia/Tokyo' });
    expect((await read(id)).addedOn).toBe('Nov 22, 2026, 12:04 PM');
    await admin.put('/api/settings/general', { timeZone: 'America/New_York' });
  });
});
