/** Columns are those that the other shop’s own help describes. */
import { factsInWords, factTexts, placeOf } from '#core/contract/catalogue/fact-texts.ts';
import { slugOf } from '#core/contract/catalogue/specimen-urls.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { renditionUrl } from '#core/contract/media/media-urls.ts';
import { parseAmount } from '#core/contract/money.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { photolessAmong } from '#core/server/catalogue/specimens/editing/photoless.service.ts';
import {
  type CataloguedSpecimen,
  eachSpecimen,
} from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Context } from '#core/server/context.ts';
import type { SheetShop } from '#features/other-shops/contract/shop-sheets.ts';
import { type Cells, csvHeading, csvRows } from '#platform/csv.ts';
import { handleFor } from '#platform/db/purposes.ts';
import { escapeXml } from '#platform/xml.ts';
import { IN_STOCK, PUBLISHED } from './shop-headings.ts';

type Product = {
  specimen: CataloguedSpecimen;
  vendor: string;
  handle: string;
  html: string;
  /** Empty where the price is words, or there is none. */
  price: string;
  stock: number;
  /** Visitors see it, and it has a price: a shop elsewhere would give away what has none. */
  isActive: boolean;
  photos: { address: string; alt: string }[];
};

const WITHOUT_STOCK = 'Continue selling when out of stock';

type ProductSheet = { columns: readonly string[]; rows: (product: Product) => Partial<Cells>[] };

const shopify: ProductSheet = {
  columns: [
    'Title',
    'URL handle',
    'Description',
    'Vendor',
    'Type',
    'Tags',
    PUBLISHED,
    'Status',
    'SKU',
    'Option1 name',
    'Option1 value',
    'Price',
    'Cost per item',
    'Inventory tracker',
    'Inventory quantity',
    WITHOUT_STOCK,
    'Weight value (grams)',
    'Requires shipping',
    'Fulfillment service',
    'Product image URL',
    'Image position',
    'Image alt text',
    'Gift card',
  ],
  rows({ specimen, vendor, handle, html, price, stock, isActive, photos }) {
    const product = {
      Title: specimen.title,
      Description: html,
      Vendor: vendor,
      Type: specimen.category,
      Tags: specimen.tags.join(', '),
      [PUBLISHED]: isActive ? 'TRUE' : 'FALSE',
      Status: isActive ? 'Active' : 'Draft',
      // What a product without variants has as its one option.
      SKU: specimen.catalogueNumber ?? '',
      'Option1 name': 'Title',
      'Option1 value': 'Default Title',
      Price: price,
      'Cost per item': specimen.cost ?? '',
      'Inventory tracker': 'shopify',
      'Inventory quantity': String(stock),
      [WITHOUT_STOCK]: 'DENY',
      'Weight value (grams)': gramsOf(specimen.weight),
      'Requires shipping': 'TRUE',
      'Fulfillment service': 'manual',
      'Gift card': 'FALSE',
    };
    const rows = photos.map(({ address, alt }, index) => ({
      'Product image URL': address,
      'Image position': String(index + 1),
      'Image alt text': alt,
    }));
    const [first = {}, ...others] = rows;
    return [{ ...product, ...first }, ...others].map((row) => ({ 'URL handle': handle, ...row }));
  },
};

const wooCommerce: ProductSheet = {
  columns: [
    'ID',
    'Type',
    'SKU',
    'Name',
    'Published',
    'Visibility in catalog',
    'Description',
    IN_STOCK,
    'Stock',
    'Weight (kg)',
    'Length (cm)',
    'Width (cm)',
    'Height (cm)',
    'Regular price',
    'Categories',
    'Tags',
    'Images',
  ],
  rows: ({ specimen, html, price, stock, isActive, photos }) => [
    {
      // An id would overwrite whatever has it there. Not published is private: a draft is “-1”,
      // which a spreadsheet takes for a formula.
      ID: '',
      Type: 'simple',
      SKU: specimen.catalogueNumber ?? '',
      Name: specimen.title,
      Published: isActive ? '1' : '0',
      'Visibility in catalog': 'visible',
      Description: html,
      [IN_STOCK]: stock > 0 ? '1' : '0',
      Stock: String(stock),
      // Units of a new shop there; the description says both in words.
      'Weight (kg)': kilogramsOf(specimen.weight),
      ...sidesOf(specimen.dimensions),
      'Regular price': price,
      Categories: specimen.category,
      Tags: specimen.tags.join(', '),
      Images: photos.map(({ address }) => address).join(', '),
    },
  ],
};

