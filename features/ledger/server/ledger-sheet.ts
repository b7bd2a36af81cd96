import { orderStatusTable } from '#core/contract/selling/order-statuses.ts';
import type { LedgerRow } from '#features/ledger/contract/ledger.ts';
import { csvHeading, csvRows } from '#platform/csv.ts';

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

export async function* ledgerSheet(batches: AsyncIterable<LedgerRow[]>): AsyncGenerator<string> {
  yield csvHeading(names);
  for await (const rows of batches)
    yield csvRows(
      names,
      rows.map((row) =>
        Object.fromEntries(
          Object.entries(columns).map(([name, write]) => [name, write(row) ?? '']),
        ),
      ),
    );
}
