/** What moved for an order, in one cell of its sheet: a list of `payment 190.00 on 2026-11-21T10:00:00.000Z by PayPal fee 1.30`, `refund 80.00 on … line 2`. */
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
  /^(?<kind>payment|refund) (?<amount>[\d.]+) on (?<at>[\w:.+-]+)(?: by (?<method>\w+))?(?: fee (?<fee>[\d.]+))?(?: line (?<line>\d+))?$/;

/** Writes the cell. */
export function moneyCell(money: MoneyRow[], lines: LineRow[]): string {
  const entries = money.flatMap((row) => {
    if (row.kind === 'fee') return [];
    const fee = money.find(({ payment_id }) => payment_id === row.id);
    const line = lines.findIndex(({ id }) => id === row.line_id) + 1;
    const by = row.method === null ? '' : ` by ${row.method}`;
    const extra = `${fee ? ` fee ${formatAmount(fee.amount_cents)}` : ''}${line > 0 ? ` line ${line}` : ''}`;
    return `${row.kind} ${formatAmount(row.amount_cents)} on ${row.at}${by}${extra}`;
  });
  return formatListCell(entries.length === 0 ? [NONE] : entries);
}

/**
 * Reads the cell; undefined where it does not say, as those of earlier versions.
 * @throws CellFault for what is unreadable, and for money that an order cannot have.
 */
export function readMoney(cells: Record<string, string>, total: number, lineCount: number): ImportedMoney[] | undefined {
  const entries = readList(cells, COLUMN) ?? [];
  if (entries.length === 0) return undefined;
  if (entries.length === 1 && entries[0] === NONE) return [];
  const money = entries.map((entry) => readEntry(entry, lineCount));
  const sum = (kind: ImportedMoney['kind']) => money.reduce((all, row) => all + (row.kind === kind ? row.cents : 0), 0);
  const received = sum('payment') - sum('refund');
  if (received < 0) throw new CellFault(COLUMN, MORE_REFUNDED);
  if (received > total) throw new CellFault(COLUMN, 'More was paid than the total');
  return money;
}

function readEntry(entry: string, lineCount: number): ImportedMoney {
  const found = pattern.exec(entry)?.groups;
  const cents = parseAmount(found?.amount ?? '');
  const fee = found?.fee === undefined ? 0 : parseAmount(found.fee);
  const at = found?.at === undefined ? undefined : readInstant({ [COLUMN]: found.at }, COLUMN);
  const method = moneyMethods.find((known) => known === found?.method) ?? null;
  const line = found?.line === undefined ? null : Number(found.line);
  const isRight =
    found !== undefined &&
    cents !== null &&
    cents > 0 &&
    fee !== null &&
    fee <= cents &&
    at !== undefined &&
    (found.method === undefined || method !== null) &&
    (line === null || (line > 0 && line <= lineCount)) &&
    (fee === 0 || found.kind === 'payment');
  if (!isRight) throw new CellFault(COLUMN, `We can’t read “${entry}”. Write it like “payment 190.00 on 2026-11-21 by PayPal fee 1.30”`);
  return { kind: found.kind === 'refund' ? 'refund' : 'payment', cents, at, method, feeCents: fee, line };
}
