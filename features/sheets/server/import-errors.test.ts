import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import type { ImportReport } from '#features/sheets/contract/transfer.ts';
import { type Browser, makeApp, type TestApp } from '#tests/support/app.ts';
import type { TestDatabase } from '#tests/support/databases.ts';
import { onEveryPair, onFirstPair } from '#tests/support/stores.ts';
import { isThorough } from '#tests/support/thorough.ts';
import { importOf, reportOf, zipOf } from '#tests/support/transfers.ts';
import { smallJpeg } from '#tests/support/uploads.ts';
import { runImport } from './import.service.ts';
import { openSource } from './import-source.ts';

(isThorough ? onEveryPair : onFirstPair)((makeDatabase, makeStore) => {
  let database: TestDatabase;
  let shop: TestApp;
  let admin: Browser;
  let dataDir: string;
  let jpeg: Buffer;

  beforeAll(async () => {
    database = await makeDatabase();
    dataDir = mkdtempSync(path.join(inject('runFolder'), 'import-'));
    shop = await makeApp(database, { mediaStore: makeStore(), config: { dataDir } });
    admin = await shop.admin();
    jpeg = await smallJpeg();
  });
  afterAll(async () => {
    await shop.app.close();
    await database.close();
  });

  const count = async () =>
    (await shop.ctx.db.selectFrom('specimens').select('id').execute()).length;
  const csv = (...lines: string[]) => lines.join('\n');
  const errorsOf = ({ errors }: ImportReport) =>
    errors.map(({ line, column, message }) => [line, column, message]);
  const importSheet = async (
    text: string,
    files: Record<string, Uint8Array> = { 'a.jpg': jpeg },
    dryRun = false,
  ) => reportOf(admin, await zipOf({ 'specimens.csv': text, ...files }), { dryRun });

  describe('rows with errors', () => {
    const sheet = csv(
      'reference,title,price,category,quantity,for sale,created at,picture 1,picture 2',
      'A-1,Azurite,120,Minerals,1,yes,2026-01-02,a.jpg,',
      'A-2,,120,,,,,a.jpg,',
      'A-3,Zero,0,,,,,a.jpg,',
      'A-4,Odd,,Rocks,,,,a.jpg,',
      'A-5,Odd,,,many,,,a.jpg,',
      'A-6,Odd,,,,perhaps,,a.jpg,',
      'A-7,Odd,,,,,yesterday,a.jpg,',
      'A-8,No picture,,,,,,,',
      'A-9,StatusPage picture,,,,,,b.jpg,',
      'A-10,Text for a picture,,,,,,text.jpg,',
      'A-11,Torn,,,,,,a.jpg,torn.jpg',
      'A-1,Twice,,,,,,a.jpg,',
      ',Nameless,,,,,,a.jpg,',
      'A-12,Twice the same,,,,,,a.jpg,copy.jpg',
      'A-13,Last,,,,,,a.jpg,',
    );
    const expected = [
      [3, 'title', 'Please provide a title for the specimen'],
      [4, 'price', 'The price must be above 0'],
      [5, 'category', 'Please enter one of Minerals, Crystals, Gemstones, Fossils, Meteorites'],
      [6, 'quantity', 'Please enter a whole number'],
      [7, 'for sale', 'Please enter yes or no'],
      [8, 'created at', expect.stringContaining('Please enter a date')],
      [9, 'picture 1', expect.stringContaining('A new specimen needs a photo')],
      [10, 'picture 1', 'We can’t find the file “b.jpg”'],
      [11, 'picture 1', expect.stringContaining('We can’t use “text.jpg”')],
      [12, 'picture 2', expect.stringContaining('“torn.jpg”')],
      [13, 'reference', 'An earlier row has the same one'],
      [14, 'reference', expect.stringContaining('Please give every specimen your own reference')],
      [15, 'picture 2', expect.stringContaining('is the same photo')],
    ];
    const files = () => ({
      'a.jpg': jpeg,
      'copy.jpg': jpeg,
      'text.jpg': Buffer.from('no picture'),
      'torn.jpg': jpeg.subarray(0, 150),
    });

    test('are reported by line in a dry run, and nothing is written', async () => {
      const report = await importSheet(sheet, files(), true);
      expect(errorsOf(report)).toEqual(expected);
      expect(report.specimens).toEqual({ added: 2, changed: 0, unchanged: 0, refused: 13 });
      expect(await count()).toBe(0);
    });

    test('are reported alike by the import, which takes the other rows', async () => {
      const report = await importSheet(sheet, files());
      expect(errorsOf(report)).toEqual(expected);
      expect(report.specimens).toEqual({ added: 2, changed: 0, unchanged: 0, refused: 13 });
      const rows = await shop.ctx.db
        .selectFrom('specimens')
        .select(['title', 'price', 'created_at'])
        .orderBy('id')
        .execute();
      expect(rows).toEqual([
        { title: 'Azurite', price: '120.00', created_at: '2026-01-02T00:00:00.000Z' },
        { title: 'Last', price: null, created_at: expect.any(String) },
      ]);
      expect(readdirSync(path.join(dataDir, 'uploads'))).toEqual([]);
    });
  });

  describe('a second import', () => {
    test('of a few columns changes only those', async () => {
      const report = await importSheet(
        csv('reference,title,weight', 'A-1,Azurite,12 g', 'A-13,Last,'),
        {},
      );
      expect(report).toMatchObject({
        errors: [],
        specimens: { added: 0, changed: 1, unchanged: 1, refused: 0 },
      });
      const response = await admin.get('/api/specimens/1');
      expect(response.json()).toMatchObject({ weight: '12 g', price: '120.00', forSale: true });
    });

    test('may be a single sheet', async () => {
      const report = await reportOf(admin, csv('reference;title', 'A-1;Azurite, blue'), {
        type: 'text/csv',
      });
      expect(report).toMatchObject({
        errors: [],
        specimens: { added: 0, changed: 1, unchanged: 0, refused: 0 },
      });
    });

    test('does not replace the main picture', async () => {
      const report = await importSheet(csv('reference,title,picture 1', 'A-1,Azurite,b.jpg'), {
        'b.jpg': await smallJpeg(),
      });
      expect(errorsOf(report)).toEqual([
        [2, 'picture 1', expect.stringContaining('A specimen’s main photo can’t change')],
      ]);
    });

    test('adds, orders and describes pictures', async () => {
      const more = { 'a.jpg': jpeg, 'c.jpg': await smallJpeg(), 'd.jpg': await smallJpeg() };
      const heading =
        'reference,title,picture 1,picture 2,picture 2 text,picture 2 light,picture 3';
      const first = await importSheet(
        csv(heading, 'A-13,Last,a.jpg,c.jpg,"From below, ""wet""",short-wave-uv,d.jpg'),
        more,
      );
      expect(first).toMatchObject({ errors: [], specimens: { changed: 1 } });
      const { additional } = (await admin.get('/api/specimens/2')).json();
      expect(additional).toMatchObject([
        { alt: 'From below, "wet"', light: 'short-wave-uv' },
        { alt: '', light: null },
      ]);
      expect(
        (
          await importSheet(
            csv(heading, 'A-13,Last,a.jpg,c.jpg,"From below, ""wet""",short-wave-uv,d.jpg'),
            more,
          )
        ).specimens.unchanged,
      ).toBe(1);
      await importSheet(csv('reference,title,picture 1,picture 2', 'A-13,Last,a.jpg,d.jpg'), more);
      expect(
        (await admin.get('/api/specimens/2')).json().additional.map(({ id }: { id: string }) => id),
      ).toEqual([additional[1].id]);
    });

    test('adds a specimen again that was deleted here', async () => {
      await admin.delete('/api/specimens/2');
      expect(
        (await importSheet(csv('reference,title,picture 1', 'A-13,Last,a.jpg'))).specimens.added,
      ).toBe(1);
      expect(
        (await importSheet(csv('reference,title,picture 1', 'A-13,Last,a.jpg'))).specimens
          .unchanged,
      ).toBe(1);
    });
  });

  test('a cell that PostgreSQL cannot store is reported with its line and column', async () => {
    const rows = csv(
      'reference,title,picture 1,picture 1 text,created at',
      'U\0-1,Nul,a.jpg,,',
      'U-2,Nul,a.jpg,\0,',
      'U-3,Nul\0,a.jpg,,',
      'U-4,Old,a.jpg,,0000-01-01',
      'U-5,Far,a.jpg,,9999-12-31T23:59:00-01:00',
    );
    const notText = ['reference', 'picture 1 text', 'title'].map((column) => [
      column,
      'Contains characters that are not text',
    ]);
    const noDate = ['created at', expect.stringContaining('Please enter a date')];
    expect(errorsOf(await importSheet(rows))).toEqual(
      [...notText, noDate, noDate].map((fault, index) => [index + 2, ...fault]),
    );
  });

  describe('a damaged sheet', () => {
    test.each([
      [
        'an unknown column',
        'reference,title,colour\nB-1,Blue,blue',
        [[1, 'colour', expect.stringContaining('Unknown column “colour”')]],
      ],
      [
        'a column twice',
        'reference,title,Title \nB-1,Blue,Red',
        [[null, null, 'The column “title” appears twice.']],
      ],
      ['no reference', 'title\nBlue', [[1, 'reference', 'The column “reference” is missing']]],
      [
        'nothing at all',
        '',
        [
          [1, 'reference', expect.any(String)],
          [1, 'title', expect.any(String)],
        ],
      ],
    ])('with %s is refused whole', async (_, text, errors) => {
      const before = await count();
      expect(errorsOf(await importSheet(text))).toEqual(errors);
      expect(await count()).toBe(before);
    });

    test('that cannot be read to its end is reported, and the rows before are imported', async () => {
      const report = await importSheet(
        csv('reference,title,picture 1', 'C-1,Whole,a.jpg', 'C-2,"Torn,a.jpg'),
      );
      expect(errorsOf(report)).toEqual([
        [null, null, expect.stringContaining('can’t read the file as CSV')],
      ]);
      expect(report.specimens.added).toBe(1);
    });
  });

  describe('imported orders', () => {
    const heading =
      'order,created at,status,kind,customer name,customer email,customer address,venmo username,venmo payment,carrier,tracking number,notes,subtotal,shipping,total,specimen,title,price,shipping price,quantity';
    const row = (
      order: string,
      more: Partial<
        Record<'status' | 'subtotal' | 'total' | 'specimen' | 'email' | 'name', string>
      > = {},
    ) => {
      const given = {
        status: 'paid',
        subtotal: '120.00',
        total: '130.00',
        specimen: 'A-1',
        email: 'ada@buyer.example',
        name: 'Ada',
        ...more,
      };
      const { status, subtotal, total, specimen, email, name } = given;
      return `${order},2026-02-03T10:00:00Z,${status},cart,${name},${email},1 Quarry Road,,,,,,${subtotal},10.00,${total},${specimen},Azurite,120.00,10.00,1`;
    };
    const importOrders = (text: string, dryRun = false) =>
      reportOf(admin, text, { type: 'text/csv', dryRun });

    test('are refused with the line of each error', async () => {
      const rows = [
        row('1', { status: 'lost' }),
        row('2', { subtotal: '1.00' }),
        row('3', { total: '1.00' }),
        row('4', { specimen: 'nowhere' }),
        row('5', { email: '' }),
        row('6'),
        row('6', { name: 'Eve' }),
        row('', {}),
        row('7', { specimen: 'A\0' }),
      ];
      const report = await importOrders(csv(heading, ...rows), true);
      expect(errorsOf(report)).toEqual([
        [2, 'status', 'Please enter one of pending, paid, shipped, delivered, cancelled'],
        [3, 'subtotal', 'The lines add up to 120.00'],
        [4, 'total', 'Subtotal and shipping don’t add up to the total'],
        [5, 'specimen', expect.stringContaining('We can’t find the specimen “nowhere”')],
        [6, 'customer email', 'Please give the buyer’s email address'],
        [8, 'customer name', 'All rows of an order must match here'],
        [9, 'order', 'Please give every order a number'],
        [10, 'specimen', 'Contains characters that are not text'],
      ]);
      expect((await admin.get('/api/orders')).json()).toEqual([]);
    });

    test('that are pending hold their pieces once, and only where they are free', async () => {
      const text = csv(
        heading,
        row('P-1', { status: 'pending' }),
        row('P-2', { status: 'pending' }),
      );
      const foretold = await importOrders(text, true);
      const report = await importOrders(text);
      expect({ ...report, isDryRun: true }).toEqual(foretold);
      expect(report.orders).toEqual({ added: 1, changed: 0, unchanged: 0, refused: 1 });
      expect(errorsOf(report)).toEqual([
        [3, null, expect.stringContaining('can’t be put on hold')],
      ]);
      expect((await admin.get('/api/specimens/1')).json()).toMatchObject({
        status: 'pending',
        quantity: 1,
      });
      expect((await importOrders(text)).orders).toEqual({
        added: 0,
        changed: 0,
        unchanged: 1,
        refused: 1,
      });
    });

    test('that come with their specimens have the same result in a dry run', async () => {
      const specimens = csv(
        'reference,title,price,for sale,quantity,picture 1',
        'N-1,Pair,5,yes,2,a.jpg',
        'N-2,Single,5,yes,1,a.jpg',
        'N-3,No picture,5,yes,1,',
      );
      const pending = { status: 'pending' };
      const rows = [
        row('N-a', { ...pending, specimen: 'N-1' }),
        row('N-b', { ...pending, specimen: 'N-2' }),
        row('N-c', { ...pending, specimen: 'N-2' }),
        // A part of an order holds nothing: the other piece of the pair is still free for the next one.
        row('N-d', { ...pending, specimen: 'N-1', subtotal: '240.00', total: '250.00' }),
        row('N-d', { ...pending, specimen: 'N-2', subtotal: '240.00', total: '250.00' }),
        row('N-e', { specimen: 'N-1' }),
        row('N-f', { ...pending, specimen: 'N-1' }),
        row('N-g', { specimen: 'N-1' }),
        row('N-h', { specimen: 'N-3' }),
      ];
      const zip = await zipOf({
        'specimens.csv': specimens,
        'orders.csv': csv(heading, ...rows),
        'a.jpg': jpeg,
      });
      const foretold = await reportOf(admin, zip, { dryRun: true });
      expect(foretold).toMatchObject({
        specimens: { added: 2, refused: 1 },
        orders: { added: 5, refused: 3 },
      });
      expect(errorsOf(foretold).slice(1)).toEqual([
        [4, null, expect.stringContaining('can’t be put on hold')],
        [5, null, expect.stringContaining('can’t be put on hold')],
        [10, 'specimen', expect.stringContaining('We can’t find the specimen “N-3”')],
      ]);
      expect(foretold.notes).toMatchObject([
        { line: 7, message: expect.stringContaining('“Pair” is still for sale here') },
      ]);
      expect(await reportOf(admin, zip)).toEqual({ ...foretold, isDryRun: false });
    });

    test('that are paid leave the stock alone, with a note on what is still for sale', async () => {
      const report = await importOrders(csv(heading, row('Q-1', { specimen: 'C-1' })));
      expect(report).toMatchObject({ errors: [], orders: { added: 1 } });
      await admin.put('/api/specimens/4', {
        title: 'Whole',
        category: 'Minerals',
        price: '5',
        forSale: true,
      });
      const again = await importOrders(csv(heading, row('Q-2', { specimen: 'C-1' })));
      expect(again.notes).toMatchObject([
        { sheet: 'orders.csv', line: 2, message: expect.stringContaining('still for sale here') },
      ]);
      expect((await admin.get('/api/specimens/4')).json()).toMatchObject({
        status: 'available',
        quantity: 1,
      });
    });

    test('have their import in their history', async () => {
      const [newest] = (await admin.get('/api/orders')).json();
      const { history } = (await admin.get(`/api/manage/orders/${newest.id}`)).json();
      expect(history.map(({ text }: { text: string }) => text).join(' ')).toContain('Q-2');
    });
  });

  describe('an unusual or hostile zip', () => {
    const failure = async (bytes: Buffer) => importOf(admin, bytes);

    test('with names that lead out of the folder is refused', async () => {
      const outside = path.join(dataDir, '..', 'evil.jpg');
      for (const name of ['../../evil.jpg', '/tmp/evil.jpg', '..\\evil.jpg']) {
        expect(await failure(await zipWithName(name))).toEqual({
          failure: {
            code: 'bad_request',
            message: expect.stringMatching(
              /^We can’t read the zip file: (invalid relative|absolute) path: /,
            ),
          },
        });
      }
      expect(existsSync(outside)).toBe(false);
    });

    test('with files of the same name in two folders is reported with that name', async () => {
      const sheet = csv('reference,title,picture 1', 'Z-1,Twice,a.jpg');
      const report = await reportOf(
        admin,
        await zipOf({ 'specimens.csv': sheet, 'one/a.jpg': jpeg, 'two/a.jpg': jpeg }),
      );
      expect(errorsOf(report)).toEqual([[2, 'picture 1', expect.stringContaining('twice')]]);
    });

    test('made on a Mac, within a folder, is imported', async () => {
      const sheet = csv('reference,title,picture 1', 'Z-2,From a Mac,a.jpg');
      const files = {
        'My stones/specimens.csv': sheet,
        'My stones/pictures/a.jpg': jpeg,
        '__MACOSX/My stones/._a.jpg': Buffer.from('x'),
      };
      expect(await reportOf(admin, await zipOf(files))).toMatchObject({
        errors: [],
        specimens: { added: 1 },
      });
    });

    test('with a zip bomb never fills the disk', async () => {
      const sheet = csv('reference,title,picture 1', 'Z-3,Bomb,bomb.jpg');
      const report = await reportOf(admin, await zipWithBomb(sheet));
      expect(errorsOf(report)).toEqual([
        [2, 'picture 1', expect.stringMatching(/too large|can’t read/)],
      ]);
    });

    test('that is no zip, or cut off, is refused', async () => {
      const whole = await zipOf({ 'specimens.csv': 'reference,title\n' });
      expect(await failure(whole.subarray(0, whole.length - 30))).toMatchObject({
        failure: { code: 'bad_request' },
      });
      expect(await reportOf(admin, 'PK no zip')).toMatchObject({ errorCount: expect.any(Number) });
    });

    /** A zip with a file of that name, which no writer of zips would give it. */
    async function zipWithName(name: string): Promise<Buffer> {
      const honest = 'x'.repeat(name.length);
      const zip = await zipOf({ 'specimens.csv': 'reference,title\n', [honest]: jpeg });
      return Buffer.from(zip.toString('latin1').replaceAll(honest, name), 'latin1');
    }

    /** Sixty megabytes of zeros that claim to be a hundred bytes. */
    async function zipWithBomb(sheet: string): Promise<Buffer> {
      const bytes = deflateRawSync(Buffer.alloc(60 * 2 ** 20));
      const zip = await zipOf({ 'specimens.csv': sheet, 'bomb.jpg': bytes });
      // Says in the directory that the file is compressed, and how small it will be.
      const at = zip.lastIndexOf('bomb.jpg') - 46;
      zip.writeUInt16LE(8, at + 10);
      zip.writeUInt32LE(100, at + 24);
      // The sheet names it first.
      zip.writeUInt16LE(8, zip.indexOf('bomb.jpg', zip.indexOf('bomb.jpg') + 1) - 30 + 8);
      return zip;
    }
  });

  test('two simultaneous imports of one file add everything once', async () => {
    const zip = await zipOf({
      'specimens.csv': csv('reference,title,picture 1', 'T-1,Once,a.jpg'),
      'a.jpg': jpeg,
    });
    const reports = await Promise.all([reportOf(admin, zip), reportOf(admin, zip)]);
    expect(reports.map(({ specimens }) => [specimens.added, specimens.unchanged]).sort()).toEqual([
      [0, 1],
      [1, 0],
    ]);
  });

  describe('an import of a folder', () => {
    const folderWith = (sheet: string) => {
      const folder = mkdtempSync(path.join(inject('runFolder'), 'folder-'));
      writeFileSync(path.join(folder, 'specimens.csv'), sheet);
      mkdirSync(path.join(folder, 'pictures'));
      writeFileSync(path.join(folder, 'pictures', 'a.jpg'), jpeg);
      return folder;
    };
    const run = async (folder: string, signal = new AbortController().signal) => {
      const source = await openSource(folder);
      return runImport(shop.ctx, source, {
        isDryRun: false,
        folder: mkdtempSync(path.join(inject('runFolder'), 'work-')),
        signal,
      });
    };

    test('follows no links', async () => {
      const folder = folderWith(
        csv(
          'reference,title,picture 1',
          'F-1,Fine,a.jpg',
          'F-2,Link,link.jpg',
          'F-3,Away,../specimens.csv',
        ),
      );
      symlinkSync('/etc/hostname', path.join(folder, 'pictures', 'link.jpg'));
      const report = await run(folder);
      expect(errorsOf(report)).toEqual([
        [3, 'picture 1', 'We can’t find the file “link.jpg”'],
        [4, 'picture 1', 'We can’t find the file “../specimens.csv”'],
      ]);
      expect(report.specimens.added).toBe(1);
    });

    test('that is aborted keeps the rows before, and continues when it is run again', async () => {
      const folder = folderWith(csv('reference,title,picture 1', 'G-1,One,a.jpg', 'G-2,Two,a.jpg'));
      const giveUp = new AbortController();
      const source = await openSource(folder);
      const work = mkdtempSync(path.join(inject('runFolder'), 'work-'));
      const options = {
        isDryRun: false,
        folder: work,
        signal: giveUp.signal,
        onProgress: () => giveUp.abort(new Error('enough')),
      };
      await expect(runImport(shop.ctx, source, options)).rejects.toThrow('enough');
      expect((await run(folder)).specimens).toEqual({
        added: 1,
        changed: 0,
        unchanged: 1,
        refused: 0,
      });
    });
  });

  test('the catalog number may have its American spelling', async () => {
    expect(
      errorsOf(
        await importSheet(
          csv('reference,title,catalog number,picture 1', 'C-9,Numbered,W-9,a.jpg'),
        ),
      ),
    ).toEqual([]);
    const found = await shop.ctx.db
      .selectFrom('specimens')
      .select('catalogue_number')
      .where('title', '=', 'Numbered')
      .execute();
    expect(found).toEqual([{ catalogue_number: 'W-9' }]);
  });
});
