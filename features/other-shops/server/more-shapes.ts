/** Shops whose exports have few rows of a product: Wix, BigCommerce, PrestaShop, Magento, Ecwid and others. */
import { htmlText, withoutEntities } from '#platform/html-text.ts';
import { LEFT_OUT, type NamedCells, type SheetShape } from '#platform/sheet-shape.ts';
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

type Known = { shape: SheetShape; headings: readonly string[] };

const columns: SheetShape['columns'] = [
  { heading: 'ID', target: 'reference' },
  { heading: 'Number', target: 'catalogue number' },
  { heading: 'Title', target: 'title' },
  { heading: 'Text', target: 'description' },
  { heading: 'Price', target: 'price' },
  { heading: 'Cost', target: 'cost' },
  { heading: 'Stock', target: 'quantity' },
  { heading: 'Weight', target: 'weight' },
  { heading: 'Size', target: 'dimensions' },
  { heading: 'Category', target: 'category' },
  { heading: 'Tags', target: 'tags' },
  { heading: 'Photos', target: 'picture' },
];
type Field = 'id' | 'number' | 'title' | 'text' | 'price' | 'cost' | 'stock' | 'weight' | 'size';
type Piece = Partial<Record<Field | 'category' | 'tags' | 'photos' | typeof LEFT_OUT, string>>;

const own = (shop: string, ...ids: string[]): string => {
  const id = filled(ids).join('-');
  return id === '' ? '' : `${shop}-${id}`.slice(0, 100);
};
const sized = (sides: readonly string[], unit: string): string => {
  const all = filled(sides).filter((side) => Number(side) > 0);
  return all.length === 0 || unit === '' ? '' : `${all.join(' x ')} ${unit}`;
};
const isTrue = (text: string): boolean => /^(true|yes|y|1|enabled|active)$/i.test(text);
const positive = (text: string): string => (Number(text.replace(',', '.')) > 0 ? text : '');
const lastParts = (text: string, between: RegExp, within: RegExp): string =>
  filled(text.split(between).map((path) => path.split(within).at(-1))).join(', ');
const sameAs =
  (heading: string): SheetShape['continues'] =>
  ([first], row) =>
    cell(row, heading) !== '' && cell(row, heading) === cell(first, heading);
const alone = () => false;

function shapeOf(
  name: string,
  continues: SheetShape['continues'],
  read: (rows: readonly NamedCells[], now: string) => Piece[],
  rename?: SheetShape['rename'],
): SheetShape {
  const made: SheetShape = {
    name,
    columns,
    continues,
    read: (rows, now) =>
      read(rows, now).map((piece) =>
        Object.fromEntries(
          Object.entries(piece).map(([name, text]) => [name === 'id' ? 'ID' : capital(name), text]),
        ),
      ),
  };
  return rename ? { ...made, rename } : made;
}

const wixPrice = (price: string, mode: string, off: string): string => {
  const [full, less] = [Number(price), Number(off)];
  if (!(less > 0) || !(full > 0)) return price;
  return (/percent/i.test(mode) ? full * (1 - less / 100) : full - less).toFixed(2);
};

const wix = shapeOf('Wix', sameAs('handleId'), (rows) => {
  const [first] = rows;
  const isVariant = (row: NamedCells) => /variant/i.test(cell(row, 'fieldType'));
  const variants = rows.filter(isVariant);
  return (variants.length > 0 ? variants : rows.slice(0, 1)).map((row, index) => {
    const options = [1, 2, 3, 4, 5, 6].map((n) => ({
      name: cell(first, `productOptionName${n}`),
      value: cell(row, `productOptionDescription${n}`),
    }));
    const inventory = cell(row, 'inventory') || cell(first, 'inventory');
    const isOne = variants.length === 0;
    return {
      id: own('wix', cell(first, 'handleId'), isOne ? '' : String(index + 1)),
      number: cell(row, 'sku') || (isOne ? '' : cell(first, 'sku')),
      title: withOptions(
        withoutEntities(cell(first, 'name')),
        isOne ? [] : filled(options.map(({ value }) => value)),
      ),
      text: lines(
        htmlText(cell(first, 'description')),
        ...[1, 2, 3, 4, 5, 6].map((n) =>
          filled([
            cell(first, `additionalInfoTitle${n}`),
            htmlText(cell(first, `additionalInfoDescription${n}`)),
          ]).join(': '),
        ),
      ),
      price: wixPrice(
        cell(first, 'price'),
        cell(first, 'discountMode'),
        cell(first, 'discountValue'),
      ),
      cost: cell(first, 'cost'),
      stock: /^instock$/i.test(inventory)
        ? ''
        : /^outofstock$/i.test(inventory)
          ? '0'
          : stock(inventory),
      tags: cell(first, 'collection').split(';').join(', '),
      photos: filled(cell(first, 'productImageUrl').split(';'))
        .map((one) => (/^https?:/.test(one) ? one : `https://static.wixstatic.com/media/${one}`))
        .join('\n'),
    };
  });
});

