/** The report of an import. */
import { Problem } from '#contract/problems.ts';
import type { ImportReport, Sheet, Tally } from '#contract/transfer/transfer.ts';
import type { CsvRow } from '#server/platform/csv.ts';
import { CellFault, CellFaults } from './cells.ts';
import type { ImportRow } from './import-source.ts';
import { RowFault } from './order-sheet.ts';

const MAX_REPORTED = 1_000;

const emptyTally = (): Tally => ({ added: 0, changed: 0, unchanged: 0, refused: 0 });

export type Outcome = 'added' | 'changed' | 'unchanged';

/** Collects the outcome of each row. */
export class Report {
  readonly value: ImportReport;

  constructor(isDryRun: boolean) {
    const [species, specimens, orders] = [emptyTally(), emptyTally(), emptyTally()];
    this.value = { isDryRun, species, specimens, orders, visible: 0, forSale: 0, errors: [], errorCount: 0, notes: [] };
  }

  count(sheet: Sheet, outcome: Outcome): void {
    this.#tally(sheet)[outcome] += 1;
  }

  /** Counts a specimen that is new or changed by how it is after that. */
  shown({ visible, forSale }: { visible: boolean; forSale: boolean }): void {
    if (visible) this.value.visible += 1;
    if (forSale) this.value.forSale += 1;
  }

  note(sheet: Sheet, line: number, message: string): void {
    if (this.value.notes.length < MAX_REPORTED) this.value.notes.push({ sheet, line, column: null, message });
  }

  /** Reports a fault of the sheet as a whole, or of its heading. */
  fault(sheet: Sheet, line: number | null, column: string | null, message: string): void {
    this.value.errorCount += 1;
    if (this.value.errors.length < MAX_REPORTED) this.value.errors.push({ sheet, line, column, message });
  }

  /**
   * Reports a refused row; under its sheet's own headings, if others wrote it.
   * @throws the error itself where it is the shop's failure, not the row's: the import must end.
   */
  refuse(sheet: Sheet, row: CsvRow | ImportRow, error: unknown): void {
    this.#tally(sheet).refused += 1;
    for (const one of error instanceof CellFaults ? error.faults : [error]) {
      const fault = faultOf(one);
      if (!fault) throw error;
      // What could not be translated is under its own heading already.
      const isOwn = !('headings' in row) || row.faults.some((untranslated) => untranslated === one);
      const column = isOwn ? fault.column : (row.headings[fault.column ?? ''] ?? fault.column);
      this.fault(sheet, fault.line ?? row.line, column, fault.message);
    }
  }

  #tally(sheet: Sheet): Tally {
    const { species, specimens, orders } = this.value;
    return { 'species.csv': species, 'specimens.csv': specimens, 'orders.csv': orders }[sheet];
  }
}

/** Codes of the shop's failures, which the rows after would meet too. */
const shopFailures = ['internal', 'unavailable', 'storage_full'];

/** What an error says about the row; null for a failure of the shop. */
function faultOf(error: unknown): { line?: number; column: string | null; message: string } | null {
  if (error instanceof CellFault)
    return { column: error.column, message: error.message, ...(error instanceof RowFault && { line: error.line }) };
  if (!(error instanceof Problem) || shopFailures.includes(error.code)) return null;
  const { file, issues } = error.details;
  return { column: file?.part ?? issues?.[0]?.path ?? null, message: error.message };
}
