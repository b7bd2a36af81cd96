/** Only the server calls this, so visitors do not download it. */

import type { Settings } from '#core/contract/admin/settings.ts';
import type { Category } from '#core/contract/catalogue/categories.ts';
import { collectionPath } from '#core/contract/catalogue/collection-rules.ts';
import type { Collection } from '#core/contract/catalogue/collections.ts';
import { excerpt } from '#core/contract/catalogue/excerpt.ts';
import { factsInWords, factTexts, placeOf } from '#core/contract/catalogue/fact-texts.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { InCards, Specimen, SpecimenDetail } from '#core/contract/catalogue/specimens.ts';
import type { Medium } from '#core/contract/media/media.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { largestJpeg, posterOf } from '#core/contract/media/media-urls.ts';
import { parsePrice, parseShipping } from '#core/contract/money.ts';
import { absolute, categoryPath, type Site } from './head.ts';

type Node = Record<string, unknown>;

const MAX_DESCRIPTION_LENGTH = 5_000;

const availability = { available: 'InStock', pending: 'Reserved', sold: 'SoldOut' };

/** UN/CEFACT codes. */
const unitCodes: Record<string, string> = {
  g: 'GRM',
  kg: 'KGM',
  oz: 'ONZ',
  lb: 'LBR',
  lbs: 'LBR',
  ct: 'CTM',
};

/** By the router's types, a script is a tag without a title; the router escapes it. */
type Tag = { title?: undefined; 'script:ld+json': Node };

const graph = (nodes: Node[]): Tag => ({
  'script:ld+json': { '@context': 'https://schema.org', '@graph': nodes },
});

export function specimenLd(site: Site, specimen: SpecimenDetail, shop: string) {
  const { title, category } = specimen;
  const steps = [
    [shop, '/'],
    [category, categoryPath(category)],
    [title, specimenPath(specimen)],
  ] as const;
  return graph([productOf(site, specimen, shop), breadcrumbsOf(site, steps)]);
}

function productOf(site: Site, specimen: SpecimenDetail, shop: string): Node {
  const {
    id,
    title,
    description,
    category,
    dimensions,
    tags,
    quantity,
    species,
    locality,
    catalogueNumber,
  } = specimen;
  const country = locality.at(-1);
  const facts = factsOf(specimen);
  const url = absolute(site, specimenPath(specimen));
  const media = [specimen.main, ...specimen.additional];
  return {
    // A lot of equal stones is a plain product; a single stone is an IndividualProduct.
    '@type': quantity > 1 ? 'Product' : ['Product', 'IndividualProduct'],
    '@id': `${url}#specimen`,
    url,
    name: title,
    description: excerpt(description || title, MAX_DESCRIPTION_LENGTH),
    image: media.map((medium) => absolute(site, largestJpeg(posterOf(medium)))),
    sku: catalogueNumber ?? String(id),
    productID: String(id),
    category,
    ...(tags.length > 0 && { keywords: tags.join(', ') }),
    ...(dimensions && { size: dimensions }),
    ...weightOf(specimen),
    ...(species.length > 0 && { material: species }),
    ...(country && { countryOfOrigin: { '@type': 'Country', name: country } }),
    ...(facts.length > 0 && { additionalProperty: facts }),
    ...videosOf(site, specimen, media),
    ...offersOf(specimen, url, shop),
  };
}

/** The place comes first. */
function factsOf(specimen: SpecimenDetail): Node[] {
  const { places, ...others } = factTexts;
  return factsInWords(specimen, { places: { ...places, read: placeOf }, ...others }).map(
    ({ label, value }) => ({
      '@type': 'PropertyValue',
      name: label,
      value,
    }),
  );
}

