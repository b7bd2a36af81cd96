import { describe, expect, test } from 'vitest';
import { parseSpeciesTable } from './species-reader.ts';

describe('a row that cannot be read', () => {
  const heading =
    'name,kind,class,formula,system,hardness,density,lustres,group,synonyms,fluorescence,care,cell,differs';
  const row = (cells: Record<string, string>) => {
    const whole = {
      name: 'Halite',
      kind: 'mineral',
      class: 'halides',
      formula: 'NaCl',
      system: 'cubic',
      hardness: '2',
      density: '2.2',
      ...cells,
    };
    return `${heading}\n${heading.split(',').map((name) => (whole as Record<string, string>)[name] ?? '')}\n`;
  };
  const varietyHeading = 'name,of,kind,synonyms,fluorescence,care\n';

  test.each([
    ['kind', 'stone'],
    ['class', 'salts'],
    ['formula', 'NaXy'],
    ['system', 'isometric'],
    ['hardness', 'soft'],
    ['hardness', '3-2'],
    ['density', '2.1-2.2-2.3'],
    ['lustres', 'glassy'],
    ['fluorescence', 'red'],
    ['fluorescence', 'SW'],
    ['care', 'water; salt'],
    ['cell', '5.64'],
    ['cell', '5.64 5.64 Z4'],
    ['cell', '5.64 Zx'],
  ])('is named with the cell that is wrong: %s “%s”', (name, text) => {
    expect(() => parseSpeciesTable(row({ [name]: text }), varietyHeading)).toThrow(
      /row “Halite”: .*“/,
    );
  });

  test('is one of a variety whose species does not exist', () => {
    expect(() =>
      parseSpeciesTable(row({}), `${varietyHeading}Blue halite,Hallite,variety,,,`),
    ).toThrow('there is no species “Hallite”');
    expect(
      parseSpeciesTable(row({}), `${varietyHeading}Blue halite,Halite,variety,,,`).varieties,
    ).toHaveLength(1);
  });

  test('is one of foreign names for what does not exist', () => {
    expect(() => parseSpeciesTable(row({}), varietyHeading, 'name,de\nHalit,Steinsalz\n')).toThrow(
      'says something of “Halit”',
    );
  });

  test('is none of the rows that lengths and angles make whole', () => {
    const cellOf = (system: string, cell: string) =>
      parseSpeciesTable(row({ system, cell }), varietyHeading).species[0]?.cell;
    expect(cellOf('cubic', '5.64 Z4')).toEqual({
      a: 5.64,
      b: 5.64,
      c: 5.64,
      alpha: 90,
      beta: 90,
      gamma: 90,
      formulaUnits: 4,
    });
    expect(cellOf('trigonal', '4.9 5.4 Z3')).toEqual({
      a: 4.9,
      b: 4.9,
      c: 5.4,
      alpha: 90,
      beta: 90,
      gamma: 120,
      formulaUnits: 3,
    });
    expect(cellOf('monoclinic', '1 2 3 100 Z2')).toEqual({
      a: 1,
      b: 2,
      c: 3,
      alpha: 90,
      beta: 100,
      gamma: 90,
      formulaUnits: 2,
    });
    expect(cellOf('triclinic', '1 2 3 91 92 93 Z1')).toEqual({
      a: 1,
      b: 2,
      c: 3,
      alpha: 91,
      beta: 92,
      gamma: 93,
      formulaUnits: 1,
    });
  });
});
