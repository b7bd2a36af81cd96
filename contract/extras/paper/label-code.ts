/**
 * What the QR codes of labels say: a fresh label names its catalogue number, that of a piece the URL of its page. Everything that
 * reads labels, in the image worker or by camera, reads them here.
 */

import { specimenFields } from '#contract/catalogue/specimen-fields.ts';
import { parseSpecimenParam } from '#contract/catalogue/specimen-urls.ts';
import { isOneLine } from '#contract/one-line.ts';

/** In capitals: a QR code packs them closer than small letters, so that its squares are larger. */
const SCHEME = 'DRUSE:';

/** What a label names: a number as it was printed, or the piece. */
export type LabelCode = { catalogueNumber: string } | { specimenId: number };

/** Whether a code is a label's that is printed before there is a piece, of this shop or another; it may name no number that can be. */
export const isFreshLabel = (text: string): boolean => text.slice(0, SCHEME.length).toUpperCase() === SCHEME;

/** Marks that nobody sees: a number with one of them looks like another. */
const INVISIBLE = /[\u00ad\u061c\u200b\u200e\u200f\u2060\ufeff]/u;

/** What the code of a label says that is printed before there is a piece. */
export const labelCodeOf = (catalogueNumber: string): string => `${SCHEME}${catalogueNumber}`;

/**
 * What a QR code says, if it is one of ours.
 * @param shopUrls under which URLs labels of this shop were printed, such as `https://druse.example`; a path of theirs does not count.
 * @returns null for every other code: of a certificate, of another shop, of a parcel. Whether there is such a piece is another question.
 */
export function readLabelCode(text: string, shopUrls: readonly string[]): LabelCode | null {
  if (isFreshLabel(text)) {
    const catalogueNumber = text.slice(SCHEME.length).trim();
    const isShort = catalogueNumber !== '' && catalogueNumber.length <= specimenFields.catalogueNumber.max;
    return isShort && isOneLine(catalogueNumber) && !INVISIBLE.test(catalogueNumber) ? { catalogueNumber } : null;
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
