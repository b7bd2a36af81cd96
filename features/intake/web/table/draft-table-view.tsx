import { Link } from '@tanstack/react-router';
import { memo, useCallback, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { formatCount } from '#core/contract/counts.ts';
import { Button, IconButton } from '#ui/button.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '#ui/icons.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { SaveBar } from '#ui/save-bar.tsx';
import { cellId, columnLabels, DraftCell } from './draft-cell.tsx';
import { type Column, columns, textOf } from './draft-cells.ts';
import type { DraftTable } from './draft-table.ts';

const widths: Record<Column, string> = {
  title: '20%',
  species: '15%',
  locality: '22%',
  dimensions: '15%',
  price: '14%',
  cost: '14%',
};

type Props = { intake: number; table: DraftTable };

export function DraftTableView({ intake, table }: Props) {
  const [current, setCurrent] = useState(table.ids[0] ?? 0);
  const lastCell = useRef<string>(undefined);
  const onHere = useCallback((id: number, element: Element) => {
    setCurrent(id);
    if (element.matches('input')) lastCell.current = element.id;
  }, []);
  const at = table.ids.indexOf(current);
  const show = (place: number) => {
    const id = table.ids[place];
    if (id !== undefined) setCurrent(id);
  };
  const move = useCallback(
    (id: number, column: Column, by: number) => {
      const next = table.ids[table.ids.indexOf(id) + by];
      if (next === undefined) return;
      // On a phone the row is not there before.
      flushSync(() => setCurrent(next));
      document.getElementById(cellId(next, column))?.focus();
    },
    [table],
  );
  return (
    <>
      <p className="mt-3 max-w-prose text-sm text-quiet menu:hidden">
        Enter moves down, Tab moves right. Paste a column from a spreadsheet and it fills downward.
        Ctrl+D copies locality, source and date from the piece above; Ctrl+Shift+D copies them to
        every piece below that has none of its own.
      </p>
      <nav aria-label="Pieces" className="mt-4 flex items-center justify-between gap-3 desk:hidden">
        <IconButton label="Previous piece" disabled={at <= 0} onClick={() => show(at - 1)}>
          <ArrowLeftIcon />
        </IconButton>
        <p role="status" className="figures">
          {formatCount(at + 1)} of {formatCount(table.ids.length)}
        </p>
        <IconButton
          label="Next piece"
          disabled={at >= table.ids.length - 1}
          onClick={() => show(at + 1)}
        >
          <ArrowRightIcon />
        </IconButton>
      </nav>
      <table className="mt-4 w-full table-fixed border-collapse menu:block">
        <caption className="sr-only">A row for each piece</caption>
        <thead className="menu:sr-only">
          <tr className="sticky top-(--header-height) z-10 bg-ground text-left text-sm text-quiet">
            <th scope="col" className="w-16 py-2 font-normal">
              Photo
            </th>
            <th scope="col" className="w-20 font-normal">
              Number
            </th>
            {columns.map((column) => (
              <th
                key={column}
                scope="col"
                style={{ width: widths[column] }}
                className="pl-2 font-normal"
              >
                {columnLabels[column]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="menu:block">
          {table.ids.map((id) => (
            <Row
              key={id}
              {...{ intake, table, id, isCurrent: id === current, onHere, onMove: move }}
            />
          ))}
        </tbody>
      </table>
      <Bar
        table={table}
        current={current}
        onUndone={() => document.getElementById(lastCell.current ?? '')?.focus()}
      />
    </>
  );
}

type RowProps = Props & {
  id: number;
  isCurrent: boolean;
  onHere: (id: number, element: Element) => void;
  onMove: (id: number, column: Column, by: number) => void;
};

const Row = memo(function Row({ intake, table, id, isCurrent, onHere, onMove }: RowProps) {
  const row = table.rowOf(id)?.use();
  if (!row) return null;
  const origin = [textOf(row, 'source'), textOf(row, 'acquisitionDate')].filter(Boolean).join(', ');
  const cell = isCurrent ? 'menu:block' : 'menu:hidden';
  return (
    <tr
      onFocus={({ target }) => onHere(id, target)}
      className={`border-t border-line align-top ${cell} ${isCurrent ? 'desk:bg-raised' : ''}`}
    >
      <td className="py-1.5 menu:block menu:py-3">
        <Link
          to="/edit/$id"
          params={{ id: String(id) }}
          search={{ intake }}
          aria-hidden="true"
          tabIndex={-1}
        >
          <ResponsiveImage
            picture={row.picture}
            alt=""
            sizes="(width < 768px) 92vw, 3rem"
            className="menu:max-h-[24svh] menu:w-full menu:object-contain desk:size-12 desk:rounded-tag desk:object-cover"
          />
        </Link>
      </td>
      <th scope="row" className="py-1.5 text-left font-normal menu:block">
        <Link
          to="/edit/$id"
          params={{ id: String(id) }}
          search={{ intake }}
          aria-label={`${row.number}: open its form`}
          className="figures inline-flex min-h-11 items-center text-link"
        >
          {row.number}
        </Link>
        {origin !== '' && <p className="text-sm text-quiet wrap-anywhere">{origin}</p>}
        {row.isGone && (
          <p role="alert" className="text-sm text-bad">
            Deleted
          </p>
        )}
      </th>
      {columns.map((column) => (
        <td key={column} className="py-1.5 menu:block">
          <span aria-hidden="true" className="mb-1 block text-fine font-medium desk:hidden">
            {columnLabels[column]}
          </span>
          <DraftCell
            table={table}
            row={row}
            column={column}
            onMove={(by) => onMove(id, column, by)}
            onCarry={(toRest) => (toRest ? table.carryOn(id) : table.carry(id))}
          />
        </td>
      ))}
    </tr>
  );
});

function Bar({
  table,
  current,
  onUndone,
}: {
  table: DraftTable;
  current: number;
  onUndone: () => void;
}) {
  const { finished, unsaved, open } = table.progress.use();
  const undo = table.undoable.use();
  const isFirst = table.ids[0] === current;
  const isLast = table.ids.at(-1) === current;
  const saved =
    unsaved > 0
      ? 'Saving…'
      : open > 0
        ? open === 1
          ? '1 cell needs attention.'
          : `${formatCount(open)} cells need attention.`
        : 'All saved.';
  return (
    <SaveBar>
      <div className="flex flex-wrap items-center gap-3">
        <p role="status" className="figures min-w-0 flex-1 basis-48 text-fine">
          {formatCount(finished)} of {formatCount(table.ids.length)} have a title and a price.{' '}
          {saved}
        </p>
        {undo !== null && (
          <Button
            look="outline"
            onClick={() => {
              table.undo();
              // The button may be gone.
              onUndone();
            }}
          >
            {undo}
          </Button>
        )}
        <Button
          look="outline"
          disabled={isFirst}
          aria-keyshortcuts="Control+D"
          onClick={() => table.carry(current)}
        >
          Same as above
        </Button>
        <Button
          look="outline"
          disabled={isLast}
          aria-keyshortcuts="Control+Shift+D"
          onClick={() => table.carryOn(current)}
        >
          Same for the rest
        </Button>
      </div>
    </SaveBar>
  );
}