const sheets: Record<SheetShop, ProductSheet> = { shopify, woocommerce: wooCommerce };

/** @param origin visitors reach the shop there: its photos are fetched from it. */
export async function* shopSheet(
  shop: Context,
  kind: SheetShop,
  origin: string,
): AsyncGenerator<string> {
  // So no export takes a connection from the pages.
  const ctx = { ...shop, db: handleFor(shop.db, 'bulk') };
  const { columns, rows } = sheets[kind];
  const { siteTitle: vendor } = (await readSettings(ctx)).general;
  yield csvHeading(columns);
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    const photoless = await photolessAmong(
      ctx.db,
      specimens.map(({ id }) => id),
    );
    const products = specimens.map((specimen) =>
      productOf(specimen, { vendor, origin, isPhotoless: photoless.has(specimen.id) }),
    );
    yield csvRows(columns, products.flatMap(rows));
  }
}

type Shown = { vendor: string; origin: string; isPhotoless: boolean };

function productOf(specimen: CataloguedSpecimen, { vendor, origin, isPhotoless }: Shown): Product {
  const { id, title, main, additional, visible, forSale, status, handStatus } = specimen;
  const cents = parseAmount(specimen.price ?? '');
  const price = cents === null ? '' : (specimen.price ?? '');
  // Photos of hidden pieces are shown to nobody.
  const media = visible && !isPhotoless ? [main, ...additional] : [];
  return {
    specimen,
    vendor,
    price,
    handle: [slugOf(title), id].filter(Boolean).join('-'),
    html: htmlOf(specimen),
    // One whose price is words, such as “on request”, is there all the same.
    stock:
      (forSale || (cents === null && specimen.price)) &&
      status !== 'sold' &&
      handStatus === 'available'
        ? specimen.quantity
        : 0,
    isActive: visible && forSale && price !== '',
    photos: media.flatMap((medium) =>
      isVideo(medium)
        ? []
        : [{ address: origin + renditionUrl(medium.id, 'full', 'jpg'), alt: medium.alt }],
    ),
  };
}

function htmlOf(specimen: CataloguedSpecimen): string {
  const { description, dimensions, weight } = specimen;
  const paragraphs = (description ?? '').split(/\n{2,}/).filter((one) => one.trim() !== '');
  const measures = [
    { label: 'Size', value: dimensions },
    { label: 'Weight', value: weight },
  ];
  const facts = [
    ...factsInWords(specimen, { ...factTexts, places: { ...factTexts.places, read: placeOf } }),
    ...measures,
  ];
  const list = facts
    .map(({ label, value }) => (value ? `<li>${label}: ${escapeXml(value)}</li>` : ''))
    .join('');
  return [
    ...paragraphs.map((one) => `<p>${escapeXml(one.trim()).replaceAll('\n', '<br>')}</p>`),
    ...(list === '' ? [] : [`<ul>${list}</ul>`]),
  ].join('');
}

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, oz: 28.35, lb: 453.6 };

function gramsOf(weight: string | null | undefined): string {
  const [, figure, unit = ''] =
    /^(\d{1,6}(?:\.\d{1,3})?) ?(g|kg|oz|lb)s?$/i.exec((weight ?? '').trim()) ?? [];
  return figure === undefined
    ? ''
    : String(Math.round(Number(figure) * (GRAMS[unit.toLowerCase()] ?? 0)));
}

const kilogramsOf = (weight: string | null | undefined): string => {
  const grams = gramsOf(weight);
  return grams === '' ? '' : String(Number(grams) / 1_000);
};

const CENTIMETERS: Record<string, number> = { mm: 0.1, cm: 1, in: 2.54 };

/** Of a size such as “4 × 3 × 2 cm”. */
function sidesOf(size: string | null | undefined): Partial<Cells> {
  const [, figures = '', unit = ''] =
    /^((?:\d{1,4}(?:\.\d{1,2})? ?[x×] ?){1,2}\d{1,4}(?:\.\d{1,2})?) ?(mm|cm|in)$/i.exec(
      (size ?? '').trim(),
    ) ?? [];
  const sides = figures.split(/ ?[x×] ?/i).filter((side) => side !== '');
  const inCentimeters = sides.map((side) =>
    String(Math.round(Number(side) * (CENTIMETERS[unit.toLowerCase()] ?? 0) * 100) / 100),
  );
  const [length = '', width = '', height = ''] = inCentimeters;
  return { 'Length (cm)': length, 'Width (cm)': width, 'Height (cm)': height };
}
