import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'csv-parse/sync';
import { describe, expect, test } from 'vitest';
import { readSpeciesTable } from './species-reader.ts';

const { species } = readSpeciesTable();
type Cells = Record<string, string>;
const sheet = (name: string): Cells[] =>
  parse(readFileSync(path.join(import.meta.dirname, name)), { columns: true });

describe('the readings of the table', () => {
  const readings = sheet('species-readings.csv');
  const references = (reading: Cells) => new Set(reading.references?.split('; '));

  test('name every row of the table, each once, in its order', () => {
    expect(readings.map(({ name }) => name)).toEqual(species.map(({ name }) => name));
  });

  const bare = new Set(
    species.filter((row) => !(row.formula || row.hardness || row.density)).map(({ name }) => name),
  );

  test('hold the sixty rows that were drawn against two references each, and the others against one', () => {
    const drawn = (date: string) => readings.filter((reading) => reading.drawn === date);
    expect(drawn('2026-11-22')).toHaveLength(60);
    // Six more of this draw had no second reference and are no rows any more.
    expect(drawn('2026-11-26')).toHaveLength(54);
    expect(
      readings.filter((reading) => reading.drawn !== '' && references(reading).size < 2),
    ).toEqual([]);
    expect(
      readings.filter(({ name, references }) => references === '' && !bare.has(name ?? '')),
    ).toEqual([]);
  });

  describe('of a row that came after the first 490', () => {
    const rows = sheet('species.csv');
    const proved = readings.filter(({ cells }) => cells !== '');
    /** The cells of a row that each reference says: `Wikipedia: formula, system; zegold.ru: formula`. */
    const saying = ({ cells = '' }: Cells) =>
      new Map(
        cells === ''
          ? []
          : cells
              .split('; ')
              .map((one) => [one.split(': ')[0] ?? '', one.split(': ')[1]?.split(', ') ?? []]),
      );
    const rowOf = (name: string | undefined) => rows.find((row) => row.name === name) ?? {};
    const unsaid = (columns: readonly string[], times: number) =>
      proved.flatMap((reading) =>
        columns
          .filter((column) => rowOf(reading.name)[column] !== '')
          .filter(
            (column) =>
              [...saying(reading).values()].filter((cells) => cells.includes(column)).length <
              times,
          )
          .map((column) => `${reading.name}: ${column}`),
      );

    test('are all but the first, which name references without their cells', () => {
      expect(
        readings.filter(({ references, cells }) => references !== '' && cells === ''),
      ).toHaveLength(490);
    });

    test('give formula, system, hardness and density from two references each', () => {
      expect(proved.length).toBeGreaterThanOrEqual(191);
      expect(unsaid(['formula', 'system', 'hardness', 'density'], 2)).toEqual([]);
    });

    test('give lustre, streak, cleavage, habit, type locality and fluorescence from one at least', () => {
      expect(
        unsaid(['lustres', 'streak', 'cleavage', 'habit', 'type locality', 'fluorescence'], 1),
      ).toEqual([]);
    });

    test('give its care from one at least, unless it follows from the elements, the habit and the color', () => {
      const follows = [
        'traces of Ancylite-(Ce)',
        'traces of Synchysite-(Ce)',
        'toxic of Hollandite',
        'dust of Palygorskite',
        'fibrous of Edenite',
        'fibrous of Gedrite',
        'tarnish of Baumhauerite',
      ];
      const ofFumes = ['Baumhauerite', 'Gersdorffite', 'Getchellite', 'Rammelsbergite'].map(
        (name) => `fumes of ${name}`,
      );
      const unread = unsaid(['care'], 1).map((said) => said.replace(': care', ''));
      expect(
        unread
          .flatMap((name) =>
            (rowOf(name).care ?? '').split('; ').map((note) => `${note} of ${name}`),
          )
          .toSorted(),
      ).toEqual([...follows, ...ofFumes].toSorted());
    });

    test('name on its page those references and no others, and say only what the row has', () => {
      for (const reading of proved) {
        expect([...references(reading)].filter((name) => name !== '')).toEqual([
          ...saying(reading).keys(),
        ]);
        const stray = [...saying(reading).values()]
          .flat()
          .filter((column) => !rowOf(reading.name)[column]);
        expect(stray, reading.name).toEqual([]);
      }
    });
  });
});
