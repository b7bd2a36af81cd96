import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import type { ElementSymbol } from '#core/contract/catalogue/chemical-elements.ts';
import { elementsOf } from '#core/contract/catalogue/formula.ts';
import type { CareNote, Species, Variety } from '#core/contract/catalogue/species.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { isSign, tokensOf } from '#core/server/catalogue/search/tokens.ts';
import { computedDensity, isBalanced } from '#tests/support/chemistry.ts';
import { root } from '#tests/support/imports.ts';
import { findSpecies, nameOf, speciesIn, speciesTable, tableName } from './species.service.ts';
import { readFormula, readSpeciesTable } from './species-reader.ts';

const { species, varieties } = readSpeciesTable();
const withFormula = species.flatMap((row) =>
  row.formula === null ? [] : [{ ...row, formula: readFormula(row.formula) }],
);

/** What search compares a name by. */
const folded = (name: string) =>
  tokensOf(name)
    .filter((token) => !isSign(token))
    .join(' ');

/** One element with two charges in the same formula; without these names, every element must have one charge throughout. */
const mixedCharges = {
  Arfvedsonite: 'ferrous and ferric iron',
  Babingtonite: 'ferrous and ferric iron',
  Beraunite: 'ferrous and ferric iron',
  Bermanite: 'manganese of two and three charges',
  Braunite: 'manganese of two and three charges',
  Calaverite: 'gold bound to tellurium: both share their electrons',
  Cervantite: 'antimony of three and five charges',
  Copiapite: 'ferrous and ferric iron',
  Coronadite: 'manganese of three and four charges',
  Cryptomelane: 'manganese of three and four charges',
  Digenite: 'copper of one and two charges',
  Germanite: 'copper and iron of two charges',
  Hausmannite: 'manganese of two and three charges',
  Hollandite: 'manganese of three and four charges',
  Ilvaite: 'ferrous and ferric iron',
  Linnaeite: 'cobalt of two and three charges',
  Livingstonite: 'some of its sulfur is bound in pairs',
  Magnetite: 'ferrous and ferric iron',
  Pyrrhotite: 'iron is missing in places, others are ferric',
  Riebeckite: 'ferrous and ferric iron',
  Rockbridgeite: 'ferrous and ferric iron',
  Voltaite: 'ferrous and ferric iron',
};

/** Formulas to which charges say nothing. Native elements have none. */
const unbalanced = {
  Aurostibite: 'gold bound to antimony',
  Breithauptite: 'nickel bound to antimony',
  Dyscrasite: 'silver bound to antimony',
  Mellite: 'organic: carbon bound to carbon',
  Salammoniac: 'nitrogen bound to hydrogen',
  Pentlandite: 'metals bound to metals',
  Struvite: 'nitrogen bound to hydrogen',
  Ullmannite: 'nickel bound to antimony',
  Whewellite: 'organic: carbon bound to carbon',
};

/** Stated densities that begin or end more than 10 % away from the computed one. */
const densityDiffers = {
  'Allanite-(Ce)': 'radiation has destroyed old crystals',
  Anthophyllite: 'iron in the place of magnesium',
  Breithauptite: 'masses hold other ores',
  Cacoxenite: 'its channels lose water',
  Cornwallite: 'fibrous crusts are porous',
  Goethite: 'masses are porous',
  Gold: 'natural gold holds silver',
  Hydrozincite: 'crusts are porous',
  Malachite: 'masses are porous',
  Microlite: 'niobium, water and damage by radiation',
  Olivenite: 'fibrous masses are porous',
  Platinum: 'natural platinum holds iron',
  Plattnerite: 'masses are porous',
  Pyrolusite: 'masses are porous',
  Richterite: 'iron and manganese in the place of magnesium',
  Sepiolite: 'so porous that it floats',
  Triplite: 'magnesium and calcium in the place of manganese',
  Turquoise: 'porous',
  Ullmannite: 'arsenic in the place of antimony',
  Uraninite: 'oxidised, with water and lead',
  'Xenotime-(Y)': 'heavy rare earths in the place of yttrium',
};

const sorted = (names: Iterable<string>) => [...names].sort();

