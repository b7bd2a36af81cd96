/** Readable paths of specimens: `/specimen/12-amethyst-veracruz`. */

/** ASCII words joined by hyphens, at most 60 characters; empty where the title has none. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
}

/** The last part of the canonical path: the id and what there is of a slug. */
export function specimenParam(specimen: { id: number; title: string }): string {
  const slug = slugOf(specimen.title);
  return slug === '' ? String(specimen.id) : `${specimen.id}-${slug}`;
}

/** The canonical path of a specimen's page. */
export const specimenPath = (specimen: { id: number; title: string }) => `/specimen/${specimenParam(specimen)}`;

/** The id in `12` or `12-any-slug`; null for anything else, also for ids no database holds. */
export function parseSpecimenParam(param: string): number | null {
  const match = /^([1-9]\d{0,9})(?:-[\p{L}\p{N}-]*)?$/u.exec(param);
  const id = Number(match?.[1]);
  return match && id <= 2_147_483_647 ? id : null;
}
