/** Price lists as dealers have them: read, matched, previewed, imported as hidden drafts. */
import { writeOds } from 'hucre/ods';
import { writeXlsx } from 'hucre/xlsx';
import { describe, expect, test } from 'vitest';
import { onEveryDatabase } from '#tests/support/databases.ts';
import {
  byNumber,
  importForeign,
  lookOf,
  lookResponse,
  targetsOf,
} from '#tests/support/foreign-sheets.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';
import { isThorough, onFirstEngine } from '#tests/support/thorough.ts';
import { deflated, unzip, zipOf } from '#tests/support/transfers.ts';
import { filePart, formOf, smallJpeg } from '#tests/support/uploads.ts';

/** As Windows-1252 or Mac Roman, of which the same letters have other bytes. */
const bytesIn = (encoding: 'windows-1252' | 'macintosh', text: string): Buffer => {
  const table = Array.from({ length: 256 }, (_, byte) =>
    new TextDecoder(encoding).decode(Uint8Array.of(byte)),
  );
  return Buffer.from([...text].map((sign) => table.indexOf(sign)));
};

const list = [
  'Nr;Bezeichnung;Mineral;Fundort;Größe (mm);Gewicht (g);Preis €;Verkauft;Gekauft am;Lagerort;Lieblingsfarbe',
  'K-1;Bergkristall „Nadel“;Quarz;Grube Clara, Schwarzwald, Deutschland;62 x 41;12,5;1.250;;03.04.2019;Fach 3;blau',
  'K-2;Flußspat grün;Fluorit;Weardale, England;5/8";8;45,50 €;x;31.12.2020;Fach 4;grün',
  ';;;;;;;;;;',
  'K-3;Gänseblümchen;Azurit, Malachit;Tsumeb, Namibia;30;;auf Anfrage;;2021;Fach 5;',
].join('\r\n');

