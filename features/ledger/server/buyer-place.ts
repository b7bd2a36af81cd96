import { findCountry } from '#core/contract/catalogue/countries.ts';
import { stateAtEndOf, statesOfZip } from './states.ts';

/**
 * `state`: two letters of a state of the USA. Null is what the address does not say beyond doubt.
 */
export type BuyerPlace = { state: string | null; country: string | null };

const USA = 'USA';
const unknown: BuyerPlace = { state: null, country: null };
const countryAtEnd =
  /(?:^|(?<![\s,])[\s,]+)(?:USA|U\.\s?S\.\s?A\.?|US|U\.\s?S\.|United States(?: of America)?)\.?$/i;

/**
 * A state counts where its ZIP code is one of that state, or the address names the USA: `Berlin, DE
 * 10115` is not in Delaware. Nothing is guessed.
 */
export function placeOfAddress(address: string): BuyerPlace {
  const text = address.replace(/(?<!\s)\s*[\r\n]\s*/g, ', ').replace(/(?<![\s,])[\s,]+$/, '');
  const withoutCountry = text.replace(countryAtEnd, '').replace(/(?<![\s,])[\s,]+$/, '');
  const isInUsa = withoutCountry !== text;
  const zip = /\b(\d{5})(?:-\d{4})?$/.exec(withoutCountry);
  if (zip)
    return byZip(
      withoutCountry.slice(0, zip.index).replace(/(?<![\s,])[\s,]+$/, ''),
      zip[1] ?? '',
      isInUsa,
    );
  if (isInUsa) return { state: stateAtEndOf(withoutCountry), country: USA };
  const last = text.split(',').at(-1)?.trim() ?? '';
  // Georgia is both.
  const country = /\d/.test(last) || stateAtEndOf(last) !== null ? null : findCountry(last);
  return country ? { state: null, country: country.name } : unknown;
}

function byZip(before: string, zip: string, isInUsa: boolean): BuyerPlace {
  const possible = statesOfZip(zip);
  const named = stateAtEndOf(before);
  if (named !== null) {
    if (possible.includes(named)) return { state: named, country: USA };
    return isInUsa ? { state: null, country: USA } : unknown;
  }
  if (!isInUsa) return unknown;
  return { state: possible.length === 1 ? (possible[0] ?? null) : null, country: USA };
}