describe('the species table', () => {
  test('has at least 700 species and 300 varieties and trade names', () => {
    expect(species.length).toBeGreaterThanOrEqual(700);
    expect(varieties.length).toBeGreaterThanOrEqual(300);
  });

  test('is in the order of the names', () => {
    const inOrder = (rows: readonly { name: string }[]) =>
      rows.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b, 'en'));
    expect(species.map(({ name }) => name)).toEqual(inOrder(species));
    expect(varieties.map(({ name }) => name)).toEqual(inOrder(varieties));
  });

  test('has every name and synonym once, as search folds them, so that each leads to exactly one row', () => {
    const names = [...species, ...varieties]
      .flatMap(({ name, synonyms, foreignNames }) => [name, ...synonyms, ...foreignNames])
      .map(folded);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  test('has names whose pages have paths of their own', () => {
    const slugs = [...species, ...varieties].map(({ name }) => slugOf(name));
    expect(slugs.filter((slug, index) => slug === '' || slugs.indexOf(slug) !== index)).toEqual([]);
  });

  test('gives every mineral its values, or leaves out what references do not agree on', () => {
    const missing = (row: Species) =>
      (['class', 'formula', 'system', 'hardness', 'density', 'lustres'] as const).filter(
        (cell) => !row[cell] || (cell === 'lustres' && row.lustres.length === 0),
      );
    const bare = species.filter((row) => row.kind === 'mineral' && missing(row).length > 0);
    expect(bare.map((row) => [row.name, ...missing(row)])).toEqual([
      ['Bayleyite', 'density'],
      ['Bismutite', 'system'],
      ['Gilalite', 'lustres'],
      ['Leightonite', 'system'],
      ['Sampleite', 'system'],
      ['Vladimirite', 'hardness', 'density'],
    ]);
  });

  test('has the color, the streak and the cleavage of many, in words that begin with a capital', () => {
    for (const column of ['colours', 'streak', 'cleavage', 'habit', 'typeLocality'] as const)
      expect(
        species
          .filter((row) => row[column] && !/^\p{Lu}/u.test(row[column]))
          .map(({ name }) => name),
      ).toEqual([]);
    expect(species.filter(({ colours }) => colours).length).toBeGreaterThanOrEqual(650);
    for (const column of ['streak', 'cleavage', 'habit'] as const)
      expect(species.filter((row) => row[column]).length).toBeGreaterThanOrEqual(570);
    expect(species.find(({ name }) => name === 'Altaite')).toMatchObject({
      streak: 'Black',
      cleavage: 'Perfect in three directions',
    });
  });

  test('has no hardness beyond Mohs’ scale of 1 to 10', () => {
    expect(
      species
        .filter(({ hardness }) => hardness && (hardness.min < 1 || hardness.max > 10))
        .map(({ name }) => name),
    ).toEqual([]);
  });

  test('has formulas whose charges balance, or a reason why not', () => {
    const elements = new Set(
      species.filter((row) => row.class === 'elements').map(({ name }) => name),
    );
    const failing = (mixed: boolean) =>
      withFormula
        .filter(
          ({ name, formula }) =>
            !elements.has(name) && !isBalanced(formula, elementsOf(formula), mixed),
        )
        .map(({ name }) => name);
    expect(sorted(failing(true))).toEqual(sorted(Object.keys(unbalanced)));
    expect(sorted(failing(false))).toEqual(
      sorted([...Object.keys(unbalanced), ...Object.keys(mixedCharges)]),
    );
  });

  test('has cells for at least 200 species', () => {
    expect(species.filter(({ cell }) => cell).length).toBeGreaterThanOrEqual(200);
  });

  test('has densities within 10 % of what formula and cell give, or a reason why not', () => {
    const off = withFormula.filter(({ formula, cell, density }) => {
      if (!cell || !density) return false;
      const computed = computedDensity(formula, cell);
      return density.min < computed.min * 0.9 || density.max > computed.max * 1.1;
    });
    expect(sorted(off.map(({ name }) => name))).toEqual(sorted(Object.keys(densityDiffers)));
  });

  /** What harms, and which note says so. Barium does where acids dissolve the mineral. */
  const concerns: Partial<Record<ElementSymbol, CareNote>> = {
    As: 'toxic',
    Cd: 'toxic',
    Hg: 'toxic',
    Pb: 'toxic',
    Sb: 'toxic',
    Te: 'toxic',
    Tl: 'toxic',
    Be: 'dust',
    Th: 'radioactive',
    U: 'radioactive',
  };
  /** Barium minerals that neither water nor acids of the body dissolve. */
  const insoluble = [
    'Banalsite',
    'Baryte',
    'Benitoite',
    'Brewsterite-Sr',
    'Celsian',
    'Edingtonite',
    'Gillespite',
    'Harmotome',
    'Kulanite',
    'Macdonaldite',
    'Romanèchite',
    'Sanbornite',
  ];

  test('warns of every element that harms, and of barium where it dissolves', () => {
    const unwarned = withFormula.flatMap(({ name, formula, care }) =>
      elementsOf(formula).flatMap((element) => {
        const note = concerns[element];
        const isUnsaid = note !== undefined && !care.includes(note);
        const isPoison = note === 'radioactive' || (element === 'Ba' && !insoluble.includes(name));
        return isUnsaid || (isPoison && !care.includes('toxic')) ? [`${name}: ${element}`] : [];
      }),
    );
    expect(unwarned).toEqual([]);
  });

  /** Minerals of what uranium and thorium hide among, whose pieces no reference calls radioactive. */
  const inactive = [
    'Agardite-(Y)',
    'Baddeleyite',
    'Baratovite',
    'Catapleiite',
    'Elpidite',
    'Painite',
    'Vlasovite',
    'Weloganite',
  ];

  test('warns of traces of uranium and thorium in minerals of rare earths, zirconium, niobium and tantalum', () => {
    const hosts: ElementSymbol[] = ['Y', 'La', 'Ce', 'Nd', 'Yb', 'Zr', 'Nb', 'Ta'];
    const silent = withFormula.filter(
      ({ formula, care }) =>
        !care.includes('radioactive') &&
        !care.includes('traces') &&
        elementsOf(formula).some((element) => hosts.includes(element)),
    );
    expect(silent.map(({ name }) => name)).toEqual(inactive);
    const both = species.filter(
      ({ care }) => care.includes('radioactive') && care.includes('traces'),
    );
    expect(both.map(({ name }) => name)).toEqual([]);
  });

  test('warns of what the formula brings with it', () => {
    const careOf = (name: string) =>
      [...species, ...varieties].find((row) => row.name === name)?.care;
    expect(careOf('Galena')).toEqual(['shock', 'toxic']);
    expect(careOf('Torbernite')).toEqual(['dries', 'radioactive', 'toxic']);
    expect(careOf('Malachite')).toEqual(['acid', 'heat']);
    expect(careOf('Chrysotile')).toEqual(['asbestos']);
    expect(careOf('Quartz')).toEqual([]);
    expect(careOf('Millerite')).toEqual(['dust']);
    expect(careOf('Annabergite')).toEqual(['toxic']);
    expect(careOf('Crocidolite')).toEqual(['asbestos']);
    expect(careOf('Cobaltoan calcite')).toEqual(['acid', 'shock']);
  });

  test.each([
    ['Amethyst', 'light'],
    ['Fluorite', 'light'],
    ['Imperial topaz', 'light'],
    ['Vanadinite', 'light'],
    ['Brown zircon', 'light'],
    ['Blue baryte', 'light'],
    ['Yellow sapphire', 'light'],
    ['Sylvanite', 'light'],
    ['Phenakite', 'dust'],
    ['Gaspéite', 'dust'],
    ['Nickeline', 'toxic'],
    ['Salammoniac', 'water'],
    ['Salammoniac', 'damp'],
    ['Kainite', 'water'],
    ['Bayleyite', 'dries'],
    ['Chambersite', 'light'],
    ['Tiger’s eye', 'dust'],
    ['Pietersite', 'dust'],
    ['Nephrite', 'dust'],
    ['Bowenite', 'fibrous'],
    ['Hornblende', 'fibrous'],
    ['Amosite', 'asbestos'],
    ['Erionite', 'fibers'],
    ['Realgar', 'fumes'],
    ['Cinnabar', 'fumes'],
    ['Pararealgar', 'crumbles'],
    ['Cryolite', 'toxic'],
    ['Zircon', 'traces'],
    ['Hyacinth', 'traces'],
    ['Hyalite', 'traces'],
    ['Antozonite', 'traces'],
    ['Dinosaur bone', 'traces'],
    ['Samarskite-(Y)', 'radioactive'],
    ['Xenotime-(Y)', 'radioactive'],
    ['Euxenite-(Y)', 'radioactive'],
  ] as const)('says of %s what it must: %s', (name, note) => {
    expect([...species, ...varieties].find((row) => row.name === name)?.care).toContain(note);
  });

  test('gives a variety its own figures where they differ, and lets it drop a note of its species', () => {
    const facts = (name: string) => {
      const { hardness, density, lustres, fluorescence, formula, care } = varieties.find(
        (row) => row.name === name,
      ) as Variety;
      return { hardness, density, lustres, fluorescence, formula, care };
    };
    expect(facts('Chalcedony')).toMatchObject({
      hardness: { min: 6.5, max: 7 },
      density: { min: 2.58, max: 2.64 },
      lustres: ['waxy'],
    });
    expect(facts('Labradorite').density).toEqual({ min: 2.68, max: 2.72 });
    expect(facts('Nephrite').care).toEqual(['dust']);
    expect(facts('Marmatite').fluorescence).toEqual([]);
    expect(facts('Amethyst')).toMatchObject({
      formula: 'SiO2',
      hardness: { min: 7, max: 7 },
      lustres: ['vitreous'],
    });
    expect(facts('Tiger iron')).toMatchObject({
      formula: null,
      hardness: null,
      density: null,
      lustres: [],
    });
  });
});

