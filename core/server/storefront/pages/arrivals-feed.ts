import { parseRule } from '#core/contract/catalogue/collection-rules.ts';
import { factsInWords, factTexts } from '#core/contract/catalogue/fact-texts.ts';
import { feedPath, listPath } from '#core/contract/catalogue/list-urls.ts';
import { specimenPath } from '#core/contract/catalogue/specimen-urls.ts';
import type { Specimen } from '#core/contract/catalogue/specimens.ts';
import { specimenStatusTable } from '#core/contract/catalogue/statuses.ts';
import { posterOf, previewOf } from '#core/contract/media/media-urls.ts';
import { formatDollars, parsePrice } from '#core/contract/money.ts';
import { settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { readSettings } from '#core/server/admin/settings/settings.service.ts';
import { listName } from '#core/server/catalogue/specimens/facets/list-name.service.ts';
import { listTags } from '#core/server/catalogue/specimens/reading/public-list.service.ts';
import { listSpecimens } from '#core/server/catalogue/specimens/reading/specimens.service.ts';
import type { Context } from '#core/server/context.ts';
import { element, escapeXml } from '#platform/xml.ts';

export const FEED_PATH = '/feed.xml';
const ARRIVALS = 50;
/** Even a feed without entries needs a date. */
const NEVER = '1970-01-01T00:00:00.000Z';

/** Includes sold specimens. @param followed the list's query as `followedQuery` gives it. */
export async function arrivalsFeed(
  ctx: Context,
  origin: string,
  followed: string,
  tags: Set<string>,
): Promise<string> {
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
  const {
    title,
    description,
    origin: place,
    species,
    locality,
    dimensions,
    weight,
    status,
    price,
    forSale,
  } = specimen;
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
  // The feed shows the main picture alone, so damage on others is left out.
  const known = factsInWords(
    { ...specimen, additional: [] },
    { condition, disclosures, fluorescence, provenance },
  );
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
