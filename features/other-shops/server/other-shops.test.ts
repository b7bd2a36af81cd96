/** The exports of other shops: own files in the shape of each, taken in. */
import { stringify } from 'csv-stringify/sync';
import { describe, expect, test } from 'vitest';
import { htmlText } from '#platform/html-text.ts';
import { onEveryDatabase } from '#tests/support/databases.ts';
import { byNumber, importForeign, lookOf, targetsOf } from '#tests/support/foreign-sheets.ts';
import { suiteShop } from '#tests/support/suite-shop.ts';

/** A sheet with these headings; a row names the columns that it fills. */
const sheetOf = (headings: string, rows: Record<string, string>[]): string => {
  const names = headings.split(',');
  return stringify([names, ...rows.map((row) => names.map((name) => row[name] ?? ''))]);
};

const SHOPIFY =
  'Handle,Title,Body (HTML),Vendor,Product Category,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Fulfillment Service,Variant Price,Variant Compare At Price,Variant Requires Shipping,Variant Taxable,Variant Barcode,Image Src,Image Position,Image Alt Text,Gift Card,SEO Title,SEO Description,Variant Image,Variant Weight Unit,Variant Tax Code,Cost per item,Status';
const shopify = sheetOf(SHOPIFY, [
  {
    Handle: 'blue-azurite',
    Title: 'Blue azurite',
    'Body (HTML)': '<p>From <b>Tsumeb</b>&nbsp;&amp; rare</p><ul><li>Deep blue</li></ul>',
    Vendor: 'My Shop',
    Type: 'Minerals',
    Tags: 'azurite, blue',
    Published: 'true',
    'Option1 Name': 'Title',
    'Option1 Value': 'Default Title',
    'Variant SKU': 'SH-1',
    'Variant Grams': '212',
    'Variant Inventory Qty': '1',
    'Variant Price': '120.00',
    'Cost per item': '45.00',
    Status: 'active',
    'Image Src': 'https://cdn.example.com/files/azurite.jpg?v=17',
  },
  {
    Handle: 'blue-azurite',
    'Image Src': 'https://cdn.example.com/files/azurite-2.jpg?v=18',
    'Image Position': '2',
  },
  {
    Handle: 'pyrite-cube',
    Title: 'Pyrite cube',
    Type: 'Minerals',
    'Option1 Name': 'Size',
    'Option1 Value': 'Small',
    'Variant SKU': 'SH-2S',
    'Variant Inventory Qty': '3',
    'Variant Price': '10.00',
    'Image Src': 'https://cdn.example.com/files/pyrite.jpg',
  },
  {
    Handle: 'pyrite-cube',
    'Option1 Value': 'Large',
    'Variant SKU': 'SH-2L',
    'Variant Inventory Qty': '-1',
    'Variant Price': '25.00',
  },
]);

const WOO =
  'ID,Type,SKU,Name,Published,Is featured?,Visibility in catalog,Short description,Description,Tax status,In stock?,Stock,Weight (kg),Length (cm),Width (cm),Height (cm),Sale price,Regular price,Categories,Tags,Images,Parent,Attribute 1 name,Attribute 1 value(s)';
const woo = sheetOf(WOO, [
  {
    ID: '12',
    Type: 'simple',
    SKU: 'WO-1',
    Name: 'Fluorite &amp; Quartz',
    Published: '1',
    'Short description': 'Green',
    Description: '<p>Twins</p>',
    'In stock?': '1',
    Stock: '1',
    'Weight (kg)': '0.21',
    'Length (cm)': '6',
    'Width (cm)': '4',
    'Height (cm)': '3',
    'Regular price': '90',
    Categories: 'Shop > Minerals',
    Tags: 'green',
    Images: 'https://shop.example/a.jpg, https://shop.example/b.jpg',
    'Attribute 1 name': 'Mine',
    'Attribute 1 value(s)': 'Rogerley',
  },
  {
    ID: '20',
    Type: 'variable',
    SKU: 'WO-2',
    Name: 'Garnet',
    Categories: 'Minerals',
    'Attribute 1 name': 'Grade',
    'Attribute 1 value(s)': 'A, B',
  },
  {
    ID: '21',
    Type: 'variation',
    SKU: 'WO-2A',
    Name: 'Garnet - A',
    Parent: 'WO-2',
    'In stock?': '1',
    Stock: '2',
    'Sale price': '15',
    'Regular price': '20',
    'Attribute 1 value(s)': 'A',
  },
  {
    ID: '22',
    Type: 'variation',
    SKU: 'WO-2B',
    Name: 'Garnet - B',
    Parent: 'id:20',
    'In stock?': '0',
    'Regular price': '10',
    'Attribute 1 value(s)': 'B',
  },
]);

const ETSY =
  'TITLE,DESCRIPTION,PRICE,CURRENCY_CODE,QUANTITY,TAGS,MATERIALS,IMAGE1,IMAGE2,IMAGE3,VARIATION 1 TYPE,VARIATION 1 NAME,VARIATION 1 VALUES,VARIATION 2 TYPE,VARIATION 2 NAME,VARIATION 2 VALUES,SKU';