/** Reads "312 g"; null for any other text. */
function weightOf({ weight }: Specimen): Node {
  const [, value, unit = ''] =
    /^(?:ca\.?\s*)?(\d+(?:\.\d+)?)\s*([a-z]+)\.?$/i.exec(weight.trim()) ?? [];
  const unitCode = unitCodes[unit.toLowerCase()];
  return unitCode
    ? { weight: { '@type': 'QuantitativeValue', value: Number(value), unitCode, unitText: unit } }
    : {};
}

function videosOf(site: Site, { title, description, createdAt }: Specimen, media: Medium[]): Node {
  const videos = media.flatMap((medium) => (isVideo(medium) ? [medium] : []));
  if (videos.length === 0) return {};
  const subjectOf = videos.map((video) => ({
    '@type': 'VideoObject',
    name: title,
    description: excerpt(video.alt || description || title),
    thumbnailUrl: absolute(site, largestJpeg(video.poster)),
    contentUrl: absolute(site, video.url),
    uploadDate: createdAt,
  }));
  return { subjectOf };
}

/**
 * Shipping is left out: without destination and delivery time, which admin and buyer agree on, it
 * would be invalid. No offer where it is free text.
 */
function offersOf(
  { price, shippingPrice, forSale, status }: Specimen,
  url: string,
  shop: string,
): Node {
  if (!forSale || parsePrice(price) === null || parseShipping(shippingPrice) === null) return {};
  const offer = {
    '@type': 'Offer',
    url,
    price,
    priceCurrency: 'USD',
    availability: `https://schema.org/${availability[status]}`,
    itemCondition: 'https://schema.org/NewCondition',
    seller: { '@type': 'Organization', name: shop },
  };
  return { offers: offer };
}

function breadcrumbsOf(
  site: Site,
  steps: readonly (readonly [name: string, path: string])[],
): Node {
  const items = steps.map(([name, path], index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: absolute(site, path),
  }));
  return { '@type': 'BreadcrumbList', itemListElement: items };
}

export const breadcrumbsLd = (
  site: Site,
  shop: string,
  steps: readonly (readonly [name: string, path: string])[],
) => graph([breadcrumbsOf(site, [[shop, '/'], ...steps])]);

export function galleryLd(
  site: Site,
  { general, social_links }: Settings,
  list: { specimens: Titled[]; category?: Category },
) {
  const home = absolute(site, '/');
  const sameAs = social_links
    .filter(({ enabled, url }) => enabled && /^https?:/i.test(url))
    .map(({ url }) => url);
  const shop = {
    '@type': 'Organization',
    '@id': `${home}#shop`,
    name: general.siteTitle,
    url: home,
    email: general.contactEmail,
    ...(general.logo && { logo: absolute(site, largestJpeg(general.logo)) }),
    ...(sameAs.length > 0 && { sameAs }),
  };
  const website = {
    '@type': 'WebSite',
    '@id': `${home}#website`,
    name: general.siteTitle,
    description: general.siteDescription,
    url: home,
    inLanguage: 'en',
    publisher: { '@id': shop['@id'] },
    potentialAction: {
      '@type': 'SearchAction',
      target: { '@type': 'EntryPoint', urlTemplate: `${home}?search={search_term_string}` },
      'query-input': 'required name=search_term_string',
    },
  };
  const items = listOf(site, list.category ?? general.siteTitle, list.specimens);
  return graph([shop, website, ...(list.specimens.length > 0 ? [items] : [])]);
}

export function collectionLd(
  site: Site,
  { name, slug, specimens }: InCards<Collection>,
  shop: string,
) {
  const steps = [
    [shop, '/'],
    [name, collectionPath(slug)],
  ] as const;
  return graph([listOf(site, name, specimens), breadcrumbsOf(site, steps)]);
}

type Titled = Pick<Specimen, 'id' | 'title'>;

/** Search engines read the rest on the pieces' pages. */
function listOf(site: Site, name: string, specimens: Titled[]): Node {
  const items = specimens.map((specimen, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    url: absolute(site, specimenPath(specimen)),
  }));
  return { '@type': 'ItemList', name, itemListElement: items };
}
