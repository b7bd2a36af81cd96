/** Amounts as dealers write them: `$45 OBO`, `(45)`, `650 kr`, `SOLD`, `#N/A`. */
import { currenciesIn } from '#core/contract/figures.ts';
import { fold } from '#core/contract/fold.ts';

/** What spreadsheets show where a formula fails. */
const ERROR_CELL =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|NV|WERT!|BEZUG!)$/i;
export const isErrorCell = (text: string): boolean => ERROR_CELL.test(text.trim());

export type Phrase = 'sold' | 'not for sale' | 'on hold' | 'on request' | 'nothing';

const phrases: [Phrase, RegExp][] = [
  [
    'sold',
    /^(sold|sold out|verkauft|ausverkauft|vendu|epuise|vendido|agotado|venduto|verkocht|prodano|売却済|売約済)(?!\p{L})/u,
  ],
  [
    'not for sale',
    /^(nfs|not for sale|keeper|unverkauflich|nicht verkauflich|pas a vendre|no en venta|non in vendita|niet te koop|neprodejne|非売品)(?!\p{L})/u,
  ],
  [
    'on hold',
    /^(on hold|hold|reserved|pending|reserviert|reserve|reservado|riservato|gereserveerd|rezervovano|予約)(?!\p{L})/u,
  ],
  [
    'on request',
    /^(por|poa|p\.o\.r\.?|on request|price on request|upon request|ask|inquire|enquire|call|auf anfrage|sur demande|a consultar|consultar|su richiesta|op aanvraag|na dotaz|応相談)(?!\p{L})/u,
  ],
  ['nothing', /^(tbd|tba|n\/a|na|none|-+|–|—|\?+|x)$/u],
];

/** Words that stand for an amount or a state; null: none of them. */
export function readPhrase(text: string): Phrase | null {
  const plain = fold(text).trim();
  return phrases.find(([, words]) => words.test(plain))?.[0] ?? null;
}

const CURRENCY_WORDS =
  /\b(?:kr|sek|nok|dkk|czk|kc|pln|zl|jpy|yen|inr|brl|mxn|cad|aud|nzd|hkd)\b\.?|r\$|kč|zł|円|元|[₽₹₩]/giu;
const BESIDE =
  /\b(?:obo|o\.b\.o\.?|or best offer|best offer|each|ea|per piece|pc|firm|negotiable|neg|vb|vhb|fp|approx|ca|circa|about|incl|plus shipping|shipped|ppd|retail|net)\b\.?|[~≈*]|,-+$/giu;

/** The figure without what stands around it; `said`: something did. */
export function bareAmount(text: string): { amount: string; said: boolean } {
  const wide = text.normalize('NFKC').trim();
  const inner = /^\((.*)\)$/s.exec(wide)?.[1] ?? wide;
  const bare = inner.replace(BESIDE, ' ');
  const amount = bare.replace(CURRENCY_WORDS, ' ').replace(/\s+/g, ' ').trim();
  return { amount, said: bare !== inner };
}

const CODES: [string, RegExp][] = [
  ['BRL', /r\$|\bbrl\b/i],
  ['CZK', /kč|\b(?:czk|kc)\b/i],
  ['PLN', /zł|\b(?:pln|zl)\b/i],
  ['JPY', /円|\b(?:jpy|yen)\b/i],
  ['kronor', /\d\s?kr\b|\b(?:sek|nok|dkk)\b/i],
  ['RUB', /₽|\brub\b/i],
  ['INR', /₹|\binr\b/i],
];

/** Codes of currencies, also of those that others' sheets alone name. */
export function currenciesOf(text: string): string[] {
  const others = CODES.flatMap(([code, words]) => (words.test(text) ? [code] : []));
  return [...currenciesIn(others.includes('BRL') ? text.replaceAll('$', '') : text), ...others];
}