/** Names from lists of dealers, chosen because an earlier table missed many of them. */
const dealersNames = [
  'Herkimer diamond; Tangerine quartz; Faden quartz; Scepter quartz; Sceptre quartz; Japan-law twin; Lemurian quartz; Cactus quartz',
  'Tourmalinated quartz; Aura quartz; Elestial quartz; Blue lace agate; Botswana agate; Laguna agate; Lake Superior agate; Grape agate',
  'Thunderegg; Ocean jasper; Mookaite; Bumblebee jasper; Dalmatian jasper; Tiger iron; Gem silica; K2 granite; Septarian nodule',
  'Rainbow moonstone; Oregon sunstone; Larvikite; Ethiopian opal; Libyan desert glass; Indochinite; Fulgurite; Ruby in zoisite',
  'Azurmalachite; Mali garnet; Chrome tourmaline; Cuprian adamite; Campylite; Endlichite; Schalenblende; Campo del Cielo; Gibeon',
  'Muonionalusta; Sikhote-Alin; Ammolite; Orthoceras; Megalodon tooth; Stromatolite; Veszelyite; Poudretteite; Scholzite; Digenite',
  'Hutchinsonite; Samarskite; Zeunerite; Francevillite; Brannerite; Epistilbite; Ferrierite; Faujasite; Edingtonite; Afghanite; Foitite',
  'Laurionite; Sal ammoniac; Rainforest jasper; Rhyolite; Leopard skin jasper; Kambaba jasper; Lepidocrocite in quartz; Ajoite in quartz',
  'Canyon Diablo; Seymchan; Imilac; Chelyabinsk; NWA 869; Coprolite; Crinoid; Sand dollar; Shark tooth; Mosasaur tooth',
  'Spinosaurus tooth; Dinosaur bone; Fish fossil; Knightia; Fossil wood; Hackmanite; Llanite; Blizzard stone; Nuummite',
  'Stellar beam calcite; Cobaltocalcite; Mangano calcite; Peach moonstone; Garnierite; Geyserite; Sea urchin; Belemnite; Brachiopod',
  'Lunar meteorite; Martian meteorite',
  'Amphibole; Meteorite; Goldstone; Opalite; Preseli bluestone; Rose de sable; Septarian; K2; Libyan glass; Shungite; Basalt; Granite',
].flatMap((line) => line.split('; '));

