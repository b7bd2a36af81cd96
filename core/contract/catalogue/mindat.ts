/** The shop links to mindat.org, and fetches nothing. */

export const MINDAT_MESSAGE = 'Please paste a mindat.org locality number or link';

const MAX_NUMBER = 2_147_483_647;

/** Accepts `https://www.mindat.org/loc-3328.html`. @returns null for anything else. */
export function parseMindatId(text: string): number | null {
  const [, digits] =
    /^(?:(?:https?:\/\/)?(?:www\.)?mindat\.org\/)?(?:loc-)?(\d{1,10})(?:\.html)?(?:[?#].*)?$/i.exec(
      text.trim(),
    ) ?? [];
  const number = Number(digits);
  return number >= 1 && number <= MAX_NUMBER ? number : null;
}

export const mindatUrl = (id: number): string => `https://www.mindat.org/loc-${id}.html`;
