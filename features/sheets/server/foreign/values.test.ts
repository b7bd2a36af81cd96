/** What lists of dealers say of a piece, in their own words, is kept, asked or left out, never made up. */
import { writeOds } from 'hucre/ods';
import { describe, expect, test } from 'vitest';
import { makeSqlite } from '#tests/support/databases.ts';
import { byNumber, idOf, importForeign, lookOf, targetsOf } from '#tests/support/foreign-sheets.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';
import { zipOf } from '#tests/support/transfers.ts';
import { smallJpeg } from '#tests/support/uploads.ts';

const here = suiteShop(makeSqlite);
const take = (sheet: string | Uint8Array, more: Parameters<typeof importForeign>[2] = {}) =>
  importForeign(here.admin, sheet, more);
const piece = (number: string) => byNumber(here, number);
const sureness = async (sheet: string) =>
  Object.fromEntries(
    (await lookOf(here.admin, sheet)).columns.map(({ heading, sureness }) => [heading, sureness]),
  );

describe('a number', () => {
  test('that differs by case alone is asked about, and neither row is overwritten', async () => {
    const report = await take('No,Title,Price\nna1,Beryl,10\nNA1,Topaz,20\n');
    expect(report).toMatchObject({ specimens: { added: 1, changed: 0, refused: 1 } });
    expect(report.rows[1]).toMatchObject({ kind: 'taken', other: { id: null, title: 'Beryl' } });
    expect(await piece('na1')).toMatchObject({ title: 'Beryl', price: '10.00' });
  });

  const first = 'No,Title,Locality\nNB1,Amethyst,Las Vigas\n';
  const second = 'Nr,Name,Price\nNB1,Trilobite,24\n';

  test('that another stone has is asked about with both titles', async () => {
    await take(first);
    const { specimens, rows } = await take(second);
    expect(specimens).toMatchObject({ added: 0, changed: 0, refused: 1 });
    expect(rows).toMatchObject([
      {
        kind: 'taken',
        title: 'Trilobite',
        other: { title: 'Amethyst', id: await idOf(here, 'NB1') },
      },
    ]);
  });

  test('that another stone has leads to a new piece without it where the owner says so', async () => {
    const asNew = { matching: { taken: 'new' as const } };
    expect(await take(second, asNew)).toMatchObject({ specimens: { added: 1, refused: 0 } });
    expect(await piece('NB1')).toMatchObject({ title: 'Amethyst' });
    const again = await take(second);
    expect(again).toMatchObject({ specimens: { added: 0, unchanged: 1 }, errors: [] });
    expect(again.rows[0]?.other?.title).toBe('Trilobite');
  });

  test('that another stone has leads to that piece where the owner says it is the same', async () => {
    const answers: [number, 'same'][] = [[2, 'same']];
    await take('No,Title\nNB2,Quartz\n');
    await take('No,Title\nNB2,Fluorite\n', { matching: { answers } });
    expect(await piece('NB2')).toMatchObject({ title: 'Fluorite' });
  });

  test.each([
    ['species', 'No,Mineral\nNC1,Quartz\n', 'No,Mineral\nNC1,Fluorite\n'],
    ['place', 'No,Locality\nNC2,"Furka, Uri"\n', 'No,Locality\nNC2,Tsumeb\n'],
  ])('with another %s is another stone’s', async (_, one, other) => {
    await take(one);
    expect(await take(other)).toMatchObject({ specimens: { changed: 0, refused: 1 } });
  });

  test('with a longer title and place is the same piece', async () => {
    await take('No,Title,Locality\nND1,Fluorite,Rogerley\n');
    const longer = 'No,Title,Locality\nND1,Green fluorite on quartz,"Rogerley, England"\n';
    expect(await take(longer)).toMatchObject({ specimens: { changed: 1, refused: 0 } });
  });

  test('that the spreadsheet has rounded is refused', async () => {
    const { errors } = await take('No,Title,Price\n4.00638E+12,Quartz,5\n');
    expect(errors[0]?.message).toMatch(/has rounded this number/);
  });
});

describe('a piece that is sold in the list and for sale here', () => {
  const sheet = 'No,Title,Price,Status\nSA1,Topaz,100,\nSA2,Spinel,50,\n';
  const later = 'No,Title,Price,Status\nSA1,Topaz,100,sold 3/2024\nSA2,Spinel,50,\n';

  test('is told of, and stays for sale', async () => {
    await take(sheet);
    const report = await take(later);
    expect(report.rows.map(({ isSoldHere }) => isSoldHere)).toEqual([true, false]);
    expect(await piece('SA1')).toMatchObject({ status: 'available' });
  });

  test('is sold here too where the owner says so', async () => {
    await take(later, { matching: { marksSold: true } });
    expect(await piece('SA1')).toMatchObject({ status: 'sold' });
    expect(await piece('SA2')).toMatchObject({ status: 'available' });
  });
});