const etsy = sheetOf(ETSY, [
  {
    TITLE: 'Amethyst &quot;Veracruz&quot;',
    DESCRIPTION: 'Line one\nLine two',
    PRICE: '45.00',
    CURRENCY_CODE: 'USD',
    QUANTITY: '1',
    TAGS: 'purple_crystal,mexico',
    MATERIALS: 'Amethyst',
    IMAGE1: 'https://i.example/1.jpg',
    IMAGE2: 'https://i.example/2.jpg',
    SKU: 'ET-1',
  },
  {
    TITLE: 'Tumbled stones',
    PRICE: '5.00',
    CURRENCY_CODE: 'USD',
    QUANTITY: '40',
    'VARIATION 1 NAME': 'Stone',
    'VARIATION 1 VALUES': 'Agate,Jasper',
    SKU: 'ET-2A,ET-2J',
  },
]);

const EBAY =
  'Item number,Title,Variation details,Custom label (SKU),Available quantity,Format,Currency,Start price,Current price,Sold quantity,Start date,End date,eBay category 1 name,Condition';
const ebay = sheetOf(EBAY, [
  {
    'Item number': '318000000001',
    Title: 'Galena cluster',
    'Custom label (SKU)': 'EB-1',
    'Available quantity': '1',
    Currency: 'USD',
    'Start price': '60.00',
    'Current price': '55.00',
    'eBay category 1 name': 'Crystals',
    Condition: 'Used',
  },
  {
    'Item number': '318000000002',
    Title: 'Agate',
    'Variation details': 'Color=Red;Blue',
    'Available quantity': '4',
    Currency: 'USD',
    'Start price': '9.00',
  },
  {
    'Item number': '318000000002',
    Title: 'Agate',
    'Variation details': 'Color=Red',
    'Custom label (SKU)': 'EB-2R',
    'Available quantity': '2',
    Currency: 'USD',
    'Start price': '9.00',
  },
  {
    'Item number': '318000000002',
    Title: 'Agate',
    'Variation details': 'Color=Blue',
    'Custom label (SKU)': 'EB-2B',
    'Available quantity': '2',
    Currency: 'USD',
    'Start price': '11.00',
  },
]);

const SQUARESPACE =
  'Product ID [Non Editable],Variant ID [Non Editable],Product Type [Non Editable],Product Page,Product URL,Title,Description,SKU,Option Name 1,Option Value 1,Option Name 2,Option Value 2,Price,Sale Price,On Sale,Stock,Categories,Tags,Weight,Length,Width,Height,Visible,Hosted Image URLs';
const squarespace = sheetOf(SQUARESPACE, [
  {
    'Product ID [Non Editable]': 'p1',
    Title: 'Wulfenite',
    Description: '<p>Red Cloud</p>',
    SKU: 'SQ-1',
    Price: '300.00',
    'Sale Price': '250.00',
    'On Sale': 'Yes',
    Stock: '1',
    Categories: '/minerals',
    Tags: 'arizona',
    Weight: '0.5',
    Visible: 'Yes',
    'Hosted Image URLs': 'https://images.example/w1.jpg https://images.example/w2.jpg',
  },
  {
    'Product ID [Non Editable]': 'p2',
    Title: 'Selenite wand',
    'Option Name 1': 'Length',
    'Option Value 1': '10 cm',
    SKU: 'SQ-2A',
    Price: '8.00',
    'On Sale': 'No',
    Stock: 'Unlimited',
  },
  { 'Option Value 1': '20 cm', SKU: 'SQ-2B', Price: '14.00', 'On Sale': 'No', Stock: '5' },
]);

