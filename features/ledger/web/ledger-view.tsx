import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Ledger } from '#features/ledger/contract/ledger.ts';
import {
  countsOf,
  LEDGER_RULES,
  ledgerSums,
  missingCosts,
  missingRows,
  placeName,
} from '#features/ledger/contract/ledger-words.ts';
import { formatSigned } from '#features/ledger/contract/signed-amount.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { SelectField } from '#ui/field.tsx';
import { messageOf, pathOf } from '#ui/lib/api.ts';
import { Notice } from '#ui/notice.tsx';
import { ledgerQuery } from './ledger-queries.ts';
import { LedgerTable } from './ledger-table.tsx';

type Props = {
  /** Undefined is the present year. */
  year: number | undefined;
  onYear: (year: number) => void;
  paperOf: (ledger: Ledger) => ReactNode;
};

export function LedgerView({ year, onYear, paperOf }: Props) {
  const { data, error, refetch, isPlaceholderData } = useQuery(ledgerQuery(year));

  if (error && (!data || isPlaceholderData))
    return (
      <Notice
        isAlert
        className="mt-8 py-14"
        title="Failed to load the ledger"
        text={messageOf(error)}
      >
        <Button onClick={() => void refetch()}>Try again</Button>
      </Notice>
    );
  if (!data)
    return (
      <p role="status" className="waiting mt-8 text-quiet">
        Loading...
      </p>
    );
  const shown = year ?? data.year;
  const years = [...new Set([shown, ...data.years])].toSorted((a, b) => b - a);
  const isEmpty = data.rowCount === 0;
  return (
    <>
      <div className="print:hidden">
        <div className="mt-6 flex flex-wrap items-end gap-x-4 gap-y-3">
          <SelectField
            label="Year"
            value={shown}
            onChange={({ target }) => onYear(Number(target.value))}
            className="figures w-32!"
          >
            {years.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </SelectField>
          {!isEmpty && (
            <>
              <a
                href={pathOf('GET /api/manage/ledger.csv', { query: { year: shown } })}
                download
                className={buttonClass('outline')}
              >
                Download CSV
              </a>
              <Button disabled={isPlaceholderData} onClick={() => window.print()}>
                Print
              </Button>
            </>
          )}
        </div>
        <div
          aria-busy={isPlaceholderData}
          className={`transition-opacity ${isPlaceholderData ? 'opacity-60' : ''}`}
        >
          {isEmpty ? (
            <Notice
              className="mt-8 py-14"
              title={`Nothing sold in ${data.year}`}
              text="Orders appear here once they’re marked paid."
            />
          ) : (
            <Sums ledger={data} />
          )}
        </div>
      </div>
      {!isEmpty && !isPlaceholderData && paperOf(data)}
    </>
  );
}

function Sums({ ledger }: { ledger: Ledger }) {
  const [costs, rows] = [missingCosts(ledger), missingRows(ledger)];
  return (
    <>
      <section aria-label={`Totals for ${ledger.year}`} className="figures mt-8">
        <p>{countsOf(ledger)}</p>
        <dl className="mt-3 grid grid-cols-2 gap-x-8 gap-y-4 border-y border-line py-4 sm:grid-cols-3 lg:grid-cols-6">
          {ledgerSums(ledger).map(([name, value]) => (
            <div key={name}>
              <dt className="text-sm text-quiet">{name}</dt>
              <dd className="mt-0.5 font-serif text-xl wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        {costs !== null && <p className="mt-4 callout">{costs}</p>}
        <p className="mt-4 max-w-3xl text-sm text-quiet">{LEDGER_RULES}</p>
      </section>
      {rows !== null && (
        <p role="status" className="mt-6">
          {rows}
        </p>
      )}
      <LedgerTable rows={ledger.rows} year={ledger.year} />
      <Places places={ledger.places} />
    </>
  );
}

function Places({ places }: { places: Ledger['places'] }) {
  return (
    <section aria-labelledby="ledger-places" className="mt-12 max-w-2xl">
      <h2 id="ledger-places" className="text-2xl">
        Where the buyers live
      </h2>
      <p className="mt-2 text-sm text-quiet">
        From mailing addresses. If an address is unclear, we don’t guess.
      </p>
      <table className="figures mt-3 w-full text-left text-fine">
        <thead className="text-sm text-quiet">
          <tr className="border-b border-field">
            <th scope="col" className="py-2 font-medium">
              State or country
            </th>
            {['Orders', 'Pieces', 'Total'].map((name) => (
              <th key={name} scope="col" className="py-2 pl-4 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {places.map((place) => (
            <tr key={placeName(place)} className="border-b border-line">
              <th scope="row" className="py-2 font-normal">
                {placeName(place)}
                {place.state !== null && <span className="text-quiet">, {place.country}</span>}
              </th>
              <td className="py-2 pl-4 text-right">{place.orders}</td>
              <td className="py-2 pl-4 text-right">{place.pieces}</td>
              <td className="py-2 pl-4 text-right">{formatSigned(place.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
