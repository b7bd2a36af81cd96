/** Recognizes other shops' exports by their columns. Runs in the process that reads sheets. */

import { htmlText, withoutEntities } from '#platform/html-text.ts';
import { type FindShape, LEFT_OUT, type SheetShape } from '#platform/sheet-shape.ts';
import { moreShapes } from './more-shapes.ts';
import {
  ARCHIVED,
  capital,
  cell,
  filled,
  GIFT_CARD,
  isNow,
  lines,
  numbered,
  said,
  stock,
  withOptions,
} from './shape-cells.ts';
import { IN_STOCK, PUBLISHED, SALE_ENDS, SALE_STARTS } from './shop-headings.ts';
import { englishHeading } from './woo-headings.ts';

const shopify: SheetShape = {
  name: 'Shopify',
  columns: [
    { heading: 'Handle', target: 'reference' },
    { heading: 'Title', target: 'title' },
    { heading: 'Body (HTML)', target: 'description' },
    { heading: 'Vendor', target: '' },
    { heading: 'Type', target: 'category' },
    { heading: 'Tags', target: 'tags' },
    { heading: 'Variant SKU', target: 'catalogue number' },
    { heading: 'Variant Grams', target: 'weight' },
    { heading: 'Variant Inventory Qty', target: 'quantity' },
    { heading: 'Variant Price', target: 'price' },
    { heading: 'Cost per item', target: 'cost' },
    { heading: 'Image Src', target: 'picture' },
    { heading: 'Published', target: '' },
    { heading: 'Status', target: '' },
  ],
  continues: ([first], row) =>
    cell(row, 'Handle') !== '' && cell(row, 'Handle') === cell(first, 'Handle'),
  read(rows) {
    const [first] = rows;
    // Rows with a picture alone have no price.
    const variants = rows.filter((row, index) => index === 0 || cell(row, 'Variant Price') !== '');
    const images = filled(rows.map((row) => row['Image Src']));
    return variants.map((row, index) => {
      const options = [1, 2, 3]
        .map((n) => ({
          name: cell(first, `Option${n} Name`),
          value: cell(row, `Option${n} Value`),
        }))
        .filter(({ value }) => value !== 'Default Title');
      const isOne = variants.length === 1;
      const values = options.map(({ value }) => value).filter((value) => value !== '');
      const grams = Number(cell(row, 'Variant Grams'));
      return {
        [LEFT_OUT]:
          cell(first, 'Gift Card').toLowerCase() === 'true'
            ? GIFT_CARD
            : cell(first, 'Status').toLowerCase() === 'archived'
              ? ARCHIVED
              : '',
        Handle:
          `shopify-${cell(first, 'Handle')}${isOne ? '' : `-${values.join('-') || index + 1}`}`.slice(
            0,
            100,
          ),
        Title: withOptions(withoutEntities(cell(first, 'Title')), isOne ? [] : values),
        'Body (HTML)': lines(htmlText(cell(first, 'Body (HTML)')), ...(isOne ? said(options) : [])),
        ...Object.fromEntries(
          ['Vendor', 'Type', 'Tags', 'Published', 'Status'].map((name) => [
            name,
            cell(first, name),
          ]),
        ),
        'Variant SKU': cell(row, 'Variant SKU').replace(/^'/, ''),
        'Variant Grams': grams > 0 ? `${grams} g` : '',
        'Variant Inventory Qty': stock(cell(row, 'Variant Inventory Qty')),
        'Variant Price': cell(row, 'Variant Price'),
        'Cost per item': cell(row, 'Cost per item'),
        'Image Src': (isOne
          ? images
          : filled([row['Variant Image'] || (index === 0 ? images[0] : '')])
        ).join('\n'),
      };
    });
  },
};

const formerHeadings: Record<string, string> = {
  'URL handle': 'Handle',
  Description: 'Body (HTML)',
  [PUBLISHED]: 'Published',
  SKU: 'Variant SKU',
  ...Object.fromEntries(
    [1, 2, 3].flatMap((n) =>
      ['name', 'value'].map((what) => [`Option${n} ${what}`, `Option${n} ${capital(what)}`]),
    ),
  ),
  Price: 'Variant Price',
  'Inventory quantity': 'Variant Inventory Qty',
  'Weight value (grams)': 'Variant Grams',
  'Product image URL': 'Image Src',
  'Variant image URL': 'Variant Image',
};
const shopifyOfToday: SheetShape = {
  ...shopify,
  rename: (heading) => formerHeadings[heading] ?? heading,
};

/** Its sheet writes a line's end as `\n` in letters. Where no tag makes paragraphs, the ends of lines do. */
function wooText(text: string): string {
  const html = text.replaceAll('\\n', '\n');
  return htmlText(
    /<(?:p|div|br|li|h[1-6]|t[dr])\b/i.test(html) ? html : html.replaceAll('\n', '<br>'),
  );
}

const wooCommas = (text: string): string => text.replaceAll('\\,', ',');

const wooCommerce: SheetShape = {
  name: 'WooCommerce',
  columns: [
    { heading: 'ID', target: 'reference' },
    { heading: 'SKU', target: 'catalogue number' },
    { heading: 'Name', target: 'title' },
    { heading: 'Description', target: 'description' },
    { heading: 'Price', target: 'price' },
    { heading: 'Stock', target: 'quantity' },
    { heading: 'Weight', target: 'weight' },
    { heading: 'Size', target: 'dimensions' },
    { heading: 'Categories', target: 'category' },
    { heading: 'Tags', target: 'tags' },
    { heading: 'Images', target: 'picture' },
    { heading: 'Published', target: '' },
  ],
  continues([first], row) {
    const parent = cell(row, 'Parent');
    const isVariation = cell(row, 'Type').startsWith('variation') && parent !== '';
    return isVariation && (parent === `id:${cell(first, 'ID')}` || parent === cell(first, 'SKU'));
  },
  rename: englishHeading,
  read(rows, now) {
    const [first] = rows;
    const pieces = rows.length > 1 ? rows.slice(1) : rows;
    return pieces.map((row) => {
      const id = cell(row, 'ID') || cell(row, 'SKU');
      const own = (heading: string) => cell(row, heading) || cell(first, heading);
      const sale = own('Sale price');
      const isOnSale = isNow(own(SALE_STARTS), own(SALE_ENDS), now);
      const measure = (name: string) => {
        const heading = Object.keys(row).find((one) => one.startsWith(`${name} (`)) ?? '';
        return { figure: own(heading), unit: /\((\w+)\)/.exec(heading)?.[1] ?? '' };
      };
      const sides = ['Length', 'Width', 'Height']
        .map(measure)
        .filter(({ figure }) => figure !== '');
      const weight = measure('Weight');
      const options = Array.from({ length: 10 }, (_, index) => ({
        name: cell(first, `Attribute ${index + 1} name`),
        value: wooCommas(cell(row, `Attribute ${index + 1} value(s)`)),
      }));
      const isOne = pieces.length === 1;
      const isGone = own(IN_STOCK) === '0' && own('Stock') === '';
      return {
        ID: id === '' ? '' : `woocommerce-${id}`,
        SKU: cell(row, 'SKU'),
        Name: withOptions(
          withoutEntities(cell(first, 'Name')),
          isOne ? [] : filled(options.map(({ value }) => value)),
        ),
        Description: lines(
          wooText(own('Short description')),
          wooText(own('Description')),
          ...(isOne ? said(options) : []),
        ),
        [LEFT_OUT]: /grouped|gift/i.test(cell(first, 'Type'))
          ? 'A group of products or a gift card'
          : '',
        Price: (isOnSale && sale) || own('Regular price') || sale,
        Stock: isGone ? '0' : stock(own('Stock')),
        Weight: weight.figure && `${weight.figure} ${weight.unit}`,
        Size:
          sides.length === 0
            ? ''
            : `${sides.map(({ figure }) => figure).join(' x ')} ${sides[0]?.unit}`,
        Categories: wooCommas(withoutEntities(cell(first, 'Categories'))),
        Tags: withoutEntities(wooCommas(cell(first, 'Tags'))),
        Images: own('Images')
          .split(',')
          .map((image) => image.trim())
          .join('\n'),
        Published: own('Published'),
      };
    });
  },
};

const alone = () => false;
const inCurrency = (amount: string, currency: string): string =>
  amount === '' ? '' : `${amount} ${currency}`.trim();

const etsy: SheetShape = {
  name: 'Etsy',
  columns: [
    { heading: 'SKU', target: 'catalogue number' },
    { heading: 'TITLE', target: 'title' },
    { heading: 'DESCRIPTION', target: 'description' },
    { heading: 'PRICE', target: 'price' },
    { heading: 'QUANTITY', target: 'quantity' },
    { heading: 'TAGS', target: 'tags' },
    { heading: 'MATERIALS', target: 'tags' },
    { heading: 'IMAGES', target: 'picture' },
  ],
  continues: alone,
  read: ([row]) => {
    const options = [1, 2, 3].map((n) => ({
      name: cell(row, `VARIATION ${n} NAME`),
      value: cell(row, `VARIATION ${n} VALUES`),
    }));
    // A listing with variations has a number for each of them.
    const [number = '', ...others] = filled(cell(row, 'SKU').split(','));
    const words = (heading: string) => withoutEntities(cell(row, heading)).replaceAll('_', ' ');
    return [
      {
        SKU: others.length > 0 ? '' : number,
        TITLE: withoutEntities(cell(row, 'TITLE')),
        DESCRIPTION: lines(withoutEntities(cell(row, 'DESCRIPTION')), ...said(options)),
        PRICE: inCurrency(cell(row, 'PRICE'), cell(row, 'CURRENCY_CODE')),
        QUANTITY: cell(row, 'QUANTITY'),
        TAGS: words('TAGS'),
        MATERIALS: words('MATERIALS'),
        IMAGES: numbered(row, (n) => `IMAGE${n}`, 20).join('\n'),
      },
    ];
  },
};

const ebay: SheetShape = {
  name: 'eBay',
  columns: [
    { heading: 'Item number', target: 'reference' },
    { heading: 'Custom label (SKU)', target: 'catalogue number' },
    { heading: 'Title', target: 'title' },
    { heading: 'Current price', target: 'price' },
    { heading: 'Available quantity', target: 'quantity' },
    { heading: 'eBay category 1 name', target: 'category' },
    { heading: 'Condition', target: '' },
    { heading: 'Start date', target: '' },
  ],
  continues: ([first], row) =>
    cell(row, 'Item number') !== '' && cell(row, 'Item number') === cell(first, 'Item number'),
  read(rows) {
    // The first row of several stands for all of them.
    const pieces = rows.length > 1 ? rows.slice(1) : rows;
    return pieces.map((row, index) => {
      const options = filled(
        cell(row, 'Variation details')
          .split(/[;|]/)
          .map((option) => option.split('=').at(-1)),
      );
      return {
        'Item number': `ebay-${cell(row, 'Item number')}${pieces.length > 1 ? `-${index + 1}` : ''}`,
        'Custom label (SKU)': cell(row, 'Custom label (SKU)'),
        Title: withOptions(withoutEntities(cell(row, 'Title')), pieces.length > 1 ? options : []),
        'Current price': inCurrency(
          cell(row, 'Current price') || cell(row, 'Start price'),
          cell(row, 'Currency'),
        ),
        ...Object.fromEntries(
          ['Available quantity', 'eBay category 1 name', 'Condition', 'Start date'].map((name) => [
            name,
            cell(row, name),
          ]),
        ),
      };
    });
  },
};

const PRODUCT_ID = 'Product ID [Non Editable]';

const squarespace: SheetShape = {
  name: 'Squarespace',
  columns: [
    { heading: 'Product ID', target: 'reference' },
    { heading: 'SKU', target: 'catalogue number' },
    { heading: 'Title', target: 'title' },
    { heading: 'Description', target: 'description' },
    { heading: 'Price', target: 'price' },
    { heading: 'Stock', target: 'quantity' },
    { heading: 'Categories', target: 'category' },
    { heading: 'Tags', target: 'tags' },
    // Whether in pounds or kilograms, inches or centimeters, the sheet does not say.
    { heading: 'Weight', target: '' },
    { heading: 'Size', target: '' },
    { heading: 'Hosted Image URLs', target: 'picture' },
    { heading: 'Visible', target: '' },
  ],
  continues: ([first], row) =>
    cell(row, 'Title') === '' ||
    (cell(row, PRODUCT_ID) !== '' && cell(row, PRODUCT_ID) === cell(first, PRODUCT_ID)),
  read(rows) {
    const [first] = rows;
    return rows.map((row, index) => {
      const options = [1, 2, 3, 4, 5, 6].map((n) => ({
        name: cell(first, `Option Name ${n}`),
        value: cell(row, `Option Value ${n}`),
      }));
      const isOne = rows.length === 1;
      const id = cell(first, PRODUCT_ID) || cell(first, 'Product URL');
      return {
        'Product ID': id === '' ? '' : `squarespace-${id}${isOne ? '' : `-${index + 1}`}`,
        SKU: cell(row, 'SKU'),
        Title: withOptions(
          withoutEntities(cell(first, 'Title')),
          isOne ? [] : filled(options.map(({ value }) => value)),
        ),
        Description: lines(htmlText(cell(first, 'Description')), ...(isOne ? said(options) : [])),
        Price:
          (/^yes$/i.test(cell(row, 'On Sale')) && cell(row, 'Sale Price')) || cell(row, 'Price'),
        Stock: /^unlimited$/i.test(cell(row, 'Stock')) ? '' : stock(cell(row, 'Stock')),
        Categories: filled(
          cell(first, 'Categories')
            .split(',')
            .map((path) => path.split('/').at(-1)),
        ).join(', '),
        Tags: cell(first, 'Tags'),
        Weight: cell(row, 'Weight'),
        Size: filled(['Length', 'Width', 'Height'].map((side) => row[side])).join(' x '),
        'Hosted Image URLs':
          isOne || index === 0 ? cell(first, 'Hosted Image URLs').split(/\s+/).join('\n') : '',
        Visible: cell(first, 'Visible'),
      };
    });
  },
};

const known: readonly { shape: SheetShape; headings: readonly string[] }[] = [
  { shape: shopify, headings: ['Handle', 'Title', 'Variant Price'] },
  {
    shape: shopifyOfToday,
    headings: ['Handle', 'Title', 'Variant Price', 'Variant Inventory Qty'],
  },
  { shape: wooCommerce, headings: ['ID', 'Type', 'Name', 'Regular price'] },
  { shape: etsy, headings: ['TITLE', 'DESCRIPTION', 'PRICE', 'CURRENCY_CODE', 'QUANTITY'] },
  { shape: ebay, headings: ['Item number', 'Title', 'Available quantity', 'Start price'] },
  { shape: squarespace, headings: [PRODUCT_ID, 'Title', 'Hosted Image URLs'] },
  ...moreShapes,
];

export const findShape: FindShape = (headings) =>
  known.find(({ shape: { rename = (heading) => heading }, headings: needed }) => {
    const names = headings.map(rename);
    return needed.every((heading) => names.includes(heading));
  })?.shape ?? null;
