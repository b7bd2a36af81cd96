/** RSS 2.0 with Google's elements, streamed, so that its length does not matter. */

import { factsInWords } from '#core/contract/catalogue/fact-texts.ts';
import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { largestJpeg, posterOf } from '#core/contract/media/media-urls.ts';
import { formatAmount, parsePrice } from '#core/contract/money.ts';
import { pieceShipping, type ShippingRule } from '#core/contract/selling/shipping.ts';
import { settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { STOCK } from '#core/server/catalogue/specimens/cache-tags.ts';
import {
  type CataloguedSpecimen,
  eachSpecimen,
} from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import type { Context } from '#core/server/context.ts';
import { incompleteMediaTags } from '#core/server/media/files/cache-tags.ts';
import { element, escapeXml } from '#platform/xml.ts';

export const MERCHANT_PATH = '/merchant.xml';
/** Google's limits. */
const MAX_TITLE_LENGTH = 150;
const MAX_DESCRIPTION_LENGTH = 5_000;
const MAX_ADDITIONAL_PICTURES = 10;
const MAX_MATERIAL_LENGTH = 200;
const MAX_DETAIL_LENGTH = 1_000;

/** Leaves out sold pieces; what is reserved may become available again. */
export async function* merchantFeed(
  ctx: Context,
  origin: string,
  tags = new Set<string>(),
): AsyncGenerator<string> {
  tags.add(STOCK).add(settingTag('general')).add(settingTag('shipping_rule'));
  const { general, shipping_rule: rule } = await readSettings(ctx);
  yield `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0">
<channel>
${element('title', general.siteTitle)}
${element('link', `${origin}/`)}
<description>${escapeXml(general.siteDescription)}</description>
`;
  for await (const specimens of eachSpecimen(ctx, { hidden: false })) {
    for (const tag of incompleteMediaTags(
      specimens.flatMap(({ main, additional }) => [main, ...additional]),
    ))
      tags.add(tag);
    yield specimens.map((specimen) => item(origin, rule, specimen)).join('');
  }
  yield '</channel>\n</rss>\n';
}

function item(origin: string, rule: ShippingRule, specimen: CataloguedSpecimen): string {
  const {
    id,
    title,
    description,
    category,
    main,
    additional,
    forSale,
    status,
    species,
    catalogueNumber,
  } = specimen;
  const price = parsePrice(specimen.price);
  const shipping = pieceShipping(rule, specimen.shippingPrice);
  if (!forSale || price === null || shipping === null || status === 'sold') return '';
  const pictures = additional
    .slice(0, MAX_ADDITIONAL_PICTURES)
    .map((medium) => element('g:additional_image_link', origin + largestJpeg(posterOf(medium))));
  // Google reads three materials with a slash between.
  const materials = species.slice(0, 3).map((name) => name.replaceAll('/', ' '));
  const material =
    species.length === 0
      ? ''
      : `${element('g:material', cut(materials.join('/'), MAX_MATERIAL_LENGTH))}\n`;
  const details = factsInWords(specimen).map(({ label, value }) => detail(label, value));
  if (catalogueNumber !== null)
    details.push(detail(specimenFields.catalogueNumber.label, catalogueNumber));
  return `<item>
${element('g:id', String(id))}
${element('g:title', cut(title, MAX_TITLE_LENGTH))}
${element('g:description', cut(description.trim() || title, MAX_DESCRIPTION_LENGTH))}
${element('g:link', origin + specimenPath(specimen))}
${element('g:image_link', origin + largestJpeg(posterOf(main)))}
${pictures.join('')}${element('g:availability', status === 'available' ? 'in_stock' : 'out_of_stock')}
${element('g:price', dollars(price))}
<g:shipping>${element('g:price', dollars(shipping))}</g:shipping>
${element('g:condition', 'new')}
${element('g:identifier_exists', 'no')}
${element('g:product_type', category)}
${material}${details.join('')}</item>
`;
}

const detail = (name: string, value: string): string =>
  `<g:product_detail>${element('g:attribute_name', name)}${element('g:attribute_value', cut(value, MAX_DETAIL_LENGTH))}</g:product_detail>\n`;

const dollars = (cents: number): string => `${formatAmount(cents)} USD`;

/** Counts UTF-16 units, and splits no surrogate pair. */
const cut = (text: string, maxLength: number): string =>
  text.length <= maxLength ? text : text.slice(0, maxLength).replace(/[\ud800-\udbff]$/, '');
