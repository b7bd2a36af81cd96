/** Visitors download none of it. */

/** `mixed`: the column has both signs. */
type DecimalSign = ',' | '.';
export type Decimals = DecimalSign | 'mixed' | null;

const CURRENCY =
  /€|\$|£|¥|(?<!\p{L})(?:EUR|USD|US|CHF|GBP|CAD|AUD|SFr|Fr|euros?|dollars?)(?!\p{L})\.?/giu;
const NAMES: Record<string, string> = {
  '€': 'EUR',
  $: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  us: 'USD',
  fr: 'CHF',
  sfr: 'CHF',
  euro: 'EUR',
  euros: 'EUR',
};

/** Returns codes. */
export const currenciesIn = (text: string): string[] =>
  [...text.matchAll(CURRENCY)].flatMap(([sign]) => {
    const key = sign.replace('.', '').toLowerCase();
    return /^dollars?$/.test(key) ? 'USD' : (NAMES[key] ?? key.toUpperCase());
  });

export const withoutCurrency = (text: string): string => text.replace(CURRENCY, '');

/** Drops currency, blanks between thousands, and a dash for no cents; null: no figure. */
function bareFigure(text: string): string | null {
  const bare = withoutCurrency(text)
    .replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g, '')
    .replace(/[.,][-–—]+\s*$/, '')
    .trim();
  return /^\d[\d.,]*$/.test(bare) && /\d$/.test(bare) ? bare : null;
}

/** null: it proves nothing, as `1.250`. */
export function decimalsIn(text: string): DecimalSign | null {
  const bare = bareFigure(text);
  const signs = (bare?.match(/[.,]/g) ?? []) as DecimalSign[];
  const last = signs.at(-1);
  if (bare === null || last === undefined) return null;
  const other: DecimalSign = last === ',' ? '.' : ',';
  if (signs.includes(other)) return last;
  if (signs.length > 1) return other;
  const [whole = '', rest = ''] = bare.split(last);
  return rest.length !== 3 || whole === '0' || whole.length > 3 ? last : null;
}

export const bothDecimals = (one: Decimals, other: Decimals): Decimals =>
  one === null || one === other ? other : other === null ? one : 'mixed';

/**
 * One sign before three digits separates thousands, unless the column's decimals follow it.
 * @returns null for no figure; `unclear` where it could be either.
 */
export function readFigure(text: string, decimals: Decimals): number | null | 'unclear' {
  const bare = bareFigure(text);
  if (bare === null) return null;
  const own = decimalsIn(bare);
  if (own === null && /[.,]/.test(bare)) {
    if (decimals === 'mixed') return 'unclear';
    const sign = bare.includes(',') ? ',' : '.';
    return Number(decimals === sign ? bare.replace(',', '.') : bare.replace(sign, ''));
  }
  const thousands = own === ',' ? '.' : ',';
  const [whole = '', rest = '', ...more] = own === null ? [bare] : bare.split(own);
  if (more.length > 0 || !/^(\d+|\d{1,3}([.,]\d{3})+)$/.test(whole)) return null;
  return Number(`${whole.replaceAll(thousands, '')}.${rest || '0'}`);
}
