/** What an import says of itself. */
import { Problem } from '#contract/problems.ts';
import type { ImportReport, Sheet, Tally } from '#contract/transfer.ts';
import { CellFault } from './cells.ts';
import { RowFault } from './order-sheet.ts';

const MAX_REPORTED = 1_000;

const none = (): Tally => ({ added: 0, changed: 0, unchanged: 0, refused: 0 });

export type Outcome = 'added' | 'changed' | 'unchanged';

/** Collects what becomes of the rows of the sheets. */
export class Report {
  readonly value: ImportReport;

  constructor(isDryRun: boolean) {
    this.value = { isDryRun, specimens: none(), orders: none(), errors: [], errorCount: 0, notes: [] };
  }

  count(sheet: Sheet, outcome: Outcome): void {
    this.#tally(sheet)[outcome] += 1;
  }

  note(sheet: Sheet, line: number, message: string): void {
    if (this.value.notes.length < MAX_REPORTED) this.value.notes.push({ sheet, line, column: null, message });
  }

  /** Something is wrong with the sheet as a whole, or with its heading. */
  fault(sheet: Sheet, line: number | null, column: string | null, message: string): void {
    this.value.errorCount += 1;
    if (this.value.errors.length < MAX_REPORTED) this.value.errors.push({ sheet, line, column, message });
  }

  /**
   * A row is refused.
   * @throws the error itself where it says nothing of the row: the shop cannot work on.
   */
  refuse(sheet: Sheet, line: number, error: unknown): void {
    const said = tokensOf(error);
    if (!said) throw error;
    this.#tally(sheet).refused += 1;
    this.fault(sheet, said.line ?? line, said.column, said.message);
  }

  #tally(sheet: Sheet): Tally {
    return sheet === 'specimens.csv' ? this.value.specimens : this.value.orders;
  }
}

/** Failures of the shop, not of the row: the rows after it would fail alike. */
const shopFailures = ['internal', 'unavailable', 'storage_full'];

function tokensOf(error: unknown): { line?: number; column: string | null; message: string } | null {
  if (error instanceof CellFault)
    return { column: error.column, message: error.message, ...(error instanceof RowFault && { line: error.line }) };
  if (!(error instanceof Problem) || shopFailures.includes(error.code)) return null;
  const { file, issues } = error.details;
  return { column: file?.part ?? issues?.[0]?.path ?? null, message: error.message };
}
