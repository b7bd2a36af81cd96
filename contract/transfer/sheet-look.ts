/** What the shop understands of a sheet that others wrote, before it is imported. */
import { z } from 'zod';
import { sheetTargets } from './sheet-targets.ts';

export const dateOrders = ['dmy', 'mdy'] as const;
export const decimalSigns = [',', '.'] as const;

/** How a sheet is to be read: what each column becomes, in the sheet's order; empty: it is left out. */
export const sheetMatching = z.strictObject({
  columns: z.array(z.enum(['', ...sheetTargets.map(({ name }) => name)])).max(300),
  /** What is new and has a price is listed for sale. */
  listsForSale: z.boolean().default(true),
  /** Where the sheet leaves it open. */
  dates: z.enum(dateOrders).optional(),
  decimals: z.enum(decimalSigns).optional(),
});

const count = z.int();

export const sheetLook = z.union([
  /** A file of this shop or another Druse: it is imported as it is. */
  z.object({ kind: z.literal('own') }),
  z.object({
    kind: z.literal('foreign'),
    /** Of another shop: what that is called. */
    shop: z.string().nullable(),
    /** The file of the sheet, where it came in a zip with pictures. */
    file: z.string().nullable(),
    /** Of a text file, as it was recognised. */
    encoding: z.string().nullable(),
    headingRow: count,
    rowCount: count,
    /** The admin's own from the last time, of a sheet with the same headings. */
    isRemembered: z.boolean(),
    matching: sheetMatching,
    columns: z.array(
      z.object({
        heading: z.string(),
        /** How many rows have something in it. */
        filled: count,
        /** Cells as they are, and as they will be; `read` is null for one that cannot be read. */
        examples: z.array(z.object({ raw: z.string(), read: z.string().nullable() })),
        /** How the whole column is read, in words; null: as it is. */
        how: z.string().nullable(),
      }),
    ),
    /** What the admin should know before the import. */
    notes: z.array(z.string()),
  }),
]);

export type SheetMatching = z.infer<typeof sheetMatching>;
export type SheetLook = z.infer<typeof sheetLook>;
export type ForeignLook = Extract<SheetLook, { kind: 'foreign' }>;
