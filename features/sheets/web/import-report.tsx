import { Link } from '@tanstack/react-router';
import { formatCount } from '#core/contract/counts.ts';
import type { ImportReport, Remark, Tally } from '#features/sheets/contract/transfer.ts';
import { whatItWillDo } from './import-rows.tsx';

const columns = [
  ['added', 'New'],
  ['changed', 'Changed'],
  ['unchanged', 'Unchanged'],
  ['refused', 'Refused'],
] as const;

type Props = {
  report: ImportReport;
  isForeign: boolean;
};

export function ImportReportView({ report, isForeign }: Props) {
  const { isDryRun, species, specimens, orders, papers, errors, errorCount, notes } = report;
  // The rows of others' list say it themselves.
  const said = isForeign && isDryRun ? errors.filter(({ line }) => line === null) : errors;
  return (
    <div className="space-y-5">
      <p role="status" className="font-medium">
        {isDryRun ? 'Here’s what would change. Nothing has been saved yet.' : 'Import complete.'}
      </p>
      {isForeign && isDryRun && <p className="max-w-prose text-lg">{whatItWillDo(report)}</p>}
      <table className="figures w-full max-w-xl text-left text-fine">
        <caption className="sr-only">
          {isDryRun ? 'Rows that would change' : 'Imported rows'}
        </caption>
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
          {Object.values(species).some((rows) => rows > 0) && (
            <Row name="Species" tally={species} />
          )}
          <Row name="Specimens" tally={specimens} />
          {!isForeign && <Row name="Orders" tally={orders} />}
          {Object.values(papers).some((rows) => rows > 0) && (
            <Row name="Invoices and credit notes" tally={papers} />
          )}
        </tbody>
      </table>
      <Shown report={report} />
      {said.length > 0 && (
        <Remarks
          title={errorCount === 1 ? 'One thing to fix' : `${formatCount(errorCount)} things to fix`}
          remarks={said}
          isForeign={isForeign}
          edge="border-bad"
        />
      )}
      {notes.length > 0 && (
        <Remarks title="Good to know" remarks={notes} isForeign={isForeign} edge="border-warn" />
      )}
    </div>
  );
}

const Row = ({ name, tally }: { name: string; tally: Tally }) => (
  <tr className="border-b border-line">
    <th scope="row" className="py-2 font-normal">
      {name}
    </th>
    {columns.map(([key]) => (
      <td
        key={key}
        className={`py-2 pl-3 text-right ${key === 'refused' && tally.refused > 0 ? 'font-medium text-bad' : ''}`}
      >
        {formatCount(tally[key])}
      </td>
    ))}
  </tr>
);

function Shown({ report: { isDryRun, specimens, visible, forSale } }: { report: ImportReport }) {
  const pieces = specimens.added + specimens.changed;
  if (pieces === 0) return null;
  const are = isDryRun ? 'will be' : 'are';
  const hidden = pieces - visible;
  return (
    <p className="max-w-prose">
      {visible === 0
        ? `All ${are} hidden from visitors.`
        : `${formatCount(visible)} ${are} visible, ${formatCount(hidden)} hidden.`}{' '}
      {forSale > 0 &&
        `${formatCount(forSale)} ${are} for sale${hidden > 0 ? ', the hidden ones once you show them' : ''}.`}{' '}
      {!isDryRun && hidden > 0 && (
        <Link to="/manage" search={{ visibility: 'hidden' }} className="text-link">
          Open the hidden pieces in Manage
        </Link>
      )}
    </p>
  );
}

type RemarksProps = { title: string; remarks: Remark[]; isForeign: boolean; edge: string };

function Remarks({ title, remarks, isForeign, edge }: RemarksProps) {
  // A remark on many rows is said once.
  const kinds = Map.groupBy(
    remarks,
    ({ sheet, column, message }) => `${sheet} ${column} ${message}`,
  );
  return (
    <section className={`border-l-4 py-1 pl-4 ${edge}`}>
      <h3 className="text-lg">{title}</h3>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too
        tabIndex={0}
        aria-label={title}
        className="mt-2 max-h-96 space-y-2 overflow-y-auto text-fine wrap-anywhere"
      >
        {[...kinds].map(([kind, [first, ...others]]) => (
          <li key={kind}>
            <span className="figures text-quiet">
              {first && placeOf([first, ...others], isForeign)}
            </span>{' '}
            {first?.message}
          </li>
        ))}
      </ol>
    </section>
  );
}

const MAX_LINES = 12;

function placeOf(remarks: [Remark, ...Remark[]], isForeign: boolean): string {
  const [{ sheet, column }] = remarks;
  const lines = remarks.flatMap(({ line }) => line ?? []);
  const word = `${isForeign ? 'row' : 'line'}${lines.length === 1 ? '' : 's'}`;
  const more = lines.length > MAX_LINES ? ` and ${formatCount(lines.length - MAX_LINES)} more` : '';
  const where =
    lines.length === 0
      ? []
      : [`${isForeign ? capital(word) : word} ${lines.slice(0, MAX_LINES).join(', ')}${more}`];
  const parts = [...(isForeign ? [] : [sheet]), ...where, ...(column ? [column] : [])];
  return parts.length === 0 ? '' : `${parts.join(', ')}:`;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