onEveryDatabase((makeDatabase, engine) => {
  const onTheOtherToo = onFirstEngine(engine);
  const here = suiteShop(makeDatabase);

  onTheOtherToo.each([
    ['UTF-8', Buffer.from(list)],
    ['UTF-8', Buffer.from(`\ufeff${list}`)],
    ['UTF-16', Buffer.from(`\ufeff${list}`, 'utf16le')],
    ['UTF-16', Buffer.from(list, 'utf16le').swap16()],
    ['Windows', bytesIn('windows-1252', list)],
    ['Mac', bytesIn('macintosh', list.replaceAll('\r\n', '\r'))],
    ['UTF-8', Buffer.from(list.replaceAll(';', '\t'))],
  ])(
    'a list in %s is read and matched, and what is not known is left out',
    async (encoding, bytes) => {
      const look = await lookOf(here.admin, bytes);
      expect(look).toMatchObject({ encoding, headingRow: 1, rowCount: 3 });
      expect(targetsOf(look)).toEqual({
        Nr: 'catalogue number',
        Bezeichnung: 'title',
        Mineral: 'species',
        Fundort: 'locality',
        'Größe (mm)': 'dimensions',
        'Gewicht (g)': 'weight',
        'Preis €': 'price',
        Verkauft: 'status',
        'Gekauft am': 'acquisition date',
        Lagerort: 'storage place',
      });
      expect(look.columns[1]?.examples[1]).toEqual({ raw: 'Flußspat grün', read: 'Flußspat grün' });
    },
  );

  onTheOtherToo(
    'a whole column says how its figures and dates are read, and the look shows it',
    async () => {
      const { columns, notes } = await lookOf(here.admin, list);
      const readOf = (heading: string) =>
        columns.find((column) => column.heading === heading)?.examples.map(({ read }) => read);
      expect(readOf('Preis €')).toEqual(['$1,250.00', '$45.50', 'auf Anfrage']);
      expect(readOf('Gekauft am')).toEqual(['2019-04-03', '2020-12-31', '2021']);
      expect(readOf('Größe (mm)')).toEqual(['62 x 41 mm', '5/8"', '30 mm']);
      expect(readOf('Gewicht (g)')).toEqual(['12.5 g', '8 g']);
      expect(notes).toEqual([
        'These amounts are in EUR. Your shop sells in US dollars, and the figures stay as they are.',
      ]);
    },
  );

  onTheOtherToo(
    '“in” before a unit is no inch, and numbers are known with a # and a hyphen',
    async () => {
      const german = await lookOf(
        here.admin,
        'Inventar-Nr.;Name;Größe in mm;Gewicht in g;Preis in €\n1;Quarz;60 x 40;12,5;45,50\n2;Fluorit;30;8;9,00\n',
      );
      expect(targetsOf(german)).toEqual({
        'Inventar-Nr.': 'catalogue number',
        Name: 'title',
        'Größe in mm': 'dimensions',
        'Gewicht in g': 'weight',
        'Preis in €': 'price',
      });
      expect(german.columns.map(({ examples }) => examples[0]?.read)).toEqual([
        '1',
        'Quarz',
        '60 x 40 mm',
        '12.5 g',
        '$45.50',
      ]);
      const french = await lookOf(
        here.admin,
        'N° inventaire;Titre;Dimensions en cm;Poids en kg;Prix en €\n1;Quartz;6,5 x 4;1,2;45\n2;Calcite;5;1;30\n',
      );
      expect(targetsOf(french)).toMatchObject({ 'N° inventaire': 'catalogue number' });
      expect(french.columns.map(({ examples }) => examples[0]?.read)).toEqual([
        '1',
        'Quartz',
        '6.5 x 4 cm',
        '1.2 kg',
        '$45.00',
      ]);
      const english = await lookOf(
        here.admin,
        'Item #,Title,Size in,Weight in oz\n1,Quartz,2 x 1,3\n2,Fluorite,3 x 2,4\n',
      );
      expect(targetsOf(english)).toEqual({
        'Item #': 'catalogue number',
        Title: 'title',
        'Size in': 'dimensions',
        'Weight in oz': 'weight',
      });
      expect(english.columns.map(({ examples }) => examples[0]?.read)).toEqual([
        '1',
        'Quartz',
        '2 x 1 in',
        '3 oz',
      ]);
    },
  );

  onTheOtherToo('a row that says a total is no piece', async () => {
    const rows = [
      'Nr;Titel;Preis;Anzahl',
      'Sum-1;Quarz;10,00;1',
      'Sum-2;Total;20,00;1',
      ';;;',
      'Summe:;;30,00;2',
      ';Gesamtsumme (EUR);30,00 €;',
    ];
    const report = await importForeign(here.admin, rows.join('\n'));
    expect(report).toMatchObject({ specimens: { added: 2, refused: 0 } });
    const leftOut = report.rows.filter(({ kind }) => kind === 'left out');
    expect(leftOut.map(({ line, reason }) => [line, reason])).toEqual([
      [5, 'A total'],
      [6, 'A total'],
    ]);
  });

  test('a sheet alone makes hidden drafts without a photo, for sale where they have a price', async () => {
    const preview = await importForeign(here.admin, list, { dryRun: true });
    expect(preview).toMatchObject({
      isDryRun: true,
      specimens: { added: 3, refused: 0 },
      visible: 0,
      forSale: 2,
      errors: [],
      notes: [],
    });
    expect(await importForeign(here.admin, list)).toMatchObject({
      specimens: { added: 3 },
      errors: [],
    });
    expect(await byNumber(here, 'K-1')).toMatchObject({
      title: 'Bergkristall „Nadel“',
      price: '1250.00',
      visible: false,
      forSale: true,
      weight: '12.5 g',
      dimensions: '62 x 41 mm',
      locality: ['Grube Clara', 'Schwarzwald', 'Deutschland'],
      acquisitionDate: '2019-04-03',
      storagePlace: 'Fach 3',
    });
    expect(await byNumber(here, 'K-2')).toMatchObject({ status: 'sold', dimensions: '5/8"' });
    expect(await byNumber(here, 'K-3')).toMatchObject({
      price: 'auf Anfrage',
      forSale: false,
      species: ['Azurite', 'Malachite'],
    });
    expect(await importForeign(here.admin, list)).toMatchObject({
      specimens: { added: 0, changed: 0, unchanged: 3 },
    });
  });

  test('a price of 0 counts as no price, which the look says', async () => {
    const sheet = 'Nr;Titel;Preis;Versand\nZero-1;One;0,00;8,50\nZero-2;Two;45,50;0,00\n';
    const matching = { columns: ['catalogue number', 'title', 'price', 'shipping price'] } as const;
    const { columns, notes } = await lookOf(here.admin, sheet);
    expect([columns[2]?.examples[0], notes]).toEqual([
      { raw: '0,00', read: '' },
      ['A price of 0 counts as no price.'],
    ]);
    await importForeign(here.admin, sheet, { matching: { columns: [...matching.columns] } });
    expect(await byNumber(here, 'Zero-1')).toMatchObject({
      price: null,
      shippingPrice: '8.50',
      forSale: false,
    });
    expect(await byNumber(here, 'Zero-2')).toMatchObject({ price: '45.50', shippingPrice: '0.00' });
    await importForeign(here.admin, sheet.replace('8,50', '0'), {
      matching: { columns: [...matching.columns] },
    });
    expect(await byNumber(here, 'Zero-1')).toMatchObject({ shippingPrice: '0.00' });
  });

  test('a draft without a photo cannot be shown, and can once it has one, which becomes its main photo', async () => {
    const { id, main, version } = await byNumber(here, 'K-1');
    const refused = await here.admin.request({
      method: 'PUT',
      url: `/api/specimens/${id}`,
      payload: { visible: true },
    });
    expect(refused.statusCode, refused.body).toBe(409);
    expect(refused.json().message).toBe(
      '“Bergkristall „Nadel“” has no photo yet. Add one, then show it.',
    );
    const form = formOf([filePart('images', await smallJpeg(), 'K-1.jpg')]);
    const added = await here.admin.request({
      method: 'POST',
      url: `/api/specimens/${id}/images`,
      ...form,
    });
    expect(added.statusCode, added.body).toBe(200);
    expect(added.json()).toMatchObject({ additional: [], main: { alt: 'Bergkristall „Nadel“' } });
    expect(added.json().main.id).not.toBe(main.id);
    expect(added.json().version).toBe(version + 1);
    const shown = await here.admin.request({
      method: 'PUT',
      url: `/api/specimens/${id}`,
      payload: { visible: true },
    });
    expect(shown.statusCode, shown.body).toBe(200);
  });

  onTheOtherToo(
    'every fault of a row is told at once, under the sheet’s own heading, and the other rows come in',
    async () => {
      const sheet = [
        'Artikel,VK,Anzahl,Sichtbar',
        'Good,10,1,ja',
        'Bad,ca. 120,many,perhaps',
        'Worse,1/2/3,2,nein',
      ].join('\n');
      const columns = ['title', 'price', 'quantity', 'visible'] as const;
      const report = await importForeign(here.admin, sheet, {
        matching: { columns: [...columns] },
      });
      expect(report).toMatchObject({ specimens: { added: 1, refused: 2 }, errorCount: 3 });
      expect(report.errors.map(({ line, column, message }) => [line, column, message])).toEqual([
        [3, 'Anzahl', 'Please enter a whole number'],
        [3, 'Sichtbar', 'Please enter yes or no'],
        [4, 'VK', 'We can’t read this price'],
      ]);
    },
  );

  onTheOtherToo('what the shop itself refuses is under the sheet’s own heading too', async () => {
    const sheet = [
      'Nr;Bezeichnung',
      'R-1;One',
      'R-1;Again',
      `R-2;${'x'.repeat(300)}`,
      'R-1;Once more',
      'R-2;Fine',
    ].join('\n');
    const look = await lookOf(here.admin, sheet);
    expect([look.matching.columns, look.notes[0]]).toEqual([
      ['', 'title'],
      '“Nr” has the same number in several rows, so it’s left out. If it’s your catalog number, choose that below.',
    ]);
    const { errors } = await importForeign(here.admin, sheet, {
      dryRun: true,
      matching: { columns: ['catalogue number', 'title'] },
    });
    expect(errors.map(({ line, column, message }) => [line, column, message])).toEqual([
      [3, 'Nr', 'Number R-1 is in row 2 too, “One”. Is this the same piece, or another one?'],
      [4, 'Bezeichnung', 'This is too long: use at most 200 characters'],
      [5, 'Nr', 'Number R-1 is in row 2 too, “One”. Is this the same piece, or another one?'],
    ]);
  });

  test('columns matched by hand are remembered for sheets with the same headings', async () => {
    const sheet = 'Ding,Wert\nDruse,12\n';
    const look = await lookOf(here.admin, sheet);
    expect(look).toMatchObject({ isRemembered: false, matching: { columns: ['', ''] } });
    await importForeign(here.admin, sheet, {
      matching: { columns: ['title', 'price'], decimals: ',' },
    });
    expect(await lookOf(here.admin, 'ding,WERT\nAndere,1.200\n')).toMatchObject({
      isRemembered: true,
      matching: { columns: ['title', 'price'], decimals: ',', listsForSale: true },
    });
  });

  test('a row without a number of its own is found again as long as it stays as it is', async () => {
    const sheet = 'Title,Price\nTwin,5\nTwin,5\n';
    expect(await importForeign(here.admin, sheet)).toMatchObject({ specimens: { added: 2 } });
    expect(await importForeign(here.admin, sheet)).toMatchObject({
      specimens: { added: 0, unchanged: 2 },
    });
    expect(await importForeign(here.admin, sheet.replace('Twin,5', 'Twin,6'))).toMatchObject({
      specimens: { added: 1, unchanged: 1 },
    });
    expect((await lookOf(here.admin, sheet)).notes).toEqual([
      'No column has a number of your own. A row you change and import again will be a new piece.',
    ]);
  });

  test('a number that the shop knows leads to its piece, and an empty cell changes nothing there', async () => {
    const before = await byNumber(here, 'K-3');
    expect(await importForeign(here.admin, 'Inv. no.,Price\nK-3,99\n')).toMatchObject({
      specimens: { added: 0, changed: 1 },
    });
    expect(await byNumber(here, 'K-3')).toMatchObject({
      title: before.title,
      description: before.description,
      price: '99.00',
      visible: false,
    });
    expect(await importForeign(here.admin, 'Inv. no.,Price,Notes\nK-3,,\n')).toMatchObject({
      specimens: { unchanged: 1 },
    });
  });

  onTheOtherToo.each([
    [
      'Excel',
      async (rows: unknown[][]) => writeXlsx({ sheets: [{ name: 'List', rows: rows as never }] }),
    ],
    [
      'OpenDocument',
      async (rows: unknown[][]) => writeOds({ sheets: [{ name: 'List', rows: rows as never }] }),
    ],
  ])(
    'a workbook of %s is read: figures, dates, switches, headings beneath a title',
    async (name, write) => {
      const rows = [
        ['Price list 2026'],
        [],
        ['Cat. no.', 'Name', 'Retail', 'Acquired', 'For sale', 'Width'],
        [`${name}-1`, 'Galena', 1250.5, new Date('2020-03-04'), true, 3],
        [],
        [`${name}-2`, '=HYPERLINK("http://x.example")', 80, '4/13/2021', false, ''],
      ];
      const file = await write(rows);
      const look = await lookOf(here.admin, file);
      expect(look).toMatchObject({ encoding: null, headingRow: 3, rowCount: 2 });
      expect(await importForeign(here.admin, file)).toMatchObject({
        specimens: { added: 2 },
        errors: [],
      });
      expect(await byNumber(here, `${name}-1`)).toMatchObject({
        price: '1250.50',
        acquisitionDate: '2020-03-04',
        forSale: true,
      });
      const second = await byNumber(here, `${name}-2`);
      expect(second).toMatchObject({
        title: '=HYPERLINK("http://x.example")',
        acquisitionDate: '2021-04-13',
        forSale: false,
      });
    },
  );

  onTheOtherToo(
    'a zip with a workbook and pictures makes pieces with them, and says which become visible',
    async () => {
      const sheet = await writeXlsx({
        sheets: [
          {
            name: 'A',
            rows: [
              ['Number', 'Name', 'Photo', 'Published', 'Price'],
              ['Z-1', 'With', 'z1.jpg', 'yes', 20],
              ['Z-2', 'Without', 'z2.jpg', 'yes', 30],
            ],
          },
        ],
      });
      const zip = await zipOf({ 'my list.xlsx': sheet, 'photos/z1.jpg': await smallJpeg() });
      expect(await lookOf(here.admin, zip)).toMatchObject({ file: 'my list.xlsx' });
      expect(await importForeign(here.admin, zip, { dryRun: true })).toMatchObject({
        specimens: { added: 2 },
        visible: 1,
        forSale: 2,
      });
      expect(await importForeign(here.admin, zip)).toMatchObject({
        specimens: { added: 2 },
        errors: [],
        visible: 1,
        forSale: 2,
      });
      expect(await byNumber(here, 'Z-1')).toMatchObject({ visible: true });
      expect(await byNumber(here, 'Z-2')).toMatchObject({ visible: false });
      const awaiting = (await here.admin.get('/api/manage/awaiting-photos')).json();
      expect(awaiting).toContainEqual(
        expect.objectContaining({ title: 'Without', number: 'Z-2', files: ['z2.jpg'] }),
      );
    },
  );

  onTheOtherToo('the shop’s own sheets and exports are told from others', async () => {
    const kindOf = async (file: string | Uint8Array) =>
      (await lookResponse(here.admin, file)).json().kind;
    expect(await kindOf('reference,title,price\nA-1,Azurite,5\n')).toBe('own');
    expect(await kindOf(await zipOf({ 'specimens.csv': 'reference,title\n' }))).toBe('own');
    expect(await kindOf('reference,title,preis €\nA-1,Azurite,5\n')).toBe('foreign');
  });

  onTheOtherToo(
    'the sheet to fill in is understood whole, and its example row is left out until it is changed',
    async () => {
      const empty = (await here.admin.get('/api/manage/empty-sheet')).body;
      const look = await lookOf(here.admin, empty);
      expect(Object.keys(targetsOf(look))).toHaveLength(look.columns.length);
      expect(await importForeign(here.admin, empty, { dryRun: true })).toMatchObject({
        specimens: { added: 0, refused: 0 },
        errors: [],
      });
      const filled = empty.replace('F-001,Fluorite on quartz', 'F-002,Mine');
      expect(await importForeign(here.admin, filled, { dryRun: true })).toMatchObject({
        specimens: { added: 1 },
        errors: [],
      });
    },
  );

  describe('hostile sheets', () => {
    onTheOtherToo.each([
      ['nothing at all', '', 'The file is empty.'],
      ['headings alone', 'Title,Price\n', 'The sheet has headings, but no rows.'],
      [
        'a page',
        '<html><table><tr><td>Title</td></tr></table></html>',
        /This is a web page or XML/,
      ],
      ['a PDF', '%PDF-1.7\n1 0 obj', /This is a PDF/],
      ['a photo', Buffer.from('ffd8ffe000104a464946', 'hex'), /This is a photo/],
      ['an old workbook', Buffer.from('d0cf11e0a1b11ae1', 'hex'), /old Excel file/],
      [
        'bytes',
        Buffer.from([0, 1, 2, 3, 0, 0, 9, 0, 0, 0, 1, 1]),
        /can’t read this file as a spreadsheet/,
      ],
      [
        'a long line',
        `Title,Price\n"${'x'.repeat(1_100_000)}",1\n`,
        /can’t read the sheet after row/,
      ],
      ['a long cell', `Title,Price\n${'x'.repeat(40_000)},1\n`, /more than 32,767 characters/],
      ['many columns', `Title,Price\n${','.repeat(1_100)}x\n`, /more than 1,024 columns/],
      ['one endless line', Buffer.alloc(51 * 2 ** 20, 'x'), /up to 50 MB/],
      ['many rows', `Title,Price\n${'a,1\n'.repeat(20_001)}`, /20,000 rows/],
    ])('%s is answered in plain words', async (_, file, message) => {
      const response = await lookResponse(here.admin, file);
      expect(response.statusCode, response.body).toBe(400);
      expect(response.json().message).toMatch(message);
    });

    test.runIf(isThorough)(
      'a workbook that unpacks to more than it may, or whose XML has entities, is refused',
      async () => {
        const bomb = await deflated({
          'xl/workbook.xml': '<workbook/>',
          'xl/worksheets/sheet1.xml': ' '.repeat(101 * 2 ** 20),
        });
        const refused = await lookResponse(here.admin, bomb);
        expect([refused.statusCode, refused.json().message]).toEqual([
          400,
          expect.stringMatching(/no sheet with rows/),
        ]);
        const entities = '<!DOCTYPE a [<!ENTITY x "boom"><!ENTITY y SYSTEM "file:///etc/passwd">]>';
        const content = `${entities}<office:document-content xmlns:office="o" xmlns:table="t" xmlns:text="x"><office:body><office:spreadsheet><table:table table:name="A"><table:table-row><table:table-cell office:value-type="string"><text:p>Title</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>Price</text:p></table:table-cell></table:table-row><table:table-row><table:table-cell office:value-type="string"><text:p>&x;&y;</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>5</text:p></table:table-cell></table:table-row></table:table></office:spreadsheet></office:body></office:document-content>`;
        const read = await lookResponse(
          here.admin,
          await zipOf({
            mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
            'content.xml': content,
          }),
        );
        expect(read.body).not.toMatch(/boom|root:/);
        expect([200, 400]).toContain(read.statusCode);
      },
    );
  });

  onTheOtherToo(
    'a workbook of Excel whose texts are entities within entities is refused or read without them',
    async () => {
      const parts = await unzip(
        Buffer.from(
          await writeXlsx({
            sheets: [
              {
                name: 'A',
                rows: [
                  ['Title', 'Price'],
                  ['druse', 5],
                ],
              },
            ],
          }),
        ),
      );
      const bomb =
        '<!DOCTYPE a [<!ENTITY a "boom"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>';
      const hostile = [...parts].map(([name, bytes]): [string, Buffer] => {
        const text = bytes
          .toString()
          .replace(/(<\?xml[^>]*\?>)/, `$1${bomb}`)
          .replace('>druse<', '>&b;&c;<');
        return [name, Buffer.from(text)];
      });
      expect(hostile.some(([, bytes]) => bytes.includes('&b;&c;'))).toBe(true);
      const response = await lookResponse(here.admin, await zipOf(new Map(hostile)));
      expect(response.body).not.toMatch(/boom|root:/);
      expect([200, 400]).toContain(response.statusCode);
    },
  );

  onTheOtherToo.each([
    ['Excel', writeXlsx],
    ['OpenDocument', writeOds],
  ])(
    'of a workbook of %s, the first sheet that reads like a list comes in, and the others are told of',
    async (_, write) => {
      const notice = {
        name: 'Notice',
        rows: [['Prices are good until the end of the year'], ['Please ask']],
      };
      const list = {
        name: 'Stock',
        rows: [
          ['No', 'Title', 'Price'],
          ['WB-1', 'Quartz', 10],
        ],
      };
      const sold = {
        name: 'Sold',
        rows: [
          ['No', 'Title', 'Price', 'Status'],
          ['WB-2', 'Pyrite', 20, 'sold'],
        ],
      };
      const look = await lookOf(here.admin, await write({ sheets: [notice, list, sold] }));
      expect(targetsOf(look)).toEqual({ No: 'catalogue number', Title: 'title', Price: 'price' });
      expect(look).toMatchObject({
        rowCount: 1,
        notes: ['Your workbook has 3 sheets. Only “Stock” is imported.'],
      });
      const alone = await lookOf(
        here.admin,
        await write({ sheets: [list, { name: 'Empty', rows: [] }] }),
      );
      expect(alone).toMatchObject({ rowCount: 1, notes: [] });
      expect(await lookOf(here.admin, await write({ sheets: [sold, list] }))).toMatchObject({
        columns: { length: 4 },
      });
    },
  );

  onTheOtherToo('what no sheet of the shop is matched with is refused, not a failure', async () => {
    const url = `/api/manage/import?matching=${encodeURIComponent('{"columns":["nonsense"]}')}`;
    const headers = { 'content-type': 'text/csv' };
    const response = await here.admin.request({
      method: 'POST',
      url,
      payload: Buffer.from(list),
      headers,
    });
    expect([response.statusCode, response.json().code]).toEqual([400, 'invalid_input']);
    const visitor = here.shop.visitor();
    expect(
      (
        await visitor.request({
          method: 'POST',
          url: '/api/manage/import/look',
          payload: Buffer.from(list),
          headers,
        })
      ).statusCode,
    ).toBe(401);
  });
});

/** A zip whose files are packed. */
