import { type FilterName, isRefusedPrice } from '#core/contract/catalogue/filters.ts';
import { parseGallerySearch } from '#core/contract/catalogue/gallery-search.ts';
import type { Specimen, SpecimenQuery } from '#core/contract/catalogue/specimens.ts';
import { settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { DAY, LISTS, STOCK, specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import { COLOURS, mediaTags } from '#core/server/media/files/cache-tags.ts';

const PATH = '/api/specimens';

export type PublicList = { cacheKey: string; query: SpecimenQuery };

/**
 * @returns null for anything that is not plainly a list: it is not cached, and may have to be
 * refused.
 */
export function readListTarget(target: string): PublicList | null {
  if (target !== PATH && !target.startsWith(`${PATH}?`)) return null;
  const given = new URLSearchParams(target.slice(PATH.length));
  // A visitor's list has only visible specimens anyway.
  const { visible = 'true', limit, ...search } = Object.fromEntries(given);
  const hasDuplicates = given.size !== new Set(given.keys()).size;
  if (
    hasDuplicates ||
    visible !== 'true' ||
    (limit !== undefined && !/^([1-9]\d?|100)$/.test(limit))
  )
    return null;
  const { values, ...known } = parseGallerySearch(search);
  if (isRefusedPrice(known.minPrice) || isRefusedPrice(known.maxPrice)) return null;
  const isUnderstood = ([name, value]: [string, string]) =>
    name === 'search' ? 'search' in known : known[name as keyof typeof known] === value;
  if (!Object.entries(search).every(isUnderstood)) return null;
  const list: SpecimenQuery = { ...known, ...(limit !== undefined && { limit: Number(limit) }) };
  return { cacheKey: listCacheKey(list), query: list };
}

export function listCacheKey(query: SpecimenQuery): string {
  const set = new URLSearchParams();
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) set.set(name, String(value));
  return set.size === 0 ? PATH : `${PATH}?${set}`;
}

const filterTags = [
  ['status', STOCK],
  ['sold', STOCK],
  ['days', DAY],
  ['colour', COLOURS],
  ['size', settingTag('size_classes')],
] as const satisfies [FilterName, string][];

/** Tags which specimens belong, and everything of those shown. */
export function listTags(query: SpecimenQuery, specimens: Specimen[]): string[] {
  const shown = specimens.map(({ id }) => specimenTag(id));
  const read = filterTags.filter(([name]) => query[name] !== undefined).map(([, tag]) => tag);
  return [LISTS, ...read, ...shown, ...mediaTags(specimens.map(({ main }) => main))];
}
