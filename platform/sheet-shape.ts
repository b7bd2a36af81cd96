export type NamedCells = Record<string, string>;

export type SheetShape = {
  name: string;
  /** What `read` makes, in its sequence; an empty target leaves the column out. */
  columns: readonly { heading: string; target: string }[];
  /** The heading as `read` knows it, of one in another language or version. */
  rename?: (heading: string) => string;
  continues: (before: readonly NamedCells[], row: NamedCells) => boolean;
  /** @param now ISO 8601, for prices of a time. */
  read: (rows: readonly NamedCells[], now: string) => NamedCells[];
};

/** A shape's piece says in this cell why it is none, such as a gift card. */
export const LEFT_OUT = '\u0000left out';

/** Columns that the shape does not read: the owner may want them. */
export function headingsBeside(
  { columns, read, rename = (heading) => heading }: SheetShape,
  said: readonly string[],
): string[] {
  const headings = said.map(rename);
  const asked = new Set<string>(columns.map(({ heading }) => heading));
  const note = (heading: string | symbol): string => {
    asked.add(String(heading));
    return '';
  };
  const row = new Proxy<NamedCells>(Object.fromEntries(headings.map((one) => [one, ''])), {
    get: (_, heading) => note(heading),
  });
  read([row, row], '');
  read([row], '');
  return [...new Set(headings)].filter((heading) => heading !== '' && !asked.has(heading));
}

/** A module exports this as `findShape`. Null: these headings have no shape. */
export type FindShape = (headings: readonly string[]) => SheetShape | null;

/** More rows than this are not of one product, whatever they say. */
const MAX_ROWS_OF_PRODUCT = 500;

/** @param onPieces called with a product's pieces, and the row at which it begins. */
export function productReader(
  shape: SheetShape,
  said: readonly string[],
  now: string,
  onPieces: (pieces: { cells: string[]; leftOut: string }[], number: number) => Promise<void>,
) {
  const headings = said.map(shape.rename ?? ((heading) => heading));
  const beside = headingsBeside(shape, said);
  let rows: NamedCells[] = [];
  let begin = 0;
  const end = async () => {
    if (rows.length === 0) return;
    const others = beside.map(
      (heading) => rows.find((row) => (row[heading] ?? '').trim() !== '')?.[heading]?.trim() ?? '',
    );
    const pieces = shape.read(rows, now).map((piece) => ({
      cells: [...shape.columns.map(({ heading }) => (piece[heading] ?? '').trim()), ...others],
      leftOut: piece[LEFT_OUT] ?? '',
    }));
    rows = [];
    await onPieces(pieces, begin);
  };
  return {
    async add(number: number, cells: readonly (string | number)[]): Promise<void> {
      const row = Object.fromEntries(
        headings.map((heading, index) => [heading, String(cells[index] ?? '')]),
      );
      const isSame =
        rows.length > 0 && rows.length < MAX_ROWS_OF_PRODUCT && shape.continues(rows, row);
      if (!isSame) {
        await end();
        begin = number;
      }
      rows.push(row);
    },
    end,
  };
}
