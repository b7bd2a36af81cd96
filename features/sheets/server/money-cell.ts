/**
 * An order's money in one cell: a list of `payment 190.00 on 2026-11-21T10:00:00.000Z by PayPal fee
 * 1.30`, `refund 80.00 on … line 2`, with `over 30.00` for what was beyond the total of then, and
 * `surplus 5.00` for what was received beyond the cost of now, and `written off 38.00` or `gift
 * 20.00` for what settles the order. `as typed` is a payment that marking it paid did not note,
 * `of 3fa…` the mark of a statement's payment, `from "Ada"` who sent it, `note "…"` what was noted.
 */
import { z } from 'zod';
import { formatAmount, parseAmount } from '#core/contract/money.ts';
import { moneyMethods, moneyOrigins } from '#core/contract/selling/order-money.ts';
import type {
  ImportedMoney,
  LineRow,
  MoneyRow,
} from '#core/server/selling/orders/order-transfer.service.ts';
import { formatListCell } from '#platform/csv.ts';
import { CellFault, readInstant, readList } from './cells.ts';
import type { ExportedRow } from './exported-orders.ts';

const COLUMN = 'money';
export const MORE_REFUNDED = 'More was refunded than paid';
/** Nothing moved, unlike a cell that does not say. */
const NONE = 'none';
const pattern =
  /^(?<kind>payment|refund) (?<amount>[\d.]+) on (?<at>[\w:.+-]+)(?: by (?<method>\w+))?(?: fee (?<fee>[\d.]+))?(?: line (?<line>\d+))?(?: over (?<over>[\d.]+))?(?: as (?<origin>\w+))?(?: of (?<hash>[\da-f]{64}))?(?: from (?<payer>"(?:[^"\\]|\\.)*"))?(?: note (?<note>"(?:[^"\\]|\\.)*"))?$/;
/** Who sent a payment, and what was noted of it, are shorter. */
const MAX_SAID = 1_000;
const SURPLUS = 'surplus ';
const WRITTEN_OFF = 'written off ';
const GIFT = 'gift ';

export function moneyCell(
  money: MoneyRow[],
  lines: LineRow[],
  { total_cents: total, written_off_cents: writtenOff }: ExportedRow,
): string {
  const entries = money.flatMap((row) => {
    if (row.kind === 'fee') return [];
    const fee = money.find(({ payment_id }) => payment_id === row.id);
    const line = lines.findIndex(({ id }) => id === row.line_id) + 1;
    const by = row.method === null ? '' : ` by ${row.method}`;
    const extra = `${fee ? ` fee ${formatAmount(fee.amount_cents)}` : ''}${line > 0 ? ` line ${line}` : ''}${row.surplus_cents > 0 ? ` over ${formatAmount(row.surplus_cents)}` : ''}${(row.origin ?? 'marked') === 'marked' ? '' : ` as ${row.origin}`}${row.payment_hash === null ? '' : ` of ${row.payment_hash}`}${quoted('from', row.payer)}${quoted('note', row.note)}`;
    return `${row.kind} ${formatAmount(row.amount_cents)} on ${row.at}${by}${extra}`;
  });
  const surplus =
    receivedIn(money.map(({ kind, amount_cents: cents }) => ({ kind, cents }))) - total;
  return formatListCell([
    ...(entries.length === 0 ? [NONE] : entries),
    ...(surplus > 0 ? [SURPLUS + formatAmount(surplus)] : []),
    ...(writtenOff > 0 ? [WRITTEN_OFF + formatAmount(writtenOff)] : []),
    ...(writtenOff < 0 ? [GIFT + formatAmount(-writtenOff)] : []),
  ]);
}

const quoted = (word: string, text: string | null): string =>
  text === null ? '' : ` ${word} ${JSON.stringify(text)}`;

/** Null where there is none. @throws CellFault */
function unquoted(text: string | undefined): string | null {
  try {
    return text === undefined ? null : z.string().max(MAX_SAID).parse(JSON.parse(text));
  } catch {
    throw new CellFault(COLUMN, `We can’t read ${text}`);
  }
}

/**
 * Undefined where the cell does not say, as in earlier versions.
 * @throws CellFault for what is unreadable, and for money that an order cannot have.
 */
export function readMoney(
  cells: Record<string, string>,
  total: number,
  lineCount: number,
): { money: ImportedMoney[]; writtenOff: number } | undefined {
  const entries = readList(cells, COLUMN) ?? [];
  if (entries.length === 0) return undefined;
  const sums = [SURPLUS, WRITTEN_OFF, GIFT];
  const [surplus = 0, writtenOff = 0, gift = 0] = sums.map((name) => {
    const entry = entries.find((one) => one.startsWith(name));
    return parseAmount(entry?.slice(name.length) ?? '') ?? 0;
  });
  const money = entries
    .filter((entry) => entry !== NONE && !sums.some((name) => entry.startsWith(name)))
    .map((entry) => readEntry(entry, lineCount));
  const received = receivedIn(money);
  if (received < 0) throw new CellFault(COLUMN, MORE_REFUNDED);
  if (received > total + surplus) throw new CellFault(COLUMN, 'More was paid than the total');
  return { money, writtenOff: writtenOff - gift };
}

const receivedIn = (money: { kind: string; cents: number }[]): number =>
  money.reduce(
    (all, { kind, cents }) => all + (kind === 'payment' ? cents : kind === 'refund' ? -cents : 0),
    0,
  );

function readEntry(entry: string, lineCount: number): ImportedMoney {
  const found = pattern.exec(entry)?.groups;
  const cents = parseAmount(found?.amount ?? '');
  const fee = found?.fee === undefined ? 0 : parseAmount(found.fee);
  const at = found?.at === undefined ? undefined : readInstant({ [COLUMN]: found.at }, COLUMN);
  const method = moneyMethods.find((known) => known === found?.method) ?? null;
  const line = found?.line === undefined ? null : Number(found.line);
  const over = found?.over === undefined ? 0 : parseAmount(found.over);
  const isRight =
    found !== undefined &&
    cents !== null &&
    cents > 0 &&
    fee !== null &&
    fee <= cents &&
    at !== undefined &&
    (found.method === undefined || method !== null) &&
    (line === null || (line > 0 && line <= lineCount)) &&
    (fee === 0 || found.kind === 'payment') &&
    over !== null &&
    over <= (found.kind === 'refund' ? cents : 0);
  if (!isRight)
    throw new CellFault(
      COLUMN,
      `We can’t read “${entry}”. Write it like “payment 190.00 on 2026-11-21 by PayPal fee 1.30”`,
    );
  return {
    kind: found.kind === 'refund' ? 'refund' : 'payment',
    cents,
    at,
    method,
    feeCents: fee,
    line,
    surplusCents: over,
    origin: moneyOrigins.find((known) => known === found.origin) ?? 'marked',
    hash: found.hash ?? null,
    payer: unquoted(found.payer),
    note: unquoted(found.note),
  };
}
