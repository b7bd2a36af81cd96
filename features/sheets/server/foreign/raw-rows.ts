/** An empty cell is empty text; a date is ISO 8601 text. */
export type Cell = string | number;
/** `cells` may have holes. The same row follows itself `times` times. */
export type RawRow = { number: number; cells: Cell[]; times: number };
export type RowOfSheet = RawRow & { of: number };
export type SheetName = { name: string; isHidden: boolean };
export type RawWorkbook = {
  sheets: SheetName[];
  /** @param only the sheet, counted from 0; null: all, as they are stored, for a first look. */
  rows: (only: number | null) => AsyncGenerator<RowOfSheet>;
};

export const isPhotoAddress = (text: string): boolean =>
  /^https?:\/\/\S+\.(jpe?g|png|webp|heic|avif|tiff?)(?:[?#]\S*)?$/i.test(text);

type Place = { row: number; column: number };
const MAX_MERGED = 2_000;

/** Cells merged downwards say the same of each row. */
export class MergedCells {
  /** By the row where they begin, which comes once. */
  readonly #waiting = new Map<number, { column: number; end: number }[]>();
  /** Those that say something. */
  #begun: { column: number; end: number; cell: Cell }[] = [];
  #count = 0;

  add(from: Place, to: Place): void {
    if (to.row <= from.row || this.#count >= MAX_MERGED) return;
    this.#count += 1;
    const range = { column: from.column, end: to.row };
    const others = this.#waiting.get(from.row);
    if (others) others.push(range);
    else this.#waiting.set(from.row, [range]);
  }

  filled(number: number, cells: Cell[]): Cell[] {
    this.#begun = this.#begun.filter(({ end }) => number <= end);
    for (const { column, cell } of this.#begun) cells[column] ??= cell;
    for (const range of this.#waiting.get(number) ?? []) {
      const cell = cells[range.column] ?? '';
      if (cell !== '') this.#begun.push({ ...range, cell });
    }
    this.#waiting.delete(number);
    return cells;
  }
}
