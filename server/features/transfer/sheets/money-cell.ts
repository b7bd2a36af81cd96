/**
 * What moved for an order, in one cell of its sheet: a list of `payment 190.00 on 2026-11-21T10:00:00.000Z by PayPal fee 1.30`, `refund 80.00 on … line 2`, with
 * `over 30.00` where so much of it was beyond the total of then, and `surplus 5.00` where so much more was received than the order costs now.
 */
import { formatAmount, parseAmount } from '#contract/money.ts';
import { moneyMethods } from '#contract/selling/order-money.ts';
import type { ImportedMoney, LineRow, MoneyRow } from '#server/features/selling/orders/order-transfer.service.ts';
import { formatListCell } from '#server/platform/csv.ts';
import { CellFault, readInstant, readList } from './cells.ts';

const COLUMN = 'money';
export const MORE_REFUNDED = 'More was refunded than paid';
/** Nothing moved, unlike a cell that does not say. */
const NONE = 'none';
const pattern =
  /^(?<kind>payment|refund) (?<amount>[\d.]+) on (?<at>[\w:.+-]+)(?: by (?<method>\w+))?(?: fee (?<fee>[\d.]+))?(?: line (?<line>\d+))?(?: over (?<over>[\d.]+))?$/;
const SURPLUS = 'surplus ';

/** Writes the cell. */
export function moneyCell(money: MoneyRow[], lines: LineRow[], total: number): string {
  const entries = money.flatMap((row) => {
    if (row.kind === 'fee') return [];
    const fee = money.find(({ payment_id }) => payment_id === row.id);
    const line = lines.findIndex(({ id }) => id === row.line_id) + 1;
    const by = row.method === null ? '' : ` by ${row.method}`;
    const extra = `${fee ? ` fee ${formatAmount(fee.amount_cents)}` : ''}${line > 0 ? ` line ${line}` : ''}${row.surplus_cents > 0 ? ` over ${formatAmount(row.surplus_cents)}` : ''}`;
    return `${row.kind} ${formatAmount(row.amount_cents)} on ${row.at}${by}${extra}`;
  });
  const surplus = receivedIn(money.map(({ kind, amount_cents: cents }) => ({ kind, cents }))) - total;
  return formatListCell(entries.length === 0 ? [NONE] : surplus > 0 ? [...entries, SURPLUS + formatAmount(surplus)] : entries);
}

/**
 * Reads the cell; undefined where it does not say, as those of earlier versions.
 * @throws CellFault for what is unreadable, and for money that an order cannot have.
 */
export function readMoney(cells: Record<string, string>, total: number, lineCount: number): ImportedMoney[] | undefined {
  const entries = readList(cells, COLUMN) ?? [];
  if (entries.length === 0) return undefined;
  if (entries.length === 1 && entries[0] === NONE) return [];
  const surplus = entries.flatMap((entry) => (entry.startsWith(SURPLUS) ? (parseAmount(entry.slice(SURPLUS.length)) ?? 0) : []))[0] ?? 0;
  const money = entries.filter((entry) => !entry.startsWith(SURPLUS)).map((entry) => readEntry(entry, lineCount));
  const received = receivedIn(money);
  if (received < 0) throw new CellFault(COLUMN, MORE_REFUNDED);
  if (received > total + surplus) throw new CellFault(COLUMN, 'More was paid than the total');
  return money;
}

const receivedIn = (money: { kind: string; cents: number }[]): number =>
  money.reduce((all, { kind, cents }) => all + (kind === 'payment' ? cents : kind === 'refund' ? -cents : 0), 0);

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
  if (!isRight) throw new CellFault(COLUMN, `We can’t read “${entry}”. Write it like “payment 190.00 on 2026-11-21 by PayPal fee 1.30”`);
  return { kind: found.kind === 'refund' ? 'refund' : 'payment', cents, at, method, feeCents: fee, line, surplusCents: over };
}
