/** A fresh label's QR code names its catalogue number, a piece's the URL of its page. */

import { specimenFields } from '#core/contract/catalogue/specimen-fields.ts';
import { parseSpecimenParam } from '#core/contract/catalogue/specimen-urls.ts';
import { isOneLine } from '#core/contract/one-line.ts';

/** A QR code packs capitals closer than small letters, so its squares are larger. */
const SCHEME = 'DRUSE:';

export type LabelCode = { catalogueNumber: string } | { specimenId: number };

/** A fresh label of this shop or another; it may name no number that can be. */
export const isFreshLabel = (text: string): boolean =>
  text.slice(0, SCHEME.length).toUpperCase() === SCHEME;

/** A number with one of these invisible marks looks like another. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/u;

export const labelCodeOf = (catalogueNumber: string): string => `${SCHEME}${catalogueNumber}`;

/**
 * @param shopUrls labels of this shop were printed under these URLs, such as
 * `https://druse.example`; a path of theirs does not count.
 * @returns null for every other code: of a certificate, another shop, a parcel. Whether there is
 * such a piece is another question.
 */
export function readLabelCode(text: string, shopUrls: readonly string[]): LabelCode | null {
  if (isFreshLabel(text)) {
    const catalogueNumber = text.slice(SCHEME.length).trim();
    const isShort =
      catalogueNumber !== '' && catalogueNumber.length <= specimenFields.catalogueNumber.max;
    return isShort && isOneLine(catalogueNumber) && !INVISIBLE.test(catalogueNumber)
      ? { catalogueNumber }
      : null;
  }
  const url = webUrl(text.trim());
  if (!url || !shopUrls.some((shopUrl) => webUrl(shopUrl)?.host === url.host)) return null;
  const [, param] = /^\/specimen\/([^/]+)$/.exec(url.pathname) ?? [];
  const specimenId = param === undefined ? null : parseSpecimenParam(decoded(param));
  return specimenId === null ? null : { specimenId };
}

function webUrl(text: string): URL | null {
  const url = URL.parse(text);
  return url && /^https?:$/.test(url.protocol) ? url : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
