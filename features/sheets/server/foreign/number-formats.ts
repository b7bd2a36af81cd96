/** What a cell's format says beside its figure: zeros in front, a unit, a currency, that it is a date. */

export type NumberFormat =
  | { kind: 'plain' }
  | { kind: 'date' }
  | { kind: 'zeros'; digits: number }
  | { kind: 'words'; before: string; after: string; isMoney: boolean };

const PLAIN: NumberFormat = { kind: 'plain' };
const CURRENCY = /[€£¥₽₴₩]|\b(?:EUR|CHF|GBP|JPY|CAD|AUD|CZK|PLN|SEK|NOK|DKK|Kč|zł|kr)\b/u;

/** Those of Excel that are dates without a code of their own. */
export const isDateFormat = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 58);

export function readNumberFormat(code: string): NumberFormat {
  const [positive = ''] = code.split(';');
  const words: string[] = [];
  const bare = positive
    .replace(/\[\$([^\]-]{0,20})[^\]]{0,20}\]/g, (_, sign: string) => `"${sign}"`)
    .replace(/\[[^\]]{0,40}\]/g, '')
    .replace(/"([^"]*)"|\\(.)/g, (_, quoted?: string, escaped?: string) => {
      words.push(quoted ?? escaped ?? '');
      return `\ue000${words.length - 1}\ue000`;
    })
    .replace(/_.|\*./g, '');
  const code0 = bare.replace(/\ue000\d+\ue000/g, '');
  if (/[ymdhs]/i.test(code0.replace(/general/gi, ''))) return { kind: 'date' };
  if (/^0{2,20}$/.test(code0.trim())) return { kind: 'zeros', digits: code0.trim().length };
  const said = (part: string) =>
    part
      .replace(/\ue000(\d+)\ue000/g, (_, index: string) => words[Number(index)] ?? '')
      .replace(/[#0?,.\s]+/g, ' ')
      .trim();
  const figure = Math.max(0, bare.search(/[#0?]/));
  const before = bare.slice(0, figure);
  const after = bare.slice(figure).replace(/^[#0?,.\s]+/, '');
  const [front, back] = [said(before), said(after)];
  if (!/\p{L}|\p{Sc}/u.test(front + back)) return PLAIN;
  return {
    kind: 'words',
    before: front,
    after: back,
    isMoney: CURRENCY.test(`${front} ${back}`) || /\$/.test(front + back),
  };
}

/** More digits than a spreadsheet keeps: it has rounded the rest. */
const MAX_EXACT = 1e15;

/** The figure with what its format says; a number where it says nothing. */
export function formatFigure(figure: number, format: NumberFormat): string | number {
  if (!Number.isFinite(figure)) return '';
  if (Number.isInteger(figure) && Math.abs(figure) >= MAX_EXACT) return figure.toExponential(14);
  const exact = Number(figure.toPrecision(15));
  if (format.kind === 'zeros' && Number.isInteger(exact) && exact >= 0)
    return String(exact).padStart(format.digits, '0');
  if (format.kind !== 'words') return exact;
  const text = format.isMoney ? exact.toFixed(2) : String(exact);
  return [format.before, text, format.after].filter((part) => part !== '').join(' ');
}

const DAY_MS = 86_400_000;

/** An ISO 8601 date; empty for what is none. */
export function dateOfSerial(serial: number, is1904: boolean): string {
  // Excel counts a February 29, 1900 that never was.
  const days = is1904 ? serial + 1_462 : serial < 60 ? serial + 1 : serial;
  const date = new Date(Date.UTC(1899, 11, 30) + Math.floor(days) * DAY_MS);
  return Number.isNaN(date.getTime()) || date.getUTCFullYear() > 9_999
    ? ''
    : date.toISOString().slice(0, 10);
}
