/** Small files that would take much: each is answered in words, by a child that is kept small. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { newFolder } from '#tests/support/backups.ts';
import { makeSqlite } from '#tests/support/databases.ts';
import { lookResponse } from '#tests/support/foreign-sheets.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { deflated, zipOf } from '#tests/support/transfers.ts';
import { surveySheet } from './survey.ts';

const here = suiteShop(makeSqlite);

const ods = (rows: string) =>
  zipOf(
    new Map([
      ['mimetype', Buffer.from('application/vnd.oasis.opendocument.spreadsheet')],
      [
        'content.xml',
        Buffer.from(
          `<?xml version="1.0"?><d xmlns:table="t" xmlns:text="x" xmlns:office="o"><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></d>`,
        ),
      ],
    ]),
  );
const odsCell = (text: string, more = '') =>
  `<table:table-cell ${more} office:value-type="string"><text:p>${text}</text:p></table:table-cell>`;
const odsRow = (cells: string, more = '') => `<table:table-row ${more}>${cells}</table:table-row>`;
const heading = odsRow(odsCell('Title') + odsCell('Price'));

const xlsx = (sheet: string, strings = '') =>
  zipOf(
    new Map([
      [
        'xl/workbook.xml',
        Buffer.from('<w xmlns:r="r"><sheets><sheet name="A" r:id="r1"/></sheets></w>'),
      ],
      [
        'xl/_rels/workbook.xml.rels',
        Buffer.from('<R><Relationship Id="r1" Target="worksheets/sheet1.xml"/></R>'),
      ],
      ['xl/worksheets/sheet1.xml', Buffer.from(`<s><sheetData>${sheet}</sheetData></s>`)],
      ['xl/sharedStrings.xml', Buffer.from(`<sst>${strings}</sst>`)],
    ]),
  );

const MANY = 'table:number-rows-repeated="1048576"';
const WIDE = 'table:number-columns-repeated="16384"';

test.each([
  [
    'rows of OpenDocument that repeat',
    () => ods(heading + odsRow(odsCell('x'), MANY)),
    /20,000 rows/,
  ],
  [
    'cells of OpenDocument that repeat',
    () => ods(heading + odsRow(odsCell('x', WIDE), MANY)),
    /more than 1,024 columns/,
  ],
  [
    'many rows of repeated cells',
    () =>
      ods(
        heading +
          odsRow(
            odsCell('xyz', 'table:number-columns-repeated="1000"'),
            'table:number-rows-repeated="19000"',
          ),
      ),
    /2,000,000 cells/,
  ],
  ['deep markup', () => ods('<table:a>'.repeat(100_000)), /can’t read this file/],
  [
    'one text in all cells',
    () =>
      xlsx(
        `<row>${'<c t="s"><v>0</v></c>'.repeat(200)}</row>`.repeat(100),
        `<si><t>${'x'.repeat(32_000)}</t></si>`,
      ),
    /too large/,
  ],
  [
    'a heading of 60,000 columns',
    async () =>
      Buffer.from(`${Array.from({ length: 60_000 }, (_, i) => `C${i}`).join(',')}\n1,2\n`),
    /more than 1,024 columns/,
  ],
])('%s is answered in plain words', async (_, make, message) => {
  const response = await lookResponse(here.admin, await make());
  expect(response.statusCode, response.body).toBe(400);
  expect(response.json().message).toMatch(message);
});

test('empty rows and cells that repeat to the end of a sheet are nothing', async () => {
  const end = odsRow(`<table:table-cell ${WIDE}/>`, MANY);
  const response = await lookResponse(
    here.admin,
    await ods(heading + odsRow(odsCell('Quartz') + odsCell('5')) + end),
  );
  expect(response.json()).toMatchObject({ kind: 'foreign', rowCount: 1 });
});

/** Deflated, these are a few hundred kilobytes. */
const MB = 2 ** 20;
const many = (part: string, bytes = 50 * MB) => part.repeat(Math.floor(bytes / part.length));
const xlsxHeading = '<row><c t="str"><v>Title</v></c><c t="str"><v>Price</v></c></row>';
const merged = Array.from({ length: 2_000 }, (_, n) => `<mergeCell ref="A1:A${n + 1_000_000}"/>`);