const bigCommerceOf = (name: (heading: string) => string) =>
  shapeOf(
    'BigCommerce',
    (_, row) =>
      /^(sku|rule|image|variant|video|\s+)$/i.test(cell(row, name('Item'))) &&
      cell(row, name('Name')) === '',
    (rows) => {
      const [row] = rows;
      const at = (heading: string) => cell(row, name(heading));
      return [
        {
          id: own('bigcommerce', at('ID')),
          number: at('SKU'),
          title: withoutEntities(at('Name')),
          text: htmlText(at('Description')),
          price: positive(at('Sale Price')) || at('Price'),
          cost: positive(at('Cost')),
          stock: stock(at('Current Stock')),
          category: lastParts(at('Categories'), /[;|]/, /[/>]/),
          photos: filled([
            ...numbered(row, (n) => `Product Image URL - ${n}`, 10),
            ...numbered(row, (n) => `Product Image File - ${n}`, 10),
            ...rows.map(
              (one) => cell(one, 'Internal Image URL (Export)') || cell(one, 'Image URL (Import)'),
            ),
          ]).join('\n'),
        },
      ];
    },
  );

const legacy: Record<string, string> = {
  Item: 'Item Type',
  ID: 'Product ID',
  SKU: 'Product Code/SKU',
  Name: 'Product Name',
  Description: 'Product Description',
  Cost: 'Cost Price',
  'Current Stock': 'Current Stock Level',
  Categories: 'Category',
};

const prestaShop = shapeOf(
  'PrestaShop',
  alone,
  ([row]) => [
    {
      id: own('prestashop', cell(row, 'Product ID')),
      number: cell(row, 'Reference'),
      title: withoutEntities(cell(row, 'Name')),
      text: lines(htmlText(cell(row, 'Short description')), htmlText(cell(row, 'Description'))),
      price: cell(row, 'Price (tax incl.)') || cell(row, 'Price (tax excl.)'),
      cost: positive(cell(row, 'Wholesale price')),
      stock: stock(cell(row, 'Quantity')),
      weight: positive(cell(row, 'Weight')) && `${cell(row, 'Weight')} kg`,
      size: sized(
        ['Width', 'Height', 'Depth'].map((side) => cell(row, side)),
        'cm',
      ),
      category: cell(row, 'Category'),
      tags: cell(row, 'Tags'),
      photos: filled((cell(row, 'Image URLs') || cell(row, 'Image')).split(/[,;]/)).join('\n'),
    },
  ],
  (heading) =>
    ({
      ID: 'Product ID',
      'Name *': 'Name',
      'Reference #': 'Reference',
      'Price tax excluded': 'Price (tax excl.)',
      'Price tax included': 'Price (tax incl.)',
      'Categories (x,y,z...)': 'Category',
      'Tags (x,y,z...)': 'Tags',
      'Image URLs (x,y,z...)': 'Image URLs',
    })[heading] ?? heading,
);

/** `locality=Tsumeb,size=3 cm`. */
const magentoMore = (text: string): string[] =>
  text.split(/,(?=\w+=)/).flatMap((pair) => {
    const [name = '', ...value] = pair.split('=');
    return value.length === 0 ? [] : [`${name.replaceAll('_', ' ')}: ${value.join('=')}`];
  });

