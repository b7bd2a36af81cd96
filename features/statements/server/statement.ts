import { formatAmount, parseAmount } from '#core/contract/money.ts';
import {
  NET_AMOUNT,
  type StatementColumns,
  statementColumnNames,
} from '#features/statements/contract/statement-columns.ts';
import type { Sliced } from '#platform/jobs/slices.ts';

export type StatementLine = {
  paymentId: string;
  paidAt: string;
  from: string;
  to: string;
  note: string;
  type: string;
  status: string;
  amount: string;
  /** What came in; negative: what went out; null: cannot be read. */
  cents: number | null;
  /** What the payment app kept; 0: nothing that can be read. */
  feeCents: number;
  isForeign: boolean;
  /**
   * `paidAt` in milliseconds, up to a day off, as statements do not name their time zone; null:
   * cannot be read, or may be two days.
   */
  time: number | null;
};

export type Heading = { index: number; names: string[] };

/** A statement begins with rows about the account; the heading is among the first of its rows. */
const MAX_ROWS_BEFORE = 50;

/** Null: no row has all of the columns. */
export function findHeading(rows: readonly string[][], columns: StatementColumns): Heading | null {
  const wanted = statementColumnNames
    .map((name) => keyOf(columns[name]))
    .filter((name) => name !== '');
  const index = rows.slice(0, MAX_ROWS_BEFORE).findIndex((row) => {
    const names = new Set(row.map(keyOf));
    return wanted.every((name) => names.has(name));
  });
  return index === -1 ? null : { index, names: namesOf(rows[index] ?? []) };
}

/**
 * The row that looks most like a heading, for the admin to choose from: the first with the most
 * texts that are no numbers.
 */
export function guessHeading(rows: readonly string[][]): Heading | null {
  const scores = rows
    .slice(0, MAX_ROWS_BEFORE)
    .map((row) => new Set(namesOf(row).filter((name) => !/\d{3}|^[^\p{L}]*$/u.test(name))).size);
  const best = Math.max(0, ...scores);
  const index = scores.indexOf(best);
  return best < 2 ? null : { index, names: namesOf(rows[index] ?? []) };
}

const namesOf = (row: readonly string[]): string[] => row.map((name) => name.trim());
const keyOf = (name: string): string => name.trim().toLowerCase();

export function* readLines(
  rows: readonly string[][],
  { index, names }: Heading,
  columns: StatementColumns,
): Sliced<StatementLine[]> {
  const keys = names.map(keyOf);
  const places = statementColumnNames.map(
    (name) => [name, columns[name] === '' ? -1 : keys.indexOf(keyOf(columns[name]))] as const,
  );
  const table: StatementColumns[] = [];
  for (const row of rows.slice(index + 1)) {
    yield;
    table.push(
      Object.fromEntries(
        places.map(([name, place]) => [name, (row[place] ?? '').trim()]),
      ) as StatementColumns,
    );
  }
  const first = yield* whatComesFirst(table.map(({ paidAt }) => paidAt));
  const lines: StatementLine[] = [];
  for (const cells of table) {
    yield;
    const { note, type, status } = cells;
    const paidAt = [cells.paidAt, cells.time].filter((part) => part !== '').join(' ');
    const feeCents = Math.abs(readAmount(cells.fee, '').cents ?? 0);
    const { cents: named, isForeign } = readAmount(cells.amount, cells.currency);
    const isNet = keyOf(columns.amount) === keyOf(NET_AMOUNT) && named !== null;
    const cents = isNet ? named + feeCents : named;
    lines.push({
      paymentId: bareId(cells.paymentId),
      paidAt,
      note,
      type,
      status,
      amount: isNet ? formatAmount(named + feeCents) : cells.amount,
      cents,
      feeCents,
      isForeign,
      // Who asks for a payment is its sender, and gets it.
      ...(isRequest(type)
        ? { from: cells.to, to: cells.from }
        : { from: cells.from, to: cells.to }),
      time: readTime(paidAt, first),
    });
  }
  return lines;
}

const isRequest = (type: string): boolean => /^(charge|request)$/i.test(type);

/** Some exports quote the id once more, so no spreadsheet takes it for a number. */
const bareId = (text: string): string => text.replace(/^["'=]+|(?<!["'])["']+$/g, '').trim();

const DOLLARS = new Set(['', '$', 'US$', 'USD']);
const signed =
  /^(?<open>\(?)(?<before>[+\-−–]?)(?<unit>[^\d+\-−–.,()]*)(?<after>[+\-−–]?)(?<number>\d[\d.,]*)(?<code>[^\d.,()]*)\)?$/u;

/** @param currency the cell beside it. */
function readAmount(text: string, currency: string): Pick<StatementLine, 'cents' | 'isForeign'> {
  const {
    open,
    before = '',
    unit = '',
    after = '',
    number = '',
    code = '',
  } = signed.exec(text.replace(/\s/g, ''))?.groups ?? {};
  const cents = parseAmount(number);
  const isForeign = [unit, code, currency.trim()].some((each) => !DOLLARS.has(each.toUpperCase()));
  const isNegative = open === '(' || /[-−–]/.test(before + after);
  return { cents: cents !== null && isNegative ? -cents : cents, isForeign };
}

const iso =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<hour>\d\d):(?<minute>\d\d)(?::\d\d(?:\.\d+)?)?)?(?:Z|[+-]\d\d:?\d\d)?$/;
const slashed =
  /^(?<one>\d{1,2})\/(?<two>\d{1,2})\/(?<year>\d{4})(?:,? +(?<hour>\d{1,2}):(?<minute>\d\d)(?::\d\d)? *(?<half>[AP]M)?)?$/i;

/** Which of the two numbers before the year comes first; null: nothing shows it. */
type First = 'day' | 'month' | null;

/** A statement writes all its dates in one way: a number above 12 is a day's. */
function* whatComesFirst(texts: readonly string[]): Sliced<First> {
  let [isDay, isMonth] = [false, false];
  for (const text of texts) {
    yield;
    const { one, two } = slashed.exec(text)?.groups ?? {};
    isDay ||= Number(one) > 12;
    isMonth ||= Number(two) > 12;
  }
  if (isDay === isMonth) return null;
  return isDay ? 'day' : 'month';
}

function readTime(text: string, first: First): number | null {
  const found = iso.exec(text)?.groups ?? sorted(slashed.exec(text)?.groups, first);
  if (!found) return null;
  const { year, month, day, hour = '0', minute = '0', half } = found;
  if (Number(month) > 12 || Number(day) > 31) return null;
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0);
  return Date.UTC(Number(year), Number(month) - 1, Number(day), hours, Number(minute));
}

function sorted(
  found: Record<string, string> | undefined,
  first: First,
): Record<string, string> | undefined {
  if (!found) return undefined;
  const { one = '', two = '' } = found;
  if (first === null && Number(one) !== Number(two)) return undefined;
  return first === 'day' ? { ...found, day: one, month: two } : { ...found, month: one, day: two };
}
