/** On a roll each label is a page of its own. All lengths are millimeters. */
import { keysOf } from '#core/contract/tables.ts';

export type StockEntry = {
  name: string;
  page: { width: number; height: number };
  label: { width: number; height: number };
  columns: number;
  rows: number;
  left: number;
  top: number;
  /** Between columns; rows touch each other. */
  gap: number;
  /** With type of this size, what is printed at most is no higher than the label. */
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

/** Margins are the makers': 30 on a sheet is Avery 5160, 24 is Avery 3422. */
export const labelStockTable = {
  'roll-50x30': roll(50, 30, 2.7),
  'roll-70x35': roll(70, 35, 3.2),
  'roll-62x29': roll(62, 29, 2.7),
  'roll-90x29': roll(90, 29, 2.7),
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

export const placesOn = ({ columns, rows }: StockEntry): number => columns * rows;

/**
 * @param first the first label's place on the first page, from 1; beyond the last place it is the
 * last.
 * @returns pages, with null for each place before the first.
 */
export function onPages<T>(labels: readonly T[], places: number, first: number): (T | null)[][] {
  const all = [...Array.from({ length: Math.min(first, places) - 1 }, () => null), ...labels];
  return Array.from({ length: Math.ceil(all.length / places) }, (_, page) =>
    all.slice(page * places, (page + 1) * places),
  );
}

/** Printers leave the edge of a sheet blank, and pull it in a little askew. */
const FROM_EDGE = 5;
const LEAST_INSET = 1;

/**
 * Millimeters that the label at this place, from 0, leaves blank besides its own inset: some next
 * to a sheet's edge, none on a roll.
 */
export function edgeRoom(
  { page, label, columns, left, gap }: StockEntry,
  place: number,
): { left: number; right: number } {
  const column = place % columns;
  const right = page.width - left - columns * label.width - (columns - 1) * gap;
  const missing = (margin: number) => Math.max(0, FROM_EDGE - LEAST_INSET - Math.max(0, margin));
  return {
    left: columns > 1 && column === 0 ? missing(left) : 0,
    right: columns > 1 && column === columns - 1 ? missing(right) : 0,
  };
}
