/** Paths of the pages about species and localities: `/species/fluorite`, `/locality/12-red-cloud-mine`. */
import { slugOf } from './specimen-urls.ts';

/** A species or a variety by its name. */
export const speciesPath = (name: string): string => `/species/${slugOf(name)}`;

/** The last part of a locality's canonical path. */
export function localityParam({ id, name }: { id: number; name: string }): string {
  const slug = slugOf(name);
  return slug === '' ? String(id) : `${id}-${slug}`;
}

export const localityPath = (place: { id: number; name: string }): string => `/locality/${localityParam(place)}`;
