import { fold } from '#core/contract/fold.ts';

export type DateOrder = 'dmy' | 'mdy';

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
    MONTHS.findIndex((names) =>
      names.some(
        (known) => known === plain || (isLong(plain) && isLong(known) && known.startsWith(plain)),
      ),
    ) + 1
  );
};

const BY_SIGN = /^(\d{1,2})([./-])\s?(\d{1,2})\2\s?(\d{4}|\d{2})$/;

/** A date proves its order where only one figure can be a month, or points stand between them. */
export function dateOrderIn(text: string): DateOrder | null {
  const [, first, sign, second] = BY_SIGN.exec(text.trim()) ?? [];
  if (first === undefined || second === undefined) return null;
  return Number(first) > 12 || sign === '.' ? 'dmy' : Number(second) > 12 ? 'mdy' : null;
}

/** An ISO 8601 date, month or year; null for anything else. */
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
  const named =
    /^(?:(\d{1,2})\.?\s*(?:de\s+)?)?(\p{L}{3,})\.?,?\s*(?:(\d{1,2}),?\s+)?(?:de\s+)?(\d{4})$/u.exec(
      trimmed,
    );
  return named ? dateOf(named[4], String(monthOf(named[2] ?? '')), named[1] ?? named[3]) : null;
}

function dateOf(year = '', month = '', day?: string): string | null {
  const fullYear = year.length === 2 ? (Number(year) < 70 ? `20${year}` : `19${year}`) : year;
  const parts = [
    fullYear,
    month.padStart(2, '0'),
    ...(day === undefined ? [] : [day.padStart(2, '0')]),
  ];
  const [, monthNumber, dayNumber = 1] = parts.map(Number);
  const date = new Date(Date.UTC(Number(fullYear), Number(monthNumber) - 1, dayNumber));
  return date.getUTCMonth() + 1 === monthNumber && date.getUTCDate() === dayNumber
    ? parts.join('-')
    : null;
}
