/** The sitemap: an index, one part for the other pages, and one for each range of specimen ids with their pictures. */

import { categories } from '#contract/catalogue/categories.ts';
import { collectionPath } from '#contract/catalogue/collection-rules.ts';
import { specimenPath } from '#contract/catalogue/specimen-urls.ts';
import { largestJpeg, posterOf } from '#contract/media/media-urls.ts';
import { legalTitles } from '#contract/storefront/legal.ts';
import { pageNames } from '#contract/storefront/page-matching.ts';
import { type PageName, pages } from '#contract/storefront/pages.ts';
import type { Context } from '#server/context.ts';
import { settingTag } from '#server/features/admin/settings/cache-tags.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { shownCollections } from '#server/features/catalogue/collections/collections.service.ts';
import { LISTS, STOCK, specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { type CataloguedSpecimen, eachSpecimen, visibleRanges } from '#server/features/catalogue/specimens/reading/catalogue.service.ts';
import { countMatching } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { topicPaths } from '#server/features/catalogue/topics/topics.service.ts';
import { incompleteMediaTags } from '#server/features/media/files/cache-tags.ts';
import { element } from '#server/platform/xml.ts';

/**
 * Ids in a part. Divided by ids, a change of one specimen changes one part only. Even with the maximum of pictures, a part stays far
 * below the limits of 50,000 URLs and 50 MB.
 */
const PART_SIZE = 1_000;

/** Species and localities in the sitemap, which may have 50,000 URLs a part. */
const MAX_TOPICS = 40_000;

const XML = '<?xml version="1.0" encoding="UTF-8"?>\n';
const SITEMAPS = 'http://www.sitemaps.org/schemas/sitemap/0.9';
const IMAGES = 'http://www.google.com/schemas/sitemap-image/1.1';

export const sitemapPart = (part: number | 'pages') => `/sitemap-${part}.xml`;

/** The index, which names the parts that are not empty. */
export async function sitemapIndex(ctx: Context, origin: string, tags: Set<string>): Promise<string> {
  tags.add(STOCK);
  const ranges = await visibleRanges(ctx, PART_SIZE);
  const parts = ranges.map(({ to, changedAt }) => ({ path: sitemapPart(to / PART_SIZE), changedAt }));
  const entries = [{ path: sitemapPart('pages'), changedAt: null }, ...parts].map(
    ({ path, changedAt }) => `<sitemap>${element('loc', origin + path)}${element('lastmod', changedAt)}</sitemap>\n`,
  );
  return `${XML}<sitemapindex xmlns="${SITEMAPS}">\n${entries.join('')}</sitemapindex>\n`;
}

/**
 * The pages that the page table has indexed, except legal pages without a text, and the categories, collections, species and localities that have pieces.
 * When they changed is not recorded.
 */
export async function sitemapOfPages(ctx: Context, origin: string, tags: Set<string>): Promise<string> {
  tags.add(LISTS).add(settingTag('legal'));
  const { legalPages } = await readSettings(ctx);
  const shown = await Promise.all(
    categories.map(async (category) => ((await countMatching(ctx, { category }, { hidden: false })) > 0 ? category : null)),
  );
  const collections = await shownCollections(ctx, tags);
  const isEmpty = (name: PageName) => name in legalTitles && !legalPages.some((page) => page === name);
  const listed = pageNames.filter((name) => pages[name].crawlers === 'index' && !isEmpty(name));
  const [home, ...others] = listed.map((name): string => pages[name].path).filter((path) => !path.includes('$'));
  const topics = (await topicPaths(ctx)).slice(0, MAX_TOPICS);
  const paths = [
    home,
    ...shown.flatMap((category) => (category ? [`/?category=${category}`] : [])),
    ...collections.map(collectionPath),
    ...topics,
    ...others,
  ];
  return urlset(paths.map((path) => `<url>${element('loc', origin + path)}</url>\n`));
}

/** The visible specimens of a part, counted from 1; null if there are none. */
export async function sitemapOfSpecimens(ctx: Context, origin: string, part: number, tags: Set<string>): Promise<string | null> {
  const range = { from: (part - 1) * PART_SIZE + 1, to: part * PART_SIZE };
  // Tags of all ids of the range: which of them are visible may change too; changes outside it do not concern this part.
  for (let id = range.from; id <= range.to; id += 1) tags.add(specimenTag(id));
  const entries: string[] = [];
  for await (const specimens of eachSpecimen(ctx, { hidden: false, range })) {
    entries.push(...specimens.map((specimen) => specimenEntry(origin, specimen)));
    for (const tag of incompleteMediaTags(specimens.flatMap(({ main, additional }) => [main, ...additional]))) tags.add(tag);
  }
  return entries.length === 0 ? null : urlset(entries);
}

function specimenEntry(origin: string, specimen: CataloguedSpecimen): string {
  const pictures = [specimen.main, ...specimen.additional].map(
    (medium) => `<image:image>${element('image:loc', origin + largestJpeg(posterOf(medium)))}</image:image>`,
  );
  const location = element('loc', origin + specimenPath(specimen));
  return `<url>${location}${element('lastmod', specimen.updatedAt)}${pictures.join('')}</url>\n`;
}

const urlset = (entries: string[]): string => `${XML}<urlset xmlns="${SITEMAPS}" xmlns:image="${IMAGES}">\n${entries.join('')}</urlset>\n`;