const parts = async (sheet: string, { sheets = 1, strings = '', styles = '' } = {}) => {
  const ids = Array.from({ length: sheets }, (_, n) => n);
  return deflated({
    'xl/workbook.xml': `<w xmlns:r="r"><sheets>${ids.map((n) => `<sheet name="A${n}" r:id="r${n}"/>`).join('')}</sheets></w>`,
    'xl/_rels/workbook.xml.rels': `<R>${ids.map((n) => `<Relationship Id="r${n}" Target="worksheets/sheet${n}.xml"/>`).join('')}</R>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
    'xl/styles.xml': `<s>${styles}</s>`,
    ...Object.fromEntries(
      ids.map((n) => [`xl/worksheets/sheet${n}.xml`, `<s><sheetData>${sheet}</sheetData></s>`]),
    ),
  });
};

test.runIf(isThorough).each([
  ['cells without end', () => parts(`${xlsxHeading}<row>${many('<c/>')}</row>`)],
  ['rows without end', () => parts(xlsxHeading + many('<row/>'))],
  ['the same row without end', () => parts(xlsxHeading + many('<row r="1"/>'))],
  [
    'rows without end under merged cells',
    () => parts(`${xlsxHeading}${many('<row/>')}</sheetData><m>${merged.join('')}</m><sheetData>`),
  ],
  ['sheets of little but spaces', () => parts(many(' ', 20 * MB), { sheets: 12 })],
  ['sheets of cells', () => parts(many('<row><c><v>1</v></c></row>', 9 * MB), { sheets: 12 })],
  ['instructions without end', () => parts(many('<?a?>'))],
])('a workbook of %s ends by what it has, not by the clock', async (_, make) => {
  const folder = newFolder();
  const [file, table] = [path.join(folder, 'sheet'), path.join(folder, 'table')];
  writeFileSync(file, await make());
  const how = { modules: [], reading: {}, now: '2026-11-21T09:00:00.000Z' };
  await expect(surveySheet(file, table, how)).rejects.toThrow('The file is too large.');
});

test.runIf(isThorough).each([
  ['an attribute', `<row a="${many('x')}"/>`],
  ['a text', `<row><c t="str"><v>${many('&amp;')}</v></c></row>`],
])('%s of 50 MB is refused for itself, and takes no more memory than another', async (_, row) => {
  const response = await lookResponse(here.admin, await parts(xlsxHeading + row));
  expect([response.statusCode, response.json().message]).toEqual([
    400,
    expect.stringMatching(/can’t read this file|cell of more than 32,767 characters/),
  ]);
});

test('formats that are hard to read are read once, and only as many as a workbook has', async () => {
  const hard = Array.from(
    { length: 20_000 },
    (_, n) => `<numFmt numFmtId="${200 + n}" formatCode="${'[$'.repeat(300)}"/>`,
  );
  const uses = Array.from({ length: 20_000 }, (_, n) => `<xf numFmtId="${200 + n}"/>`);
  const response = await lookResponse(
    here.admin,
    await parts(`${xlsxHeading}<row><c s="1" t="str"><v>Quartz</v></c><c><v>5</v></c></row>`, {
      styles: `<numFmts>${hard.join('')}</numFmts><cellXfs>${uses.join('').repeat(3)}</cellXfs>`,
    }),
  );
  expect(response.json()).toMatchObject({ kind: 'foreign', rowCount: 1 });
});

test('a text in a heading row is no heading, however often it says one', async () => {
  const response = await lookResponse(
    here.admin,
    await parts(
      `<row>${'<c t="s"><v>0</v></c>'.repeat(20)}</row>${xlsxHeading}<row><c t="str"><v>Quartz</v></c><c><v>5</v></c></row>`,
      { strings: `<si><t>${'Title '.repeat(5_000)}</t></si>`, sheets: 2 },
    ),
  );
  expect(response.json()).toMatchObject({ kind: 'foreign', rowCount: 1 });
});