describe('a column', () => {
  test('that may be a drawer or a place is asked about, and nothing of it is public', async () => {
    const sheet =
      'No,Title,Location,Collection\nPA1,Quartz,Upstairs,New arrivals\nPA2,Beryl,Left,Best of\n';
    expect(await sureness(sheet)).toMatchObject({ Location: 'asked', Collection: 'asked' });
    await take(sheet);
    expect(await piece('PA1')).toMatchObject({ locality: [], provenance: [] });
  });

  test.each([
    ['drawers', 'Drawer 14', 'Shelf B / Box 3', 'storage place'],
    ['places', 'Tsumeb, Namibia', 'Furka, Switzerland', 'locality'],
  ])('“Location” with %s is known by its cells', async (_, one, other, target) => {
    const look = await lookOf(
      here.admin,
      `No,Title,Location\n1,Quartz,"${one}"\n2,Beryl,"${other}"\n`,
    );
    expect(targetsOf(look)).toMatchObject({ Location: target });
  });

  test('of a price with tax goes before one without', async () => {
    const look = await lookOf(
      here.admin,
      'No,Title,Price ex VAT,Price incl VAT\n1,Quartz,10,12\n2,Beryl,20,24\n',
    );
    expect(targetsOf(look)).toEqual({
      No: 'catalogue number',
      Title: 'title',
      'Price incl VAT': 'price',
    });
  });

  test.each([
    ['photo', 'Dings', 'a.jpg', 'b#2.jpg', 'picture'],
    ['weight', 'Dings', '0,212 kg', '1,5 kg', 'weight'],
    ['size', 'Dings', '32x20x15mm', '40x30mm', 'dimensions'],
    ['species', 'Dings', 'Wulfenite', 'Azurite', 'species'],
  ])('that no word tells is known by its cells: %s', async (_, heading, one, other, target) => {
    const look = await lookOf(
      here.admin,
      `No,Title,${heading}\n1,Eins,"${one}"\n2,Zwei,"${other}"\n`,
    );
    expect(targetsOf(look)).toMatchObject({ [heading]: target });
  });

  test.each([
    ['camelCase', 'catalogNumber,itemName,retailPrice'],
    ['under_scores', 'catalog_number,item_name,retail_price'],
    ['prefixes', 'HB.catalog_number,HB.name,HB.price'],
    ['stars', '*CatalogNumber,*ItemName,*RetailPrice'],
    ['Italian', 'N. catalogo,Nome,Prezzo'],
    ['Dutch', 'Catalogusnummer,Naam,Prijs'],
    ['Portuguese', 'Código,Nome,Preço'],
    ['Czech', 'Katalogové číslo,Název,Cena'],
    ['Japanese', '標本番号,標本名,価格'],
  ])('is known by its heading in %s', async (_, headings) => {
    const look = await lookOf(here.admin, `${headings}\nQ1,Quartz,5.00\nQ2,Beryl,6.00\n`);
    expect(Object.values(targetsOf(look))).toEqual(['catalogue number', 'title', 'price']);
  });

  test('of titles is asked about where none says that it has them', async () => {
    const sheet = 'aaa,bbb,ccc\nx,Green cubes,$5.00\ny,Blue blades,$6.00\n';
    expect(await sureness(sheet)).toMatchObject({ bbb: 'asked', ccc: 'guessed' });
  });

  test.each([
    ['1 500 Kč', 'CZK'],
    ['R$ 450', 'BRL'],
    ['45 €', 'EUR'],
  ])('of prices such as %s says that they are no dollars', async (price, currency) => {
    const { notes } = await lookOf(
      here.admin,
      `No;Title;Price\n1;Quartz;${price}\n2;Beryl;${price}\n`,
    );
    expect(notes[0]).toMatch(`These amounts are in ${currency}.`);
  });

  test('that was empty before is taken once it has cells', async () => {
    await take('No,Title,Status,Shade\nTB1,Quartz,,\n');
    const look = await lookOf(here.admin, 'No,Title,Status,Shade\nTB1,Quartz,sold,\n');
    expect(targetsOf(look)).toMatchObject({ Status: 'status' });
  });

  test('that is remembered is checked against the cells of this file', async () => {
    await take('No,Title,Type\nTA1,Quartz,Minerals\n');
    const look = await lookOf(here.admin, 'No,Title,Type\nTA2,Beryl,Cabinet specimen\n');
    expect([look.isRemembered, targetsOf(look).Type]).toEqual([true, 'tags']);
  });
});

