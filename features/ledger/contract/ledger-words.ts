/** The page and paper share these words. Free of schemas, so pages may import it. */
import { formatCount } from '#core/contract/counts.ts';
import { parseAmount } from '#core/contract/money.ts';
import type { Ledger } from './ledger.ts';
import { formatSigned } from './signed-amount.ts';

export const LEDGER_RULES =
  'Payments, refunds and fees, by their date. Profit is price minus cost, before shipping and fees.';

const dayFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});

export const formatLedgerDay = (day: string): string => dayFormat.format(new Date(day));

export const placeName = ({
  state,
  country,
}: {
  state: string | null;
  country: string | null;
}): string => state ?? country ?? 'Unknown';

/** In the sequence of the columns; costs only where one is known. */
export function ledgerSums({ totals }: Ledger): [name: string, value: string][] {
  const { pieces, price, withoutCost } = totals;
  const isKnown = withoutCost.pieces !== pieces || withoutCost.price !== price;
  return [
    ['Price', formatSigned(price)],
    ['Shipping', formatSigned(totals.shipping)],
    ['Total', formatSigned(totals.total)],
    ['Cost', isKnown ? formatSigned(totals.cost) : '–'],
    ['Profit', isKnown ? formatSigned(totals.profit) : '–'],
    ['Fees', formatSigned(totals.fees)],
  ];
}

export const countsOf = ({ totals: { pieces, orders } }: Ledger): string =>
  `${pieces === 1 ? '1 piece' : `${formatCount(pieces)} pieces`} in ${orders === 1 ? '1 order' : `${formatCount(orders)} orders`}`;

/** Null where every cost is known. */
export function missingCosts({ totals: { withoutCost } }: Ledger): string | null {
  const { pieces, price } = withoutCost;
  const amount = formatSigned(price);
  // A piece counts with its last payment, so a year may have others, or a refund, without it.
  if (pieces === 0)
    return parseAmount(price) === 0
      ? null
      : `Cost and profit leave out ${amount} from pieces with no known cost.`;
  return pieces === 1
    ? `Cost and profit leave out one piece with no known cost, and the ${amount} it brought.`
    : `Cost and profit leave out ${formatCount(pieces)} pieces with no known cost, and the ${amount} they brought.`;
}

/** Null where all rows are there. */
export const missingRows = ({ rows, rowCount }: Ledger): string | null =>
  rowCount === rows.length
    ? null
    : `Showing the first ${formatCount(rows.length)} of ${formatCount(rowCount)} rows. Totals and the CSV file include all of them.`;
