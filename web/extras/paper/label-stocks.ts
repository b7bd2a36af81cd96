/** Labels as they are sold: on a roll, where each is a page of its own, or on sheets. All lengths are millimetres. */
import { keysOf } from '#contract/catalogue/statuses.ts';

export type StockEntry = {
  name: string;
  page: { width: number; height: number };
  label: { width: number; height: number };
  columns: number;
  rows: number;
  /** From the page's edges to the first label. */
  left: number;
  top: number;
  /** Between two columns; rows touch each other. */
  gap: number;
  /** The size of the type: with it, what is printed at most is no higher than the label. */
  type: number;
};

const roll = (width: number, height: number, type: number): StockEntry => ({
  name: `Roll, ${width} × ${height} mm`,
  page: { width, height },
  label: { width, height },
  columns: 1,
  rows: 1,
  left: 0,
  top: 0,
  gap: 0,
  type,
});

/** The margins of sheets are those of the makers: 30 on a sheet is Avery 5160, 24 is Avery 3422. */
export const labelStockTable = {
  'roll-50x30': roll(50, 30, 2.7),
  'roll-70x35': roll(70, 35, 3.2),
  'letter-30': {
    name: 'US Letter, 30 of 2⅝ × 1 in',
    page: { width: 215.9, height: 279.4 },
    label: { width: 66.675, height: 25.4 },
    columns: 3,
    rows: 10,
    left: 4.7625,
    top: 12.7,
    gap: 3.175,
    type: 2.4,
  },
  'a4-24': {
    name: 'A4, 24 of 70 × 35 mm',
    page: { width: 210, height: 297 },
    label: { width: 70, height: 35 },
    columns: 3,
    rows: 8,
    left: 0,
    top: 8.5,
    gap: 0,
    type: 3.2,
  },
} as const satisfies Record<string, StockEntry>;

export type LabelStock = keyof typeof labelStockTable;
export const labelStocks = keysOf(labelStockTable);

/** How many labels a page of the stock has. */
export const placesOn = ({ columns, rows }: StockEntry): number => columns * rows;

/**
 * Spreads labels over pages.
 * @param first the place of the first one on the first page, from 1; a later place than the last is the last.
 * @returns the pages, with null for each place before the first.
 */
export function onPages<T>(labels: readonly T[], places: number, first: number): (T | null)[][] {
  const all = [...Array.from({ length: Math.min(first, places) - 1 }, () => null), ...labels];
  return Array.from({ length: Math.ceil(all.length / places) }, (_, page) => all.slice(page * places, (page + 1) * places));
}

/** Printers leave the edge of a sheet blank, and pull it in a little askew. */
const FROM_EDGE = 5;
/** Which every label has. */
const LEAST_INSET = 1;

/** How many millimetres a label at this place of a page, from 0, leaves blank besides its own inset: next to the edge of a sheet some, on a roll none. */
export function edgeRoom({ page, label, columns, left, gap }: StockEntry, place: number): { left: number; right: number } {
  const column = place % columns;
  const right = page.width - left - columns * label.width - (columns - 1) * gap;
  const missing = (margin: number) => Math.max(0, FROM_EDGE - LEAST_INSET - Math.max(0, margin));
  return {
    left: columns > 1 && column === 0 ? missing(left) : 0,
    right: columns > 1 && column === columns - 1 ? missing(right) : 0,
  };
}
