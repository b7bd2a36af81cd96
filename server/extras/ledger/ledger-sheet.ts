/** The ledger as a sheet: a row for each line of a paid order, and for each refund and fee. */
import type { LedgerRow } from '#contract/extras/ledger/ledger.ts';
import { orderStatusTable } from '#contract/selling/order-statuses.ts';
import { csvHeading, csvRows } from '#server/platform/csv.ts';

const columns = {
  'paid on': ({ paidOn }) => paidOn,
  order: ({ orderId }) => String(orderId),
  status: ({ status }) => orderStatusTable[status].label,
  'catalogue number': ({ catalogueNumber }) => catalogueNumber,
  title: ({ title }) => title,
  quantity: ({ quantity }) => String(quantity),
  cost: ({ cost }) => cost,
  price: ({ price }) => price,
  shipping: ({ shipping }) => shipping,
  total: ({ total }) => total,
  profit: ({ profit }) => profit,
  payment: ({ payment }) => payment,
  state: ({ state }) => state,
  country: ({ country }) => country,
  kind: ({ kind }) => kind,
  fee: ({ fee }) => fee,
} satisfies Record<string, (row: LedgerRow) => string | null>;

const names = Object.keys(columns);

/** The text of the sheet, piece by piece. */
export async function* ledgerSheet(batches: AsyncIterable<LedgerRow[]>): AsyncGenerator<string> {
  yield csvHeading(names);
  for await (const rows of batches)
    yield csvRows(
      names,
      rows.map((row) => Object.fromEntries(Object.entries(columns).map(([name, write]) => [name, write(row) ?? '']))),
    );
}
