/** The collection as the product sheet of another shop, so that nobody has to stay. Its columns are those that the shop’s own help describes. */
import { factsInWords, factTexts, placeOf } from '#contract/catalogue/fact-texts.ts';
import { slugOf } from '#contract/catalogue/specimen-urls.ts';
import type { SheetShop } from '#contract/extras/other-shops/shop-sheets.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import { largestJpeg } from '#contract/media/media-urls.ts';
import { parseAmount } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { photolessAmong } from '#server/features/catalogue/specimens/editing/photoless.service.ts';
import { type CataloguedSpecimen, eachSpecimen } from '#server/features/catalogue/specimens/reading/catalogue.service.ts';
import { type Cells, csvHeading, csvRows } from '#server/platform/csv.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { escapeXml } from '#server/platform/xml.ts';
import { IN_STOCK, PUBLISHED } from './shop-headings.ts';

/** A piece as shops elsewhere know products. `photos`: addresses with alt texts. */
type Product = {
  specimen: CataloguedSpecimen;
  vendor: string;
  handle: string;
  html: string;
  /** An amount; empty where the price is words, or there is none. */
  price: string;
  /** Pieces that can be bought. */
  stock: number;
  /** Visitors see it, and it has a price: a shop elsewhere would give away what has none. */
  isActive: boolean;
  photos: { address: string; alt: string }[];
};

/** A heading of Shopify’s. */
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
    'Regular price',
    'Categories',
    'Tags',
    'Images',
  ],
  rows: ({ specimen, html, price, stock, isActive, photos }) => [
    {
      // An id would overwrite whatever has it there. Not published is private: a draft is “-1”, which a spreadsheet takes for a formula.
      ID: '',
      Type: 'simple',
      SKU: specimen.catalogueNumber ?? '',
      Name: specimen.title,
      Published: isActive ? '1' : '0',
      'Visibility in catalog': 'visible',
      Description: html,
      [IN_STOCK]: stock > 0 ? '1' : '0',
      Stock: String(stock),
      'Regular price': price,
      Categories: specimen.category,
      Tags: specimen.tags.join(', '),
      Images: photos.map(({ address }) => address).join(', '),
    },
  ],
};

const sheets: Record<SheetShop, ProductSheet> = { shopify, woocommerce: wooCommerce };

/** @param origin at which visitors reach the shop: its photos are fetched from there. */
export async function* shopSheet(shop: Context, kind: SheetShop, origin: string): AsyncGenerator<string> {
  // So that no export takes a connection from the pages.
  const ctx = { ...shop, db: handleFor(shop.db, 'bulk') };
  const { columns, rows } = sheets[kind];
  const { siteTitle: vendor } = (await readSettings(ctx)).general;
  yield csvHeading(columns);
  for await (const specimens of eachSpecimen(ctx, { hidden: true })) {
    const photoless = await photolessAmong(
      ctx.db,
      specimens.map(({ id }) => id),
    );
    const products = specimens.map((specimen) => productOf(specimen, { vendor, origin, isPhotoless: photoless.has(specimen.id) }));
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
    stock: forSale && status !== 'sold' && handStatus === 'available' ? specimen.quantity : 0,
    isActive: visible && forSale && price !== '',
    photos: media.flatMap((medium) => (isVideo(medium) ? [] : [{ address: origin + largestJpeg(medium), alt: medium.alt }])),
  };
}

/** The description in paragraphs, and then the facts that a shop elsewhere has no column for. */
function htmlOf(specimen: CataloguedSpecimen): string {
  const { description, dimensions, weight } = specimen;
  const paragraphs = (description ?? '').split(/\n{2,}/).filter((one) => one.trim() !== '');
  const measures = [
    { label: 'Size', value: dimensions },
    { label: 'Weight', value: weight },
  ];
  const facts = [...factsInWords(specimen, { ...factTexts, places: { ...factTexts.places, read: placeOf } }), ...measures];
  const list = facts.map(({ label, value }) => (value ? `<li>${label}: ${escapeXml(value)}</li>` : '')).join('');
  return [
    ...paragraphs.map((one) => `<p>${escapeXml(one.trim()).replaceAll('\n', '<br>')}</p>`),
    ...(list === '' ? [] : [`<ul>${list}</ul>`]),
  ].join('');
}

const GRAMS: Record<string, number> = { g: 1, kg: 1_000, oz: 28.35, lb: 453.6 };

/** Of what a piece weighs in words, where they are a figure and a unit. */
function gramsOf(weight: string | null | undefined): string {
  const [, figure, unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?(g|kg|oz|lb)s?$/i.exec((weight ?? '').trim()) ?? [];
  return figure === undefined ? '' : String(Math.round(Number(figure) * (GRAMS[unit.toLowerCase()] ?? 0)));
}
