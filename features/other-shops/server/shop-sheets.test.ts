/** The collection as another shop's product sheet, and back again. */
import { parse } from 'csv-parse/sync';
import { expect, test } from 'vitest';
import { largestJpeg } from '#core/contract/media/media-urls.ts';
import type { PhotoAddresses } from '#features/sheets/contract/photo-addresses.ts';
import { makeSqlite, onEveryDatabase } from '#tests/support/databases.ts';
import { byNumber, importForeign, lookOf } from '#tests/support/foreign-sheets.ts';
import { addSpecimens } from '#tests/support/specimens.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';
import { zipOf } from '#tests/support/transfers.ts';
import { smallJpeg } from '#tests/support/uploads.ts';

type Row = Record<string, string>;

onEveryDatabase((makeDatabase) => {
  const here = suiteShop(makeDatabase);
  const there = suiteShop(makeSqlite);

  const sheetFor = async (shop: string) =>
    (await here.admin.get(`/api/manage/shop-sheets/${shop}`)).body;
  const rowsOf = (sheet: string): Row[] => parse(sheet, { columns: true, bom: true });

  test('the sheets have every piece: on sale, as a draft or out of stock', async () => {
    const list = [
      'No,Title,Photo,Published',
      'X-2,Two photos,"a.jpg,b.jpg",yes',
      'X-3,No photo yet,,no',
    ].join('\n');
    const zip = await zipOf({
      'list.csv': list,
      'a.jpg': await smallJpeg(60, 40),
      'b.jpg': await smallJpeg(50, 40),
    });
    await importForeign(here.admin, zip);
    await addSpecimens(here.shop.ctx, [
      {
        title: '=HYPERLINK("http://x.example")',
        catalogueNumber: 'X-1',
        price: '1250.50',
        quantity: 3,
        weight: '0.5 kg',
        dimensions: '40 × 32.5 × 20 mm',
        cost: '45.00',
        description: 'Green & <fine>\nSecond line\n\nSecond paragraph',
        species: ['Fluorite', 'Quartz'],
        locality: ['Tsumeb', 'Namibia'],
        tags: ['green', 'twin'],
        disclosures: [{ kind: 'repaired', note: 'the tip' }],
        provenance: ['Ex A. Smith'],
      },
      { title: 'Hidden', catalogueNumber: 'X-4', visible: false },
      { title: 'Sold', catalogueNumber: 'X-5', status: 'sold' },
      { title: 'On request', catalogueNumber: 'X-6', price: 'on request', forSale: false },
    ]);
    const shopify = rowsOf(await sheetFor('shopify'));
    const [first = {}] = shopify.filter(({ SKU }) => SKU === 'X-1');
    const { main } = await byNumber(here, 'X-1');
    expect(first).toMatchObject({
      Title: `'=HYPERLINK("http://x.example")`,
      Price: '1250.50',
      'Inventory quantity': '3',
      'Weight value (grams)': '500',
      Status: 'Active',
      'Published on online store': 'TRUE',
      Tags: 'green, twin',
      'Cost per item': '45.00',
      Type: 'Minerals',
      'Product image URL': expect.stringContaining(
        main.kind === 'picture' ? largestJpeg(main) : '-',
      ),
      Description:
        '<p>Green &amp; &lt;fine&gt;<br>Second line</p><p>Second paragraph</p><ul><li>Species: Fluorite, Quartz</li><li>Locality: Tsumeb, Namibia</li><li>Repairs and treatment: Repaired: the tip</li><li>Former collections: Ex A. Smith</li><li>Size: 40 × 32.5 × 20 mm</li><li>Weight: 0.5 kg</li></ul>',
    });
    const said = (sku: string) => {
      const row = shopify.find(({ SKU }) => SKU === sku);
      return [
        row?.Status,
        row?.Price,
        row?.['Inventory quantity'],
        row?.['Product image URL'] !== '',
      ];
    };
    expect(['X-3', 'X-4', 'X-5', 'X-6'].map(said)).toEqual([
      ['Draft', '', '0', false],
      ['Draft', '100.00', '1', false],
      ['Active', '100.00', '0', true],
      ['Draft', '', '1', true],
    ]);
    // Further photos have rows of their own.
    const handle = shopify.find(({ SKU }) => SKU === 'X-2')?.['URL handle'];
    expect(
      shopify
        .filter((row) => row['URL handle'] === handle)
        .map((row) => [row.Title, row['Image position']]),
    ).toEqual([
      ['Two photos', '1'],
      ['', '2'],
    ]);
    expect(new Set(shopify.map((row) => row['URL handle'])).size).toBe(6);

    const woo = rowsOf(await sheetFor('woocommerce'));
    expect(woo).toHaveLength(6);
    expect(woo.find(({ SKU }) => SKU === 'X-1')).toMatchObject({
      ID: '',
      Published: '1',
      Stock: '3',
      'In stock?': '1',
      'Weight (kg)': '0.5',
      'Length (cm)': '4',
      'Width (cm)': '3.25',
      'Height (cm)': '2',
      'Regular price': '1250.50',
    });
    expect(woo.find(({ SKU }) => SKU === 'X-2')?.Images?.split(', ')).toHaveLength(2);
    expect(woo.find(({ SKU }) => SKU === 'X-4')).toMatchObject({ Published: '0', Images: '' });
    expect(woo.find(({ SKU }) => SKU === 'X-5')).toMatchObject({
      Published: '1',
      'In stock?': '0',
      Stock: '0',
    });
  });

  test.each([
    ['shopify', 'Shopify'],
    ['woocommerce', 'WooCommerce'],
  ])(
    'the sheet for %s comes in again as %s’s, with as many pieces, prices and photos',
    async (shop, name) => {
      const sheet = await sheetFor(shop);
      expect(await lookOf(there.admin, sheet)).toMatchObject({ shop: name, rowCount: 6 });
      const report = await importForeign(there.admin, sheet);
      expect(report).toMatchObject({ errors: [], visible: 0, specimens: { refused: 0 } });
      expect(report.specimens.added + report.specimens.changed + report.specimens.unchanged).toBe(
        6,
      );
      const { waiting }: PhotoAddresses = (
        await there.admin.get('/api/manage/photo-addresses')
      ).json();
      expect(waiting.reduce((sum, { photos }) => sum + photos, 0)).toBe(5);
      const columns = ['catalogue_number', 'title', 'price', 'quantity', 'status', 'tags'] as const;
      const pieces = (of: typeof here) =>
        of.database.db
          .selectFrom('specimens')
          .select(columns)
          .orderBy('catalogue_number')
          .execute();
      const [before, after] = [await pieces(here), await pieces(there)];
      expect(after).toHaveLength(before.length);
      const priced = (rows: typeof before) =>
        rows
          .filter(({ price }) => price && /\d/.test(price))
          .map(({ catalogue_number, price }) => [catalogue_number, price]);
      expect(priced(after)).toEqual(priced(before));
      expect(after.find(({ catalogue_number }) => catalogue_number === 'X-1')).toMatchObject({
        title: '=HYPERLINK("http://x.example")',
        quantity: 3,
        tags: ['green', 'twin'],
      });
      expect(after.find(({ catalogue_number }) => catalogue_number === 'X-5')).toMatchObject({
        status: 'sold',
      });
    },
  );

  test('only the admin gets them, and of other shops there is none', async () => {
    expect((await here.shop.visitor().get('/api/manage/shop-sheets/shopify')).statusCode).toBe(401);
    expect((await here.admin.get('/api/manage/shop-sheets/etsy')).statusCode).toBe(400);
  });
});
