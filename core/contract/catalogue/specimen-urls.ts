/** `/specimen/12-amethyst-veracruz`. */

/** Two letters for each from а to я: every page of the shop has this table. */
const cyrillic = 'a b v g d e zhz i i k l m n o p r s t u f khtschshsh  y   e yuya';
const latin: Record<string, string> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', і: 'i' };

function lettersOf(sign: string): string {
  const at = 2 * (sign.charCodeAt(0) - 1072);
  return cyrillic.slice(at, at + 2).trim() || latin[sign] || '-';
}

/** ASCII words joined by hyphens, at most 60 characters; empty where the title has none. */
export function slugOf(title: string): string {
  return title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}ъь]/gu, '')
    .replace(/щ/g, 'шч')
    .replace(/[^a-z0-9]/g, lettersOf)
    .replace(/-+/g, '-')
    .slice(0, 60)
    .replace(/^-|-$/g, '');
}

export function specimenParam(specimen: { id: number; title: string }): string {
  const slug = slugOf(specimen.title);
  return slug === '' ? String(specimen.id) : `${specimen.id}-${slug}`;
}

export const specimenPath = (specimen: { id: number; title: string }) =>
  `/specimen/${specimenParam(specimen)}`;

/** Reads `12` or `12-any-slug`; null for anything else, also for ids no database holds. */
export function parseSpecimenParam(param: string): number | null {
  const match = /^([1-9]\d{0,9})(?:-[\p{L}\p{N}-]*)?$/u.exec(param);
  const id = Number(match?.[1]);
  return match && id <= 2_147_483_647 ? id : null;
}
