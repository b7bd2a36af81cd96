import { categories } from '#core/contract/catalogue/categories.ts';
import { collectionPath } from '#core/contract/catalogue/collection-rules.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import { largestJpeg, posterOf } from '#core/contract/media/media-urls.ts';
import { legalTitles } from '#core/contract/storefront/legal.ts';
import { pageNames } from '#core/contract/storefront/page-matching.ts';
import { type PageName, pages } from '#core/contract/storefront/pages.ts';
import { settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { shownCollections } from '#core/server/catalogue/collections/collections.service.ts';
import { LISTS, STOCK, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import {
  type CataloguedSpecimen,
  eachSpecimen,
  visibleRanges,
} from '#core/server/catalogue/specimens/reading/catalogue.service.ts';
import { countMatching } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { incompleteMediaTags } from '#core/server/media/files/cache-tags.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { element } from '#platform/xml.ts';

/**
 * Counts ids, so that changing one specimen changes one part. Even with the maximum of pictures a
 * part stays far below the limits of 50,000 URLs and 50 MB.
 */
const PART_SIZE = 1_000;

/** Of features' pages; a part may have 50,000 URLs. */
const MAX_SHOWN = 40_000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1';

export const sitemapPart = (part: number | 'pages') => `/sitemap-${part}.xml`;

export async function sitemapIndex(
  ctx: Context,
  origin: string,
  tags: Set<string>,
): Promise<string> {
  tags.add(STOCK);
  const ranges = await visibleRanges(ctx, PART_SIZE);
  const parts = ranges.map(({ to, changedAt }) => ({
    path: sitemapPart(to / PART_SIZE),
    changedAt,
  }));
  const entries = [{ path: sitemapPart('pages'), changedAt: null }, ...parts].map(
    ({ path, changedAt }) =>
      `<sitemap>${element('loc', origin + path)}${element('lastmod', changedAt)}</sitemap>\n`,
  );
  return `${XML}<sitemapindex xmlns="${SITEMAPS}">\n${entries.join('')}</sitemapindex>\n`;
}

export const shownPaths = async (ctx: Context): Promise<string[]> =>
  (await Promise.all(pluggedInto('shownPaths').map((find) => find(ctx)))).flat();

/** Leaves out empty categories, collections and legal pages. No one records when pages changed. */
export async function sitemapOfPages(
  ctx: Context,
  origin: string,
  tags: Set<string>,
): Promise<string> {
  tags.add(LISTS).add(settingTag('legal'));
  const { legalPages } = await readSettings(ctx);
  const shown = await Promise.all(
    categories.map(async (category) =>
      (await countMatching(ctx, { category }, { hidden: false })) > 0 ? category : null,
    ),
  );
  const collections = await shownCollections(ctx, tags);
  const isEmpty = (name: PageName) =>
    name in legalTitles && !legalPages.some((page) => page === name);
  const listed = pageNames.filter((name) => pages[name].crawlers === 'index' && !isEmpty(name));
  const [home, ...others] = listed
    .map((name): string => pages[name].path)
    .filter((path) => !path.includes('$'));
  const ofFeatures = (await shownPaths(ctx)).slice(0, MAX_SHOWN);
  const paths = [
    home,
    ...shown.flatMap((category) => (category ? [`/?category=${category}`] : [])),
    ...collections.map(collectionPath),
    ...ofFeatures,
    ...others,
  ];
  return urlset(paths.map((path) => `<url>${element('loc', origin + path)}</url>\n`));
}

/** @param part counted from 1. Returns null for an empty part. */
export async function sitemapOfSpecimens(
  ctx: Context,
  origin: string,
  part: number,
  tags: Set<string>,
): Promise<string | null> {
  const range = { from: (part - 1) * PART_SIZE + 1, to: part * PART_SIZE };
  // Which ids are visible may change; changes outside the range do not concern it.
  for (let id = range.from; id <= range.to; id += 1) tags.add(specimenTag(id));
  const entries: string[] = [];
  for await (const specimens of eachSpecimen(ctx, { hidden: false, range })) {
    entries.push(...specimens.map((specimen) => specimenEntry(origin, specimen)));
    for (const tag of incompleteMediaTags(
      specimens.flatMap(({ main, additional }) => [main, ...additional]),
    ))
      tags.add(tag);
  }
  return entries.length === 0 ? null : urlset(entries);
}

function specimenEntry(origin: string, specimen: CataloguedSpecimen): string {
  const pictures = [specimen.main, ...specimen.additional].map(
    (medium) =>
      `<image:image>${element('image:loc', origin + largestJpeg(posterOf(medium)))}</image:image>`,
  );
  const location = element('loc', origin + specimenPath(specimen));
  return `<url>${location}${element('lastmod', specimen.updatedAt)}${pictures.join('')}</url>\n`;
}

const urlset = (entries: string[]): string =>
  `${XML}<urlset xmlns="${SITEMAPS}" xmlns:image="${IMAGES}">\n${entries.join('')}</urlset>\n`;
