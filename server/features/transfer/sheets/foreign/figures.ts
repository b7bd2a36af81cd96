/** Figures and dates as people write them in sheets, and what a column as a whole says about how to read them. */
import { fold } from '#contract/fold.ts';

/** The sign before decimals; `mixed`: the column has both. */
export type DecimalSign = ',' | '.';
export type Decimals = DecimalSign | 'mixed' | null;
export type DateOrder = 'dmy' | 'mdy';

const CURRENCY = /€|\$|£|¥|\b(?:EUR|USD|US|CHF|GBP|CAD|AUD|SFr|Fr|euros?|dollars?)\b\.?/gi;
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

/** The currencies that a text names, as codes. */
export const currenciesIn = (text: string): string[] =>
  [...text.matchAll(CURRENCY)].flatMap(([sign]) => {
    const key = sign.replace('.', '').toLowerCase();
    return /^dollars?$/.test(key) ? 'USD' : (NAMES[key] ?? key.toUpperCase());
  });

/** Digits with their signs, without currency, blanks between thousands, and a dash for no cents; null: no figure. */
function bareFigure(text: string): string | null {
  const bare = text
    .replace(CURRENCY, '')
    .replace(/(?<=\d)[\s\u00a0\u202f'’](?=\d{3}(?!\d))/g, '')
    .replace(/[.,][-–—]+\s*$/, '')
    .trim();
  return /^\d[\d.,]*$/.test(bare) && /\d$/.test(bare) ? bare : null;
}

/** What a figure proves about the sign before decimals; null: nothing, as `1.250` does. */
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

/** What two cells prove together. */
export const bothDecimals = (one: Decimals, other: Decimals): Decimals =>
  one === null || one === other ? other : other === null ? one : 'mixed';

/**
 * Reads a figure. One sign before three digits separates thousands, unless the column's decimals follow that sign.
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

const MONTHS = [
  'jan janvier enero janv ene gennaio',
  'feb februar fev fevrier febrero february',
  'mar marz maerz mrz mars marzo march',
  'apr april avr avril abr abril',
  'may mai mayo',
  'jun juni june juin junio',
  'jul juli july juil juillet julio',
  'aug august aout ago agosto',
  'sep sept september septembre septiembre',
  'oct okt oktober october octobre octubre',
  'nov november novembre noviembre',
  'dec dez dezember december decembre dic diciembre',
].map((names) => names.split(' '));

const monthOf = (name: string): number => {
  const plain = fold(name);
  const isLong = (text: string) => text.length > 3;
  return (
    MONTHS.findIndex((names) => names.some((known) => known === plain || (isLong(plain) && isLong(known) && known.startsWith(plain)))) + 1
  );
};

const BY_SIGN = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/;

/** What a date proves about its order: only one of its figures can be a month, or points stand between them. */
export function dateOrderIn(text: string): DateOrder | null {
  const [, first, sign, second] = BY_SIGN.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return null;
  return Number(first) > 12 || sign === '.' ? 'dmy' : Number(second) > 12 ? 'mdy' : null;
}

/** A date as ISO 8601 writes it, or a month or a year of that kind; null for anything else. */
export function readDate(text: string, order: DateOrder): string | null {
  const trimmed = text.trim();
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:[T ].*)?$/.exec(trimmed);
  if (iso) return dateOf(iso[1], iso[2], iso[3]);
  if (/^\d{4}$/.test(trimmed)) return trimmed;
  const bySign = BY_SIGN.exec(trimmed);
  if (bySign) {
    const isDayFirst = (dateOrderIn(trimmed) ?? order) === 'dmy';
    return dateOf(bySign[4], bySign[isDayFirst ? 3 : 1], bySign[isDayFirst ? 1 : 3]);
  }
  const monthYear = /^(\d{1,2})[./-](\d{4})$/.exec(trimmed);
  if (monthYear) return dateOf(monthYear[2], monthYear[1]);
  const named = /^(?:(\d{1,2})\.?\s*(?:de\s+)?)?(\p{L}{3,})\.?,?\s*(?:(\d{1,2}),?\s+)?(?:de\s+)?(\d{4})$/u.exec(trimmed);
  return named ? dateOf(named[4], String(monthOf(named[2] ?? '')), named[1] ?? named[3]) : null;
}

function dateOf(year = '', month = '', day?: string): string | null {
  const fullYear = year.length === 2 ? (Number(year) < 70 ? `20${year}` : `19${year}`) : year;
  const parts = [fullYear, month.padStart(2, '0'), ...(day === undefined ? [] : [day.padStart(2, '0')])];
  const [, monthNumber, dayNumber = 1] = parts.map(Number);
  const date = new Date(Date.UTC(Number(fullYear), Number(monthNumber) - 1, dayNumber));
  return date.getUTCMonth() + 1 === monthNumber && date.getUTCDate() === dayNumber ? parts.join('-') : null;
}
