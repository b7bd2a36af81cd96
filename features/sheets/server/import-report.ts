import { Problem } from '#core/contract/problems.ts';
import type {
  ImportReport,
  ReportedRow,
  Sheet,
  Tally,
} from '#features/sheets/contract/transfer.ts';
import type { CsvRow } from '#platform/csv.ts';
import { CellFault, CellFaults } from './cells.ts';
import type { ImportRow } from './import-source.ts';
import { RowFault } from './order-sheet.ts';
import { NumberTaken, RowSkipped } from './row-claims.ts';

const MAX_REPORTED = 1_000;

const emptyTally = (): Tally => ({ added: 0, changed: 0, unchanged: 0, refused: 0 });

export type Outcome = 'added' | 'changed' | 'unchanged';

export class Report {
  readonly value: ImportReport;

  constructor(isDryRun: boolean) {
    this.value = {
      isDryRun,
      species: emptyTally(),
      specimens: emptyTally(),
      orders: emptyTally(),
      papers: emptyTally(),
      visible: 0,
      forSale: 0,
      errors: [],
      errorCount: 0,
      notes: [],
      rows: [],
      photos: { here: 0, elsewhere: 0 },
    };
  }

  row(row: ImportRow, about: Partial<ReportedRow> & Pick<ReportedRow, 'kind'>): void {
    const { cells, defaults } = row;
    this.value.rows.push({
      line: row.line,
      title: (cells.title ?? defaults.title ?? '').slice(0, 200),
      number: cells['catalogue number']?.slice(0, 100) ?? null,
      reason: null,
      target: null,
      other: null,
      isSoldHere: false,
      ...about,
    });
  }

  count(sheet: Sheet, outcome: Outcome): void {
    this.#tally(sheet)[outcome] += 1;
  }

  shown({ visible, forSale }: { visible: boolean; forSale: boolean }): void {
    if (visible) this.value.visible += 1;
    if (forSale) this.value.forSale += 1;
  }

  note(sheet: Sheet, line: number | null, message: string): void {
    if (this.value.notes.length < MAX_REPORTED)
      this.value.notes.push({ sheet, line, column: null, message });
  }

  /** `line` null: the whole sheet. */
  fault(sheet: Sheet, line: number | null, column: string | null, message: string): void {
    this.value.errorCount += 1;
    if (this.value.errors.length < MAX_REPORTED)
      this.value.errors.push({ sheet, line, column, message });
  }

  /** @throws the error itself where the shop failed, not the row: the import must end. */
  refuse(sheet: Sheet, row: CsvRow | ImportRow, error: unknown): void {
    if (error instanceof RowSkipped && 'headings' in row) {
      this.row(row, { kind: 'left out', reason: error.message });
      return;
    }
    this.#tally(sheet).refused += 1;
    if ('headings' in row) this.#refusedRow(row, error);
    for (const one of error instanceof CellFaults ? error.faults : [error]) {
      const fault = faultOf(one);
      if (!fault) throw error;
      // What could not be translated already has its own heading.
      const isOwn = !('headings' in row) || row.faults.some((untranslated) => untranslated === one);
      const column = isOwn ? fault.column : (row.headings[fault.column ?? ''] ?? fault.column);
      this.fault(sheet, fault.line ?? row.line, column, fault.message);
    }
  }

  photos({ cells, addresses }: ImportRow): void {
    this.value.photos.elsewhere += addresses.length;
    this.value.photos.here += Object.keys(cells).filter((name) =>
      /^picture \d+$/.test(name),
    ).length;
  }

  #refusedRow(row: ImportRow, error: unknown): void {
    const [first = error] = error instanceof CellFaults ? error.faults : [error];
    const fault = faultOf(first);
    if (!fault) return;
    const target =
      Object.entries(row.headings).find(([name, heading]) =>
        [name, heading].includes(fault.column ?? ''),
      )?.[0] ?? null;
    this.row(row, {
      kind: first instanceof NumberTaken ? 'taken' : 'refused',
      reason: fault.message,
      target,
      ...(first instanceof NumberTaken && { other: first.other }),
    });
  }

  #tally(sheet: Sheet): Tally {
    const { species, specimens, orders, papers } = this.value;
    return {
      'species.csv': species,
      'specimens.csv': specimens,
      'orders.csv': orders,
      'invoices.csv': papers,
      'credit-notes.csv': papers,
    }[sheet];
  }
}

/** The rows after would meet these failures too. */
const shopFailures = ['internal', 'unavailable', 'storage_full'];

/** Null for a failure of the shop. */
function faultOf(error: unknown): { line?: number; column: string | null; message: string } | null {
  if (error instanceof CellFault)
    return {
      column: error.column,
      message: error.message,
      ...(error instanceof RowFault && { line: error.line }),
    };
  if (!(error instanceof Problem) || shopFailures.includes(error.code)) return null;
  const { file, issues } = error.details;
  return { column: file?.part ?? issues?.[0]?.path ?? null, message: error.message };
}