describe('a row', () => {
  test('with words for a price keeps what they say', async () => {
    const rows = [
      '1,Quartz,$650 OBO',
      '2,Beryl,SOLD',
      '3,Topaz,NFS',
      '4,Spinel,POR',
      '5,Pyrite,#N/A',
      '6,Galena,(45)',
    ];
    const report = await take(`Code,Title,Price\n${rows.map((row) => `W${row}`).join('\n')}\n`);
    expect(report).toMatchObject({ specimens: { added: 6, refused: 0 } });
    const all = await Promise.all(['W1', 'W2', 'W3', 'W4', 'W5', 'W6'].map(piece));
    expect(all.map(({ price, status, forSale }) => [price, status, forSale])).toEqual([
      ['650.00', 'available', true],
      [null, 'sold', false],
      [null, 'available', false],
      ['POR', 'available', false],
      [null, 'available', false],
      ['45.00', 'available', true],
    ]);
    expect(report.notes.map(({ line }) => line)).toEqual([2, 6]);
  });

  test('that names its buyer is sold, and the name stays private', async () => {
    await take('No,Title,Price,Sold to\nUA1,Quartz,5,Mr. Stone\nUA2,Beryl,6,\n');
    expect(await piece('UA1')).toMatchObject({
      status: 'sold',
      privateNotes: 'Sold to: Mr. Stone',
    });
    expect(await piece('UA2')).toMatchObject({ status: 'available' });
  });

  test('with an unknown status comes in, not for sale, and says why', async () => {
    const { notes } = await take('No,Title,Price,Status\nVA1,Quartz,5,at the show\n');
    expect(notes[0]?.message).toMatch(/“at the show” isn’t a status of ours/);
    expect(await piece('VA1')).toMatchObject({
      forSale: false,
      privateNotes: 'Status: at the show',
    });
  });

  test('with shipping in words costs nothing, or is asked', async () => {
    const report = await take('No,Title,Price,Shipping\nXA1,Quartz,5,Included\nXA2,Beryl,6,yes\n');
    expect(await piece('XA1')).toMatchObject({ shippingPrice: '0.00' });
    expect(report.rows[1]).toMatchObject({ kind: 'refused', target: 'shipping price' });
  });

  test('is corrected in place', async () => {
    const cells: [number, 'shipping price', string][] = [[3, 'shipping price', '7.50']];
    await take('No,Title,Price,Shipping\nXA1,Quartz,5,Included\nXA2,Beryl,6,yes\n', {
      matching: { cells },
    });
    expect(await piece('XA2')).toMatchObject({ shippingPrice: '7.50' });
  });

  test('with a quantity of 1.0 has one piece, and with 0 is sold', async () => {
    await take('No,Title,Quantity\nYA1,Quartz,1.0\nYA2,Beryl,0\n');
    expect(await piece('YA1')).toMatchObject({ quantity: 1 });
    expect(await piece('YA2')).toMatchObject({ status: 'sold' });
  });

  test('with an uncertain species, or a series, keeps it so', async () => {
    await take('No,Mineral\nZA1,Beryl?\nZA2,Stilbite\n');
    expect(await piece('ZA1')).toMatchObject({ species: ['Beryl?'] });
    expect(await piece('ZA2')).toMatchObject({ species: ['Stilbite'] });
  });

  test('that says a species or country in two columns has it once, also the next time', async () => {
    const sheet =
      'No,Mineral,Main species,Country,Locality\nZB1,Galena,Galena,Peru,"Casapalca, Peru"\n';
    await take(sheet);
    expect(await piece('ZB1')).toMatchObject({ title: 'Galena', locality: ['Casapalca', 'Peru'] });
    expect(await take(sheet)).toMatchObject({ specimens: { unchanged: 1 } });
  });

  test('says of fluorescence and treatment what is known, and nothing false', async () => {
    const rows = [
      'ZC1,Quartz,no,repaired',
      'ZC2,Ruby,yes,heated',
      'ZC3,Scheelite,blue-white SW,none',
    ];
    await take(`No,Title,Fluorescence,Treatment\n${rows.join('\n')}\n`);
    const all = await Promise.all(['ZC1', 'ZC2', 'ZC3'].map(piece));
    expect(all.map(({ condition, fluorescence }) => [condition, fluorescence])).toEqual([
      [
        '',
        [
          { light: 'SW', colour: 'none' },
          { light: 'LW', colour: 'none' },
        ],
      ],
      ['', []],
      ['', [{ light: 'SW', colour: 'blue-white' }]],
    ]);
    expect(all.map(({ disclosures }) => disclosures.map(({ kind }) => kind))).toEqual([
      ['repaired'],
      ['treated'],
      ['none-known'],
    ]);
  });

  test('that is a title or remark is left out and counted', async () => {
    const sheet = 'No,Title,Price\nZD1,Quartz,5\nFossils,,\nZD2,Beryl,6\nAll prices in dollars,,\n';
    const { specimens, rows } = await take(sheet);
    expect(specimens).toMatchObject({ added: 2, refused: 0 });
    expect(rows.filter(({ kind }) => kind === 'left out').map(({ line }) => line)).toEqual([3, 5]);
  });
});

