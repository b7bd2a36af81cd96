import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LedgerRow } from '#features/ledger/contract/ledger.ts';
import { formatLedgerDay, placeName } from '#features/ledger/contract/ledger-words.ts';
import { formatSigned } from '#features/ledger/contract/signed-amount.ts';

const columns = [
  'Paid',
  'Order',
  'Specimen',
  'Price',
  'Shipping',
  'Cost',
  'Profit',
  'Fee',
  'Payment',
  'Buyer’s state',
];
const amountColumns = ['Price', 'Shipping', 'Cost', 'Profit', 'Fee'];
const link = 'line-link text-link max-xl:inline-flex max-xl:min-h-11 max-xl:items-center';

export const LedgerTable = ({ rows, year }: { rows: LedgerRow[]; year: number }) => (
  <table className="figures mt-8 w-full text-left text-fine max-xl:block">
    <caption className="sr-only">Sold in {year}</caption>
    <thead className="text-sm text-quiet max-xl:sr-only">
      <tr className="border-b border-field">
        {columns.map((name) => (
          <th
            key={name}
            scope="col"
            className={`py-2 pr-5 font-medium whitespace-nowrap last:pr-0 ${amountColumns.includes(name) ? 'text-right' : ''}`}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
    <tbody className="max-xl:block">
      {rows.map((row, index) => (
        // Rows have no number of their own, and never change places.
        // biome-ignore lint/suspicious/noArrayIndexKey: see above
        <Row key={index} row={row} />
      ))}
    </tbody>
  </table>
);

function Row({ row }: { row: LedgerRow }) {
  const {
    orderId,
    paidOn,
    title,
    catalogueNumber,
    quantity,
    price,
    shipping,
    cost,
    profit,
    fee,
    payment,
  } = row;
  return (
    <tr className="border-b border-line align-top max-xl:grid max-xl:grid-cols-2 max-xl:gap-x-8 max-xl:gap-y-1 max-xl:py-4 sm:max-xl:grid-cols-4">
      <td className="py-3 pr-5 whitespace-nowrap max-xl:self-center max-xl:p-0 max-xl:text-quiet">
        {formatLedgerDay(paidOn)}
      </td>
      <td className="py-3 pr-5 max-xl:p-0 max-xl:text-right sm:max-xl:col-span-3">
        <Link to="/orders" search={{ order: orderId }} activeProps={{}} className={link}>
          #{orderId}
        </Link>
      </td>
      <th scope="row" className="py-3 pr-5 font-normal max-xl:col-span-full max-xl:p-0">
        <span dir="auto" className="block font-serif text-lg leading-snug wrap-anywhere">
          {title}
          {quantity > 1 && ` × ${quantity}`}
        </span>
        {catalogueNumber !== null && catalogueNumber !== `#${row.specimenId}` && (
          <span className="block text-sm wrap-anywhere text-quiet">{catalogueNumber}</span>
        )}
      </th>
      {fee === null ? (
        <>
          <Amount name="Price">{formatSigned(price)}</Amount>
          <Amount name="Shipping">{formatSigned(shipping)}</Amount>
          <Amount name="Cost">
            {cost === null ? <UnknownCost row={row} /> : formatSigned(cost)}
          </Amount>
          <Amount name="Profit">
            {profit === null ? <span className="text-quiet">–</span> : formatSigned(profit)}
          </Amount>
          <td className="max-xl:hidden" />
        </>
      ) : (
        <>
          <td colSpan={4} className="max-xl:hidden" />
          <Amount name="Fee">{formatSigned(fee)}</Amount>
        </>
      )}
      <td className="py-3 pr-5 text-sm wrap-anywhere max-xl:col-span-full max-xl:p-0 xl:max-w-48">
        {payment}
      </td>
      <td className="py-3 text-sm max-xl:col-span-full max-xl:p-0 xl:whitespace-nowrap">
        <span className="text-quiet xl:hidden">Buyer’s state: </span>
        {placeName(row)}
      </td>
    </tr>
  );
}

const Amount = ({ name, children }: { name: string; children: ReactNode }) => (
  <td className="py-3 pr-5 whitespace-nowrap max-xl:flex max-xl:items-center max-xl:justify-between max-xl:p-0 sm:max-xl:block xl:text-right">
    <span className="text-quiet xl:hidden sm:max-xl:block sm:max-xl:text-sm">{name} </span>
    {children}
  </td>
);

const UnknownCost = ({ row: { specimenId, title } }: { row: LedgerRow }) =>
  specimenId === null ? (
    <span className="text-quiet">unknown</span>
  ) : (
    <Link
      to="/edit/$id"
      params={{ id: String(specimenId) }}
      aria-label={`Enter the cost of ${title}`}
      className={`${link} sm:max-xl:-my-2.5`}
    >
      enter
    </Link>
  );