const magento = shapeOf('Magento', sameAs('sku'), ([row], now) => {
  const special = positive(cell(row, 'special_price'));
  const isOn = isNow(cell(row, 'special_price_from_date'), cell(row, 'special_price_to_date'), now);
  const isOut = /^0$/.test(cell(row, 'is_in_stock'));
  return [
    {
      [LEFT_OUT]: /giftcard|gift_card/i.test(cell(row, 'product_type')) ? GIFT_CARD : '',
      id: own('magento', cell(row, 'sku')),
      number: cell(row, 'sku'),
      title: withoutEntities(cell(row, 'name')),
      text: lines(
        htmlText(cell(row, 'short_description')),
        htmlText(cell(row, 'description')),
        magentoMore(cell(row, 'additional_attributes')).join('\n'),
      ),
      price: (isOn && special) || cell(row, 'price'),
      cost: positive(cell(row, 'cost')),
      stock: isOut ? '0' : stock(cell(row, 'qty').replace(/\.0+$/, '')),
      category: lastParts(cell(row, 'categories'), /,/, /\//),
      photos: filled([cell(row, 'base_image'), ...cell(row, 'additional_images').split(',')]).join(
        '\n',
      ),
    },
  ];
});

const ecwid = shapeOf('Ecwid', alone, ([row]) => [
  {
    [LEFT_OUT]: /^category$/i.test(cell(row, 'type')) ? 'A category' : '',
    id: own('ecwid', cell(row, 'product_internal_id') || cell(row, 'product_sku')),
    number: cell(row, 'product_sku'),
    title: withoutEntities(cell(row, 'product_name')),
    text: htmlText(cell(row, 'product_description')),
    price: cell(row, 'product_price'),
    cost: positive(cell(row, 'product_cost_price')),
    stock: stock(cell(row, 'product_quantity')),
    category: lastParts(
      filled(numbered(row, (n) => `product_category_${n}`, 9)).join(';'),
      /;/,
      /[/>]/,
    ),
    photos: filled([
      cell(row, 'product_media_main_image_url'),
      ...numbered(row, (n) => `product_media_gallery_image_url_${n}`, 20),
    ]).join('\n'),
  },
]);

const openCart = shapeOf(
  'OpenCart',
  alone,
  ([row]) => [
    {
      id: own('opencart', cell(row, 'product_id')),
      number: cell(row, 'sku') || cell(row, 'model'),
      title: withoutEntities(cell(row, 'name')),
      text: htmlText(withoutEntities(cell(row, 'description'))),
      price: cell(row, 'price'),
      stock: stock(cell(row, 'quantity')),
      weight:
        positive(cell(row, 'weight')) &&
        filled([cell(row, 'weight'), cell(row, 'weight_unit')]).join(' '),
      size: sized(
        ['length', 'width', 'height'].map((side) => cell(row, side)),
        cell(row, 'length_unit'),
      ),
      tags: cell(row, 'tags'),
      photos: cell(row, 'image_name') || cell(row, 'image'),
    },
  ],
  // Texts are there once for each language.
  (heading) => /^(name|description|tags)\([a-z-]+\)$/i.exec(heading)?.[1] ?? heading,
);

const square = shapeOf('Square', alone, ([row]) => {
  const quantity = Object.keys(row ?? {}).find((one) => /^Current Quantity/i.test(one)) ?? '';
  const options = [1, 2, 3].map((n) => ({
    name: cell(row, `Option Name ${n}`),
    value: cell(row, `Option Value ${n}`),
  }));
  const variation = cell(row, 'Variation Name');
  const isPlain = /^(regular|default|)$/i.test(variation);
  const price = cell(row, 'Price');
  return [
    {
      [LEFT_OUT]: isTrue(cell(row, 'Archived'))
        ? ARCHIVED
        : /gift/i.test(cell(row, 'Item Type'))
          ? GIFT_CARD
          : '',
      id: own('square', cell(row, 'Token')),
      number: cell(row, 'SKU'),
      title: withOptions(cell(row, 'Item Name'), isPlain ? [] : [variation]),
      text: lines(htmlText(cell(row, 'Description')), ...said(options)),
      price: /^variable$/i.test(price) ? '' : price,
      stock: stock(cell(row, quantity)),
      category: lastParts(cell(row, 'Categories') || cell(row, 'Category'), /,/, />/),
    },
  ];
});

const ebayFiles = shapeOf(
  'eBay File Exchange',
  alone,
  ([row]) => [
    {
      id: own('ebay', cell(row, 'ItemID')),
      number: cell(row, 'CustomLabel'),
      title: withoutEntities(cell(row, 'Title')),
      text: htmlText(cell(row, 'Description')),
      price: filled([
        cell(row, 'BuyItNowPrice') || cell(row, 'StartPrice'),
        cell(row, 'Currency'),
      ]).join(' '),
      stock: cell(row, 'Quantity'),
      photos: filled(cell(row, 'PicURL').split(/[|;]/)).join('\n'),
    },
  ],
  (heading) => {
    const plain = heading.replace(/^\*/, '');
    return (
      {
        'Custom label (SKU)': 'CustomLabel',
        'Start price': 'StartPrice',
        'Item photo URL': 'PicURL',
      }[plain] ?? plain
    );
  },
);

export const moreShapes: readonly Known[] = [
  { shape: wix, headings: ['handleId', 'fieldType', 'name', 'price'] },
  { shape: bigCommerceOf((heading) => heading), headings: ['Item', 'ID', 'Name', 'SKU', 'Price'] },
  {
    shape: bigCommerceOf((heading) => legacy[heading] ?? heading),
    headings: ['Product ID', 'Product Name', 'Product Code/SKU', 'Price'],
  },
  { shape: prestaShop, headings: ['Product ID', 'Name', 'Reference', 'Price (tax excl.)'] },
  { shape: magento, headings: ['sku', 'attribute_set_code', 'product_type', 'name', 'price'] },
  { shape: ecwid, headings: ['product_sku', 'product_name', 'product_price'] },
  { shape: openCart, headings: ['product_id', 'name', 'model', 'price', 'quantity'] },
  { shape: square, headings: ['Token', 'Item Name', 'Variation Name', 'Price'] },
  { shape: ebayFiles, headings: ['Title', 'StartPrice', 'CustomLabel'] },
];