describe('photos', () => {
  test('are found with other capitals, letters taken apart and a # in the name', async () => {
    const photo = await smallJpeg(1);
    const zip = await zipOf(
      new Map<string, Uint8Array>([
        [
          'list.csv',
          Buffer.from(
            'No,Title,Photo\nPH1,Quartz,Améthyste.jpg\nPH2,Beryl,"IMG_2.JPG; No #3.jpg"\n',
          ),
        ],
        ['Améthyste.jpg'.normalize('NFD'), photo],
        ['img_2.jpg', await smallJpeg(2)],
        ['No #3.jpg', await smallJpeg(3)],
        ['nobody.jpg', photo],
      ]),
    );
    const report = await take(zip);
    expect(report).toMatchObject({ specimens: { added: 2 }, photos: { here: 3, elsewhere: 0 } });
    expect(report.notes.map(({ message }) => message)).toEqual([
      'No row names this file: nobody.jpg.',
    ]);
  });
});

describe('a file', () => {
  test('is read in the encoding that is chosen', async () => {
    const reading = { encoding: 'Windows-1251' as const };
    const bytes = Buffer.from('4e6f2c5469746c650a312cc0e7f3f0e8f20a', 'hex');
    const look = await lookOf(here.admin, bytes, { columns: [], listsForSale: true, reading });
    expect([look.encoding, look.columns[1]?.examples[0]?.raw]).toEqual(['Windows-1251', 'Азурит']);
  });

  test('in Shift-JIS is recognized', async () => {
    // 番号,名称,価格 / 1,水晶,4500
    const bytes = Buffer.from('94d48d862c96bc8fcc2c89bf8a690a312c90858ffb2c343530300a', 'hex');
    const look = await lookOf(here.admin, bytes);
    expect([look.encoding, look.columns.map(({ heading }) => heading)]).toEqual([
      'Shift-JIS',
      ['番号', '名称', '価格'],
    ]);
  });

  test('has its headings in the first row, though a known word stands further down', async () => {
    const look = await lookOf(here.admin, 'Aa,Bb,Cc\nX1,Fluorite,Rogerley\nX2,Wulfenite,notes\n');
    expect(look).toMatchObject({ headingRow: 1, rowCount: 2 });
  });

  test('without headings begins at once, and can be told which row has them', async () => {
    const sheet = 'K1,Quartz,12.50\nK2,Beryl,30.00\n';
    expect(await lookOf(here.admin, sheet)).toMatchObject({ headingRow: 0, rowCount: 2 });
    const reading = { headingRow: 1 };
    expect(
      await lookOf(here.admin, sheet, { columns: [], listsForSale: true, reading }),
    ).toMatchObject({ headingRow: 1, rowCount: 1 });
  });

  test('of several sheets is read from the one that is chosen', async () => {
    const rows = (name: string) => [
      ['No', 'Title'],
      [`${name}1`, 'Quartz'],
      [`${name}2`, 'Beryl'],
    ];
    const workbook = await writeOds({
      sheets: [
        { name: 'A', rows: rows('A') },
        { name: 'B', rows: rows('B') },
      ],
    });
    const look = await lookOf(here.admin, workbook, {
      columns: [],
      listsForSale: true,
      reading: { sheet: 2 },
    });
    expect(look.columns[0]?.examples[0]?.raw).toBe('B1');
    expect(look.sheets.map(({ name }) => name)).toEqual(['A', 'B']);
  });
});
