import { formatCount } from '#contract/counts.ts';
import type { ImportReport, Remark, Tally } from '#contract/transfer/transfer.ts';

const columns = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['refused', 'Refused'],
] as const;

/** What an import did or would do: counts, errors by line, and notes. */
export function ImportReportView({ report }: { report: ImportReport }) {
  const { isDryRun, species, specimens, orders, errors, errorCount, notes } = report;
  return (
    <div className="space-y-5">
      <p role="status" className="font-medium">
        {isDryRun ? 'Here’s what would change. Nothing has been saved yet.' : 'Import complete.'}
      </p>
      <table className="figures w-full max-w-xl text-left text-fine">
        <caption className="sr-only">{isDryRun ? 'Rows that would change' : 'Imported rows'}</caption>
        <thead>
          <tr className="border-b border-line text-quiet">
            <td />
            {columns.map(([, label]) => (
              <th key={label} scope="col" className="py-2 pl-3 text-right font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {Object.values(species).some((rows) => rows > 0) && <Row name="Species" tally={species} />}
          <Row name="Specimens" tally={specimens} />
          <Row name="Orders" tally={orders} />
        </tbody>
      </table>
      {errors.length > 0 && (
        <Remarks
          title={errorCount === 1 ? 'One thing to fix' : `${formatCount(errorCount)} things to fix`}
          remarks={errors}
          edge="border-bad"
        />
      )}
      {notes.length > 0 && <Remarks title="Good to know" remarks={notes} edge="border-warn" />}
    </div>
  );
}

const Row = ({ name, tally }: { name: string; tally: Tally }) => (
  <tr className="border-b border-line">
    <th scope="row" className="py-2 font-normal">
      {name}
    </th>
    {columns.map(([key]) => (
      <td key={key} className={`py-2 pl-3 text-right ${key === 'refused' && tally.refused > 0 ? 'font-medium text-bad' : ''}`}>
        {formatCount(tally[key])}
      </td>
    ))}
  </tr>
);

function Remarks({ title, remarks, edge }: { title: string; remarks: Remark[]; edge: string }) {
  return (
    <section className={`border-l-4 py-1 pl-4 ${edge}`}>
      <h4 className="text-lg">{title}</h4>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too */}
      <ol tabIndex={0} aria-label={title} className="mt-2 max-h-96 space-y-2 overflow-y-auto text-fine wrap-anywhere">
        {remarks.map(({ sheet, line, column, message }) => (
          <li key={`${sheet} ${line} ${column} ${message}`}>
            <span className="figures text-quiet">{placeOf(sheet, line, column)}</span> {message}
          </li>
        ))}
      </ol>
    </section>
  );
}

function placeOf(sheet: string, line: number | null, column: string | null): string {
  const where = line === null ? sheet : `${sheet}, line ${line}`;
  return column === null || column === '' ? `${where}:` : `${where}, ${column}:`;
}
