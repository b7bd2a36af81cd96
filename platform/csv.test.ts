import { mkdtempSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, inject, test } from 'vitest';
import { times } from '#tests/support/thorough.ts';
import { type CsvRow, csvHeading, csvRows, formatListCell, readCsv, readListCell } from './csv.ts';

const folder = () => mkdtempSync(path.join(inject('runFolder'), 'csv-'));

async function read(text: string | Buffer, synonyms?: Record<string, string>): Promise<CsvRow[]> {
  const file = path.join(folder(), 'sheet.csv');
  writeFileSync(file, text);
  return Array.fromAsync(readCsv(file, synonyms));
}
const cellsOf = async (text: string) => (await read(text)).slice(1).map(({ cells }) => cells);

describe('a written sheet', () => {
  test('begins with the byte order mark and ends its lines as spreadsheets do', () => {
    expect(
      csvHeading(['title', 'price']) + csvRows(['title', 'price'], [{ title: 'a "b", c' }]),
    ).toBe('\ufefftitle,price\r\n"a ""b"", c",\r\n');
  });

  test.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\nx', "'=1", "''-"])(
    'escapes %j, which would be a formula',
    async (text) => {
      const written = csvHeading(['title']) + csvRows(['title'], [{ title: text }]);
      expect(written.split('\r\n').slice(1).join('\r\n').replace(/^"/, '')).toMatch(/^'/);
      expect(await cellsOf(written)).toEqual([{ title: text }]);
    },
  );

  test('leaves an amount below 0 a number', async () => {
    const written = csvHeading(['profit']) + csvRows(['profit'], [{ profit: '-12.50' }]);
    expect(written.split('\r\n')[1]).toBe('-12.50');
    expect(await cellsOf(written)).toEqual([{ profit: '-12.50' }]);
  });

  test('is read as it was written, whatever its cells contain', async () => {
    const word = fc
      .oneof(fc.string({ unit: 'binary' }), fc.stringMatching(/^['=+\-@\t\r\n,;"a 💎]*$/u))
      .filter((text) => text.isWellFormed());
    const rows = fc.array(fc.record({ one: word, two: word }), { minLength: 1, maxLength: 5 });
    const property = fc.asyncProperty(rows, async (given) => {
      // The first column keeps a row from being an empty line.
      const numbered = given.map((row, index) => ({ number: String(index), ...row }));
      const columns = ['number', 'one', 'two'];
      expect(await cellsOf(csvHeading(columns) + csvRows(columns, numbered))).toEqual(numbered);
    });
    await fc.assert(property, { numRuns: times(50, 150) });
  });
});

describe('a read sheet', () => {
  test('has the line on which each row begins', async () => {
    const text = 'a,b\r\n1,"x\r\ny\r\nz"\r\n\r\n2,b\n"3\n","c\r\n"\n4,d';
    expect((await read(text)).map(({ line, cells }) => [line, cells.a])).toEqual([
      [1, 'a'],
      [2, '1'],
      [6, '2'],
      [7, '3\n'],
      [10, '4'],
    ]);
  });

  test.each([
    ['semicolons', 'Title;Price\nAzurite, blue;5\n'],
    ['tabs', 'Title\tPrice\nAzurite, blue\t5\n'],
    ['commas', 'TITLE, price\n"Azurite, blue",5\n'],
  ])('may have %s, and headings in any case', async (_, text) => {
    expect(await cellsOf(text)).toEqual([{ title: 'Azurite, blue', price: '5' }]);
  });

  test('may use another name for a column, but not both', async () => {
    const synonyms = { colour: 'color' };
    expect((await read('Colour,b\nred,1\n', synonyms)).at(-1)?.cells).toEqual({
      color: 'red',
      b: '1',
    });
    await expect(read('colour,color\nred,blue\n', synonyms)).rejects.toThrow(
      'The column “color” appears twice.',
    );
  });

  test('is refused where its heading has more than 1,024 columns', async () => {
    const heading = Array.from({ length: 1_025 }, (_, index) => `c${index}`).join(',');
    await expect(read(`${heading}\n1\n`)).rejects.toThrow('more than 1,024 columns');
  });

  test('is refused where quotes do not match or it is not UTF-8', async () => {
    await expect(read('a,b\n1,"x"y\n')).rejects.toThrow(/can’t read the file as CSV.*line 2/);
    await expect(read('a,b\n1,"x\n')).rejects.toThrow(/can’t read the file as CSV/);
    await expect(read(Buffer.from('title\nG\xfcnther\n', 'latin1'))).rejects.toThrow(/UTF-8/);
    await expect(read(`a\n"${'x'.repeat(5_000_000)}"\n`)).rejects.toThrow(
      /can’t read the file as CSV/,
    );
  });

  test('of an empty file has no rows', async () => {
    expect(await read('')).toEqual([]);
  });
});

describe('a list in a cell', () => {
  test.each([[[]], [['quartz']], [['quartz', 'a, b', 'say "hi"', 'two values']]])(
    '%j is read as it was written',
    (values) => {
      expect(readListCell(formatListCell(values))).toEqual(values);
    },
  );

  test('may be typed with spaces and empty values', () => {
    expect(readListCell(' quartz,  rock crystal ,,')).toEqual(['quartz', 'rock crystal']);
    expect(() => readListCell('"quartz')).toThrow(/quotes/);
  });
});
