/** What the ledger says on the page and on paper alike. Free of schemas, so pages may import it. */
import { formatCount } from '#contract/counts.ts';
import type { Ledger } from './ledger.ts';
import { formatSigned } from './signed-amount.ts';

/** What counts, and by which day. */
export const LEDGER_RULES = 'Payments, refunds and fees, by their date. Profit is price minus cost, before shipping and fees.';

const dayFormat = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** `2026-11-21` → `Nov 21`: the year is known. */
export const formatLedgerDay = (day: string): string => dayFormat.format(new Date(day));

/** `AZ`, `Germany`, or the word for an address that does not say. */
export const placeName = ({ state, country }: { state: string | null; country: string | null }): string => state ?? country ?? 'Unknown';

/** The sums of a year, in the sequence of the columns; those of costs only where one is known. */
export const ledgerSums = ({ totals }: Ledger): [name: string, value: string][] => [
  ['Price', formatSigned(totals.price)],
  ['Shipping', formatSigned(totals.shipping)],
  ['Total', formatSigned(totals.total)],
  ['Cost', totals.withoutCost.pieces === totals.pieces ? '–' : formatSigned(totals.cost)],
  ['Profit', totals.withoutCost.pieces === totals.pieces ? '–' : formatSigned(totals.profit)],
  ['Fees', formatSigned(totals.fees)],
];

/** `12 pieces in 9 orders` */
export const countsOf = ({ totals: { pieces, orders } }: Ledger): string =>
  `${pieces === 1 ? '1 piece' : `${formatCount(pieces)} pieces`} in ${orders === 1 ? '1 order' : `${formatCount(orders)} orders`}`;

/** Says what the profit leaves out; null where every cost is known. */
export function missingCosts({ totals: { withoutCost } }: Ledger): string | null {
  const { pieces, price } = withoutCost;
  if (pieces === 0) return null;
  const what = pieces === 1 ? 'one piece' : `${formatCount(pieces)} pieces`;
  return `Cost and profit leave out ${what}, sold for ${formatSigned(price)}, with no known cost.`;
}

/** Says that there are more rows than these; null where all are there. */
export const missingRows = ({ rows, rowCount }: Ledger): string | null =>
  rowCount === rows.length
    ? null
    : `Showing the first ${formatCount(rows.length)} of ${formatCount(rowCount)} rows. Totals and the CSV file include all of them.`;
