import { writeXlsx } from 'hucre/xlsx';
import { expect, test } from 'vitest';
import { makeSqlite } from '#tests/support/databases.ts';
import { byNumber, importForeign } from '#tests/support/foreign-sheets.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';

const here = suiteShop(makeSqlite);
const priceOf = async (number: string) => (await byNumber(here, number)).price;

test('a price keeps every cent, also where its hundredfold is no whole number', async () => {
  const prices = ['19.99', '1.15', '4.35', '8.20', '64.10', '1128.55', '0.29'];
  const rows = prices.map((price, index) => `PC${index},Quartz ${index},${price}`);
  await importForeign(here.admin, `No,Title,Price\n${rows.join('\n')}\n`);
  expect(await Promise.all(prices.map((_, index) => priceOf(`PC${index}`)))).toEqual(prices);
});

test('the numbers of a workbook do not say which sign its texts have before decimals', async () => {
  const rows = [
    ['No', 'Title', 'Price'],
    ['PW1', 'Azurite', 12.5],
    ['PW2', 'Beryl', 19.99],
    ['PW3', 'Calcite', '1.250'],
  ];
  const sheet = await writeXlsx({ sheets: [{ name: 'List', rows }] });
  await importForeign(here.admin, sheet);
  expect(await Promise.all(['PW1', 'PW2', 'PW3'].map(priceOf))).toEqual([
    '12.50',
    '19.99',
    '1250.00',
  ]);
});
