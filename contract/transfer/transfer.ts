/** Export and import of specimens and orders as CSV with pictures, for the admin only. */
import { z } from 'zod';

/** In the order in which they are imported. */
export const sheets = ['species.csv', 'specimens.csv', 'orders.csv'] as const;
export type Sheet = (typeof sheets)[number];

/** A larger zip is imported on the command line. */
export const MAX_IMPORT_BYTES = 4 * 2 ** 30;

const count = z.int();

/** What became of the rows of a sheet, or would. A row with an error is refused whole. */
const tally = z.object({ added: count, changed: count, unchanged: count, refused: count });

/** A message about a line of the file, 1 for the heading; about the whole file where `line` is null. */
const remark = z.object({ sheet: z.string(), line: z.int().nullable(), column: z.string().nullable(), message: z.string() });

export const importReport = z.object({
  /** Nothing was written. */
  isDryRun: z.boolean(),
  /** What the shop says of species itself. */
  species: tally,
  specimens: tally,
  orders: tally,
  /** How many of the new and changed specimens visitors see afterwards. */
  visible: count,
  /** How many of them are for sale. */
  forSale: count,
  /** Why rows were refused, in the order of the lines; the first thousand. */
  errors: z.array(remark),
  /** How many there are in all. */
  errorCount: count,
  /** What the admin should know about rows that were imported; the first thousand. */
  notes: z.array(remark),
});

/** A line of the response to an import: progress now and then, and at last the report, or why it ended early. */
export const importEvent = z.union([
  z.object({ sheet: z.enum(sheets), /** Of the sheet, 0 to 1. */ share: z.number() }),
  z.object({ report: importReport }),
  z.object({ failure: z.object({ code: z.string(), message: z.string() }) }),
]);

export type Tally = z.infer<typeof tally>;
export type Remark = z.infer<typeof remark>;
export type ImportReport = z.infer<typeof importReport>;
export type ImportEvent = z.infer<typeof importEvent>;