describe('the names that dealers use', () => {
  test('are known in nine of ten cases', () => {
    expect(dealersNames.length).toBeGreaterThanOrEqual(100);
    const unknown = dealersNames.filter((name) => speciesIn(name).length === 0);
    expect(unknown.length, unknown.join(', ')).toBeLessThanOrEqual(dealersNames.length / 10);
  });
});

describe('a species', () => {
  const found = (label: string) => {
    const { species: one, variety } = findSpecies(label) ?? {};
    return one && (variety ? `${one.name}, ${variety.name}` : one.name);
  };

  test.each([
    ['Fluorite', 'Fluorite'],
    ['FLUORSPAR', 'Fluorite'],
    ['barite', 'Baryte'],
    ['fool’s gold', 'Pyrite'],
    ['Fools gold', 'Pyrite'],
    ['Hauyne', 'Haüyne'],
    ['Quartz var. Amethyst', 'Quartz, Amethyst'],
    ['Amethyst', 'Quartz, Amethyst'],
    ['Beryl variety Morganite', 'Beryl, Morganite'],
    ['Quartz var. Lavender', 'Quartz'],
    ['Amber (succinite)', 'Amber'],
    ['Ordinary chondrite LL5', 'Ordinary chondrite'],
    ['Iron meteorite, fine octahedrite (IVA)', 'Iron meteorite'],
    ['Stilbite', 'Stilbite-Ca'],
    ['Elrathia kingii', 'Trilobite, Elrathia'],
    ['Bergkristall', 'Quartz, Rock crystal'],
    ['Flussspat auf Baryt', 'Fluorite'],
    ['aigue-marine', 'Beryl, Aquamarine'],
    ['Cuarzo ahumado', 'Quartz, Smoky quartz'],
    ['Rodocrosita', 'Rhodochrosite'],
  ])('%s is found as %s', (label, expected) => expect(found(label)).toBe(expected));

  test.each([
    ['Torbernite (radioactive)', ['Torbernite']],
    ['Autunite on granite', ['Autunite']],
    ['Aquamarine with muscovite in gneiss', ['Aquamarine', 'Muscovite']],
    ['Pyrite (on basalt)', ['Pyrite']],
    ['Granite with tourmaline', ['Granite', 'Tourmaline']],
    ['Basalt', ['Basalt']],
    ['Basalt on granite', ['Basalt']],
    ['Kryptonite on granite', []],
    ['Malachite after azurite', ['Malachite', 'Azurite']],
    ['Calcite (on galena)', ['Calcite', 'Galena']],
    [
      'Quartz with chrysotile, pyrite & sphalerite',
      ['Quartz', 'Chrysotile', 'Pyrite', 'Sphalerite'],
    ],
    ['Quartz var. Chrysotile', ['Quartz', 'Chrysotile']],
    ['Quartz var. Amethyst on calcite', ['Amethyst', 'Calcite', 'Quartz']],
    ['Allanite-(Ce) on albite', ['Allanite-(Ce)', 'Albite']],
    ['Quartz / Amethyst', ['Quartz', 'Amethyst']],
    ['Calcite on calcite', ['Calcite']],
    ['Quartz with iron stains', ['Quartz']],
    ['Quartz with gold', ['Quartz', 'Gold']],
    ['Gold nugget in quartz', ['Gold', 'Quartz']],
    ['Matrix with tarnish', []],
  ])('%s names %j', (label, names) => expect(speciesIn(label).map(nameOf)).toEqual(names));

  test.each(['', 'Kryptonite', 'var. ', '·'])('%j is none', (label) =>
    expect(findSpecies(label)).toBeNull(),
  );

  test('of the table is found by each of its names', () => {
    for (const row of speciesTable().species)
      for (const name of [row.name, ...row.synonyms, ...row.foreignNames])
        expect(findSpecies(name)).toEqual({ species: row, variety: null });
    for (const variety of speciesTable().varieties)
      for (const name of [variety.name, ...variety.synonyms, ...variety.foreignNames])
        expect(findSpecies(name)?.variety).toBe(variety);
  });

  test('is found for every specimen of the demo', () => {
    const { specimens } = JSON.parse(
      readFileSync(path.join(root, 'demo/catalogue.json'), 'utf8'),
    ) as {
      specimens: { species: string[]; associates?: string[] }[];
    };
    expect(specimens.length).toBeGreaterThan(30);
    const names = specimens.flatMap(({ species, associates = [] }) => [...species, ...associates]);
    expect(names.filter((name) => tableName(name) !== name || !findSpecies(name))).toEqual([]);
  });
});