onEveryDatabase((makeDatabase) => {
  const here = suiteShop(makeDatabase);

  test.each([
    ['Shopify', shopify, 3, ['azurite.jpg', 'azurite-2.jpg', 'pyrite.jpg']],
    ['WooCommerce', woo, 3, ['a.jpg', 'b.jpg']],
    ['Etsy', etsy, 2, ['1.jpg', '2.jpg']],
    ['eBay', ebay, 3, []],
    ['Squarespace', squarespace, 3, ['w1.jpg', 'w2.jpg']],
  ])(
    'an export of %s is recognised, comes in whole as hidden drafts, and comes in once',
    async (name, sheet, count, photos) => {
      const look = await lookOf(here.admin, sheet);
      expect(look).toMatchObject({ shop: name, rowCount: count });
      expect(targetsOf(look)).toMatchObject({
        [name === 'WooCommerce' ? 'Name' : name === 'Etsy' ? 'TITLE' : 'Title']: 'title',
      });
      expect(await importForeign(here.admin, sheet)).toMatchObject({
        specimens: { added: count, refused: 0 },
        errors: [],
        visible: 0,
        forSale: count,
      });
      const again = await importForeign(here.admin, sheet);
      expect(again).toMatchObject({ specimens: { added: 0, changed: 0, refused: 0 } });
      const awaited = (await here.admin.get('/api/manage/awaiting-photos'))
        .json<{ files: string[] }[]>()
        .flatMap(({ files }) => files);
      expect(awaited).toEqual(expect.arrayContaining(photos));
    },
  );

  test('Shopify: several rows a product, variants as pieces, HTML as text, tags, type, stock and cost', async () => {
    expect(await byNumber(here, 'SH-1')).toMatchObject({
      title: 'Blue azurite',
      description: 'From Tsumeb & rare\n\n• Deep blue',
      category: 'Minerals',
      tags: ['azurite', 'blue'],
      weight: '212 g',
      quantity: 1,
      price: '120.00',
      cost: '45.00',
      visible: false,
      forSale: true,
    });
    expect(await byNumber(here, 'SH-2S')).toMatchObject({
      title: 'Pyrite cube – Small',
      quantity: 3,
      price: '10.00',
    });
    expect(await byNumber(here, 'SH-2L')).toMatchObject({
      title: 'Pyrite cube – Large',
      status: 'sold',
      price: '25.00',
    });
  });

  test('WooCommerce: lines end where its sheet says so in letters, and a comma in a list is no end', async () => {
    const sheet = sheetOf(WOO, [
      {
        ID: '31',
        Type: 'simple',
        SKU: 'WL-1',
        Name: 'Azurite',
        'Regular price': '5',
        'Short description': 'Deep blue\\nand green',
        Description: 'From an <em>old</em> find.\\n\\nNo repairs.',
        'Attribute 1 name': 'Mine',
        'Attribute 1 value(s)': 'Tsumeb\\, Namibia',
      },
      {
        ID: '32',
        Type: 'simple',
        SKU: 'WL-2',
        Name: 'Quartz',
        Description: '<ul>\\n<li>One</li>\\n<li>Two</li>\\n</ul>',
        'Regular price': '5',
      },
    ]);
    await importForeign(here.admin, sheet);
    expect((await byNumber(here, 'WL-1')).description).toBe(
      'Deep blue\nand green\n\nFrom an old find.\n\nNo repairs.\n\nMine: Tsumeb, Namibia',
    );
    expect((await byNumber(here, 'WL-2')).description).toBe('• One\n• Two');
  });

  test('WooCommerce: variations under their parent, measures with their units, both descriptions, attributes', async () => {
    expect(await byNumber(here, 'WO-1')).toMatchObject({
      title: 'Fluorite & Quartz',
      description: 'Green\n\nTwins\n\nMine: Rogerley',
      weight: '0.21 kg',
      dimensions: '6 x 4 x 3 cm',
      category: 'Minerals',
      tags: ['green'],
      price: '90.00',
    });
    expect(await byNumber(here, 'WO-2A')).toMatchObject({
      title: 'Garnet – A',
      price: '15.00',
      quantity: 2,
    });
    expect(await byNumber(here, 'WO-2B')).toMatchObject({
      title: 'Garnet – B',
      price: '10.00',
      status: 'sold',
    });
  });

  test('Etsy, eBay and Squarespace: titles without entities, options in words, prices as they are now', async () => {
    expect(await byNumber(here, 'ET-1')).toMatchObject({
      title: 'Amethyst "Veracruz"',
      description: 'Line one\nLine two',
      tags: ['purple crystal', 'mexico', 'Amethyst'],
      price: '45.00',
    });
    expect(await byNumber(here, 'EB-1')).toMatchObject({
      title: 'Galena cluster',
      price: '55.00',
      category: 'Crystals',
    });
    expect(await byNumber(here, 'EB-2B')).toMatchObject({
      title: 'Agate – Blue',
      price: '11.00',
      quantity: 2,
    });
    expect(await byNumber(here, 'SQ-1')).toMatchObject({
      title: 'Wulfenite',
      description: 'Red Cloud',
      price: '250.00',
      category: 'Minerals',
    });
    expect(await byNumber(here, 'SQ-2B')).toMatchObject({
      title: 'Selenite wand – 20 cm',
      price: '14.00',
      quantity: 5,
    });
  });
});

describe('descriptions', () => {
  test.each([
    ['plain words & more', 'plain words & more'],
    ['a < b and b > c', 'a < b and b > c'],
    ['<h2>Azurite</h2><p>Deep<br>blue</p>', 'Azurite\n\nDeep\nblue'],
    ['<div><p>One</p></div><div><p>Two</p></div>', 'One\n\nTwo'],
    ['<ul><li>6 cm</li><li>212 g</li></ul>', '• 6 cm\n• 212 g'],
    ['<p>safe<script>alert("x")</script><style>p{}</style></p>', 'safe'],
    ['<p>never closed<script>alert(1)', 'never closed'],
    [
      '<p>&uuml;ber &#8220;x&#x201d; &unknown; &#0; &#99999999;</p>',
      'über “x” &unknown;  &#99999999;'.replace('  ', ' '),
    ],
    ['&lt;b&gt;', '<b>'],
  ])('of %j the text is %j', (html, text) => {
    expect(htmlText(html)).toBe(text);
  });
});
