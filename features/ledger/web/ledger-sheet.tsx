import type { CSSProperties } from 'react';
import type { Ledger, LedgerRow } from '#features/ledger/contract/ledger.ts';
import {
  countsOf,
  formatLedgerDay,
  LEDGER_RULES,
  ledgerSums,
  missingCosts,
  missingRows,
  placeName,
} from '#features/ledger/contract/ledger-words.ts';
import { formatSigned } from '#features/ledger/contract/signed-amount.ts';
import { DocumentHead } from '#features/paper/web/order-document.tsx';
import '#features/paper/web/paper.css';

const amountsOf = ({ price, shipping, total, cost, profit, fee }: LedgerRow): string[] =>
  fee === null
    ? [price, shipping, total, cost, profit]
        .map((amount) => (amount === null ? '–' : formatSigned(amount)))
        .concat('')
    : ['', '', '', '', '', formatSigned(fee)];

export function LedgerSheet({ ledger, today }: { ledger: Ledger; today: string }) {
  const { year, rows, places, seller, size } = ledger;
  const notes = [missingCosts(ledger), missingRows(ledger), LEDGER_RULES].filter(
    (note) => note !== null,
  );
  return (
    <div className="hidden print:block">
      <div className="papers">
        <article className="document is-ledger" style={{ page: `${size}-wide` } as CSSProperties}>
          <DocumentHead
            seller={seller}
            title={`Ledger of ${year}`}
            facts={[
              ['Sold', countsOf(ledger)],
              ['Printed', today],
            ]}
          />
          <table className="figures">
            <thead className="label">
              <tr>
                <th scope="col" className="first">
                  Paid
                </th>
                <th scope="col">Order</th>
                <th scope="col" className="wide">
                  Specimen
                </th>
                {['Price', 'Shipping', 'Total', 'Cost', 'Profit', 'Fee'].map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                <th scope="col" className="words payment">
                  Payment
                </th>
                <th scope="col" className="words">
                  Buyer’s state
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: rows have no number of their own, and never change places
                <tr key={index}>
                  <td className="first">{formatLedgerDay(row.paidOn)}</td>
                  <td>#{row.orderId}</td>
                  <td className="wide">
                    <span dir="auto">
                      {row.title}
                      {row.quantity > 1 && ` × ${row.quantity}`}
                    </span>
                  </td>
                  {amountsOf(row).map((amount, column) => (
                    // biome-ignore lint/suspicious/noArrayIndexKey: columns
                    <td key={column}>{amount}</td>
                  ))}
                  <td className="words">{row.payment}</td>
                  <td className="words">{placeName(row)}</td>
                </tr>
              ))}
              <tr>
                <td colSpan={3}>Totals</td>
                {ledgerSums(ledger).map(([name, value]) => (
                  <td key={name} className="font-medium">
                    {value}
                  </td>
                ))}
                <td colSpan={2} />
              </tr>
            </tbody>
          </table>
          {notes.map((note) => (
            <p key={note} className="mt-[3mm] max-w-[200mm]">
              {note}
            </p>
          ))}
          <table className="figures max-w-[120mm]">
            <thead className="label">
              <tr>
                <th scope="col" className="first wide">
                  Buyers’ states
                </th>
                <th scope="col">Orders</th>
                <th scope="col">Pieces</th>
                <th scope="col">Total</th>
              </tr>
            </thead>
            <tbody>
              {places.map((place) => (
                <tr key={placeName(place)}>
                  <td className="first wide">{placeName(place)}</td>
                  <td>{place.orders}</td>
                  <td>{place.pieces}</td>
                  <td>{formatSigned(place.total)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      </div>
    </div>
  );
}
