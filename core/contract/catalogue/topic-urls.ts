/** `/species/fluorite`, `/locality/12-red-cloud-mine`. */
import { hasPage } from '#core/contract/storefront/pages.ts';
import { slugOf } from './specimen-urls.ts';

export const speciesPath = (name: string): string => `/species/${slugOf(name)}`;

export function localityParam({ id, name }: { id: number; name: string }): string {
  const slug = slugOf(name);
  return slug === '' ? String(id) : `${id}-${slug}`;
}

export const localityPath = (place: { id: number; name: string }): string =>
  `/locality/${localityParam(place)}`;

/** undefined: the shop has no pages about species. */
export const speciesLink = (name: string): string | undefined =>
  hasPage('species') ? speciesPath(name) : undefined;

/** undefined: the shop has no pages about localities. */
export const localityLink = (place: { id: number; name: string }): string | undefined =>
  hasPage('locality') ? localityPath(place) : undefined;
