import { z } from 'zod';

/** In the order in which they are imported; the last two are about orders. */
export const sheets = [
  'species.csv',
  'specimens.csv',
  'orders.csv',
  'invoices.csv',
  'credit-notes.csv',
] as const;
export type Sheet = (typeof sheets)[number];

/** A larger zip is imported on the command line. */
export const MAX_IMPORT_BYTES = 4 * 2 ** 30;

const count = z.int();

/** Counts rows by outcome. A row with an error is refused whole. */
const tally = z.object({ added: count, changed: count, unchanged: count, refused: count });

/** `line` counts from 1 for the heading; null: the whole file. */
const remark = z.object({
  sheet: z.string(),
  line: z.int().nullable(),
  column: z.string().nullable(),
  message: z.string(),
});

/** `taken`: its number is another stone's, here or in the list, and the owner has not said. */
export const rowKinds = ['new', 'changed', 'same', 'taken', 'refused', 'left out'] as const;

/** A row of others' list. */
const reportedRow = z.object({
  line: z.int(),
  kind: z.enum(rowKinds),
  title: z.string(),
  number: z.string().nullable(),
  /** Why it is refused, asked or left out. */
  reason: z.string().nullable(),
  /** The field that is at fault, to be corrected; null: none. */
  target: z.string().nullable(),
  /** The piece that it is, or whose number it has; `id` null: an earlier row. */
  other: z.object({ id: z.int().nullable(), title: z.string() }).nullable(),
  /** Sold in the list, and for sale here. */
  isSoldHere: z.boolean(),
});

export const importReport = z.object({
  isDryRun: z.boolean(),
  species: tally,
  specimens: tally,
  orders: tally,
  /** Invoices and credit notes. */
  papers: tally,
  visible: count,
  forSale: count,
  /** The first thousand, in the order of the lines. */
  errors: z.array(remark),
  errorCount: count,
  /** The first thousand. */
  notes: z.array(remark),
  /** Of others' list; empty for the shop's own. */
  rows: z.array(reportedRow),
  /** Photos that come with the new rows: with the list, and at addresses, to be copied. */
  photos: z.object({ here: count, elsewhere: count }),
});

export const importEvent = z.union([
  z.object({ sheet: z.enum(sheets), /** Of the sheet, 0 to 1. */ share: z.number() }),
  z.object({ report: importReport }),
  z.object({ failure: z.object({ code: z.string(), message: z.string() }) }),
]);

export type Tally = z.infer<typeof tally>;
export type Remark = z.infer<typeof remark>;
export type ReportedRow = z.infer<typeof reportedRow>;
export type ImportReport = z.infer<typeof importReport>;
export type ImportEvent = z.infer<typeof importEvent>;
