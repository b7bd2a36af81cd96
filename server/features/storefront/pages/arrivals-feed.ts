/** The Atom feed of new arrivals: of all, or of a list of the gallery. */

import { parseRule } from '#contract/catalogue/collection-rules.ts';
import { factsInWords, factTexts } from '#contract/catalogue/fact-texts.ts';
import { feedPath, listPath } from '#contract/catalogue/list-urls.ts';
import { specimenPath } from '#contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#contract/catalogue/specimens.ts';
import { specimenStatusTable } from '#contract/catalogue/statuses.ts';
import { posterOf, previewOf } from '#contract/media/media-urls.ts';
import { formatDollars, parsePrice } from '#contract/money.ts';
import type { Context } from '#server/context.ts';
import { settingTag } from '#server/features/admin/settings/cache-tags.ts';
import { readSettings } from '#server/features/admin/settings/settings.service.ts';
import { listName } from '#server/features/catalogue/specimens/facets/list-name.service.ts';
import { listTags } from '#server/features/catalogue/specimens/reading/public-list.service.ts';
import { listSpecimens } from '#server/features/catalogue/specimens/reading/specimens.service.ts';
import { element, escapeXml } from '#server/platform/xml.ts';

export const FEED_PATH = '/feed.xml';
const ARRIVALS = 50;
/** The date of a feed without entries, which must have one too. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** The newest visible specimens of a list, sold ones included. @param followed the list's query as `followedQuery` gives it. */
export async function arrivalsFeed(ctx: Context, origin: string, followed: string, tags: Set<string>): Promise<string> {
  const query = { ...parseRule(followed), sort: 'newest', limit: ARRIVALS } as const;
  const path = feedPath(followed);
  const { general } = await readSettings(ctx);
  const { specimens } = await listSpecimens(ctx, query, { hidden: false });
  for (const tag of [settingTag('general'), ...listTags(query, specimens)]) tags.add(tag);
  const updated = [NEVER, ...specimens.map(({ updatedAt }) => updatedAt)].sort().at(-1) ?? NEVER;
  const title = `${general.siteTitle}: ${(await listName(ctx, parseRule(followed))) || 'new arrivals'}`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
${element('id', origin + path)}
${element('title', title)}
${element('subtitle', general.siteDescription)}
${element('updated', updated)}
<author>${element('name', general.siteTitle)}</author>
<link rel="self" type="application/atom+xml" href="${escapeXml(origin + path)}"/>
<link rel="alternate" type="text/html" href="${escapeXml(origin + listPath(followed))}"/>
${specimens.map((specimen) => entry(origin, specimen)).join('')}</feed>
`;
}

function entry(origin: string, specimen: Specimen): string {
  const { id, title, category, species, createdAt, updatedAt } = specimen;
  const picture = previewOf(posterOf(specimen.main));
  const url = origin + specimenPath(specimen);
  // The entry's id has no slug, so that a new title does not change it.
  return `<entry>
${element('id', `${origin}/specimen/${id}`)}
${element('title', title)}
<link rel="alternate" type="text/html" href="${escapeXml(url)}"/>
<link rel="enclosure" type="image/jpeg" href="${escapeXml(origin + picture.url)}"/>
${element('published', createdAt)}
${element('updated', updatedAt)}
${[category, ...species].map((term) => `<category term="${escapeXml(term)}"/>`).join('\n')}
<content type="html">${escapeXml(contentOf(origin, specimen))}</content>
</entry>
`;
}

function contentOf(origin: string, specimen: Specimen): string {
  const { title, description, origin: place, species, locality, dimensions, weight, status, price, forSale } = specimen;
  const { url, width, height } = previewOf(posterOf(specimen.main));
  const cents = forSale ? parsePrice(price) : null;
  const facts = [
    species.join(', '),
    place || locality.join(', '),
    dimensions,
    weight,
    cents === null ? '' : formatDollars(cents),
    specimenStatusTable[status].notice === null ? '' : specimenStatusTable[status].label,
  ].filter((fact) => fact !== '');
  const { condition, disclosures, fluorescence, provenance } = factTexts;
  // The damage on additional pictures is on the page: the feed shows the main one alone.
  const known = factsInWords({ ...specimen, additional: [] }, { condition, disclosures, fluorescence, provenance });
  const paragraphs = [
    facts.join(' · '),
    ...description.split(/\n\s*\n/),
    known.map(({ label, value }) => `${label}: ${value}`).join(' · '),
  ].filter((text) => text.trim() !== '');
  return [
    `<p><img src="${escapeXml(origin + url)}" width="${width}" height="${height}" alt="${escapeXml(specimen.main.alt || title)}"></p>`,
    ...paragraphs.map((text) => `<p>${escapeXml(text)}</p>`),
  ].join('');
}
