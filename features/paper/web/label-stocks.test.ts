import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { edgeRoom, labelStocks, labelStockTable, onPages, placesOn } from './label-stocks.ts';
import { parseLabelsSearch } from './paper-search.ts';

test.each(labelStocks)('the labels of %s fit on their page', (name) => {
  const { page, label, columns, rows, left, top, gap } = labelStockTable[name];
  // Sheets have the same margin on both sides.
  expect(2 * left + columns * label.width + (columns - 1) * gap).toBeCloseTo(page.width, 1);
  expect(2 * top + rows * label.height).toBeCloseTo(page.height, 1);
});

test('labels of a 62 mm roll and of 29 × 90 mm are among the stocks', () => {
  const rolls = labelStocks.map((stock) => labelStockTable[stock].label);
  expect(rolls).toEqual(
    expect.arrayContaining([
      { width: 62, height: 29 },
      { width: 90, height: 29 },
    ]),
  );
});

test('labels begin at the first free place of a sheet and go on at the beginning of the next', () => {
  expect(onPages(['a', 'b', 'c'], 4, 3)).toEqual([[null, null, 'a', 'b'], ['c']]);
  expect(onPages(['a'], 1, 9)).toEqual([['a']]);
  expect(onPages([], 24, 1)).toEqual([]);
  expect(placesOn(labelStockTable['a4-24'])).toBe(24);
});

test('the URL of labels carries what Manage shows, and drops what it does not understand', () => {
  const manage = { search: 'quartz', status: 'sold', visibility: 'hidden', page: '3' };
  expect(parseLabelsSearch(manage)).toEqual({
    search: 'quartz',
    status: 'sold',
    visibility: 'hidden',
  });
  expect(
    parseLabelsSearch({
      specimens: '12,13',
      stock: 'a4-24',
      first: '7',
      code: 'yes',
      frames: 'yes',
    }),
  ).toEqual({
    specimens: '12,13',
    stock: 'a4-24',
    first: 7,
    code: 'yes',
    frames: 'yes',
  });
  expect(
    parseLabelsSearch({ specimens: '12,x', stock: 'a5', first: '0', code: 'no', search: ' ' }),
  ).toEqual({});
});

test('what is printed on a sheet keeps five millimetres from its edges, and a roll needs no room', () => {
  const onA4 = Array.from({ length: 4 }, (_, place) => edgeRoom(labelStockTable['a4-24'], place));
  expect(onA4).toEqual([
    { left: 4, right: 0 },
    { left: 0, right: 0 },
    { left: 0, right: 4 },
    { left: 4, right: 0 },
  ]);
  for (const stock of labelStocks) {
    const { left, columns } = labelStockTable[stock];
    // Labels have a millimetre of their own.
    if (columns > 1)
      expect(left + edgeRoom(labelStockTable[stock], 0).left + 1).toBeGreaterThanOrEqual(5);
    else expect(edgeRoom(labelStockTable[stock], 0)).toEqual({ left: 0, right: 0 });
  }
});

test.each(labelStocks)('pages of %s are printed at their own size', (stock) => {
  const css = readFileSync(path.join(import.meta.dirname, 'paper.css'), 'utf8');
  const rule = css.split(`@page ${stock} {`)[1]?.split('}')[0] ?? '';
  const sides = [...rule.matchAll(/([\d.]+)(mm|in)/g)].map(
    ([, length, unit]) => Number(length) * (unit === 'in' ? 25.4 : 1),
  );
  const { width, height } = labelStockTable[stock].page;
  expect(sides).toEqual([expect.closeTo(width, 1), expect.closeTo(height, 1)]);
});
