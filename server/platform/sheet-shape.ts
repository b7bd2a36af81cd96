/** Sheets of other programs: how one of them is recognised, and what its rows become. */

/** The cells of a row by their headings. */
export type NamedCells = Record<string, string>;

export type SheetShape = {
  /** Whose sheet it is, as the admin reads it. */
  name: string;
  /** What `read` makes, in its sequence, with what each column becomes; empty: it is left out. */
  columns: readonly { heading: string; target: string }[];
  /** Whether a row is of the same product as those before it. */
  continues: (before: readonly NamedCells[], row: NamedCells) => boolean;
  /** The pieces of a product. */
  read: (rows: readonly NamedCells[]) => NamedCells[];
};

/** What a module exports as `findShape`: the shape of a sheet with these headings, or null. */
export type FindShape = (headings: readonly string[]) => SheetShape | null;

/** More rows than this are not of one product, whatever they say. */
const MAX_ROWS_OF_PRODUCT = 500;

/** Collects the rows of each product. @param onPieces called with its pieces, and the row at which it begins. */
export function productReader(
  shape: SheetShape,
  headings: readonly string[],
  onPieces: (pieces: string[][], number: number) => Promise<void>,
) {
  let rows: NamedCells[] = [];
  let begin = 0;
  const end = async () => {
    if (rows.length === 0) return;
    const pieces = shape.read(rows).map((piece) => shape.columns.map(({ heading }) => (piece[heading] ?? '').trim()));
    rows = [];
    await onPieces(pieces, begin);
  };
  return {
    async add(number: number, cells: readonly (string | number)[]): Promise<void> {
      const row = Object.fromEntries(headings.map((heading, index) => [heading, String(cells[index] ?? '')]));
      const isSame = rows.length > 0 && rows.length < MAX_ROWS_OF_PRODUCT && shape.continues(rows, row);
      if (!isSame) {
        await end();
        begin = number;
      }
      rows.push(row);
    },
    end,
  };
}
