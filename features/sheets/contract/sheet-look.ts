import { z } from 'zod';
import { delimiters, encodings } from './sheet-readings.ts';
import { sheetTargets } from './sheet-targets.ts';

export const dateOrders = ['dmy', 'mdy'] as const;
export const decimalSigns = [',', '.'] as const;
/** As many as are read. */
const MAX_COLUMNS = 1_024;
const MAX_ANSWERS = 500;

/** How the file itself is read; what is missing, the shop finds out. */
export const sheetReading = z.strictObject({
  encoding: z.enum(encodings).optional(),
  delimiter: z.enum(delimiters).optional(),
  /** From 1. */
  sheet: z.int().min(1).max(100).optional(),
  /** From 1; 0: there are no headings. */
  headingRow: z.int().min(0).max(100).optional(),
});

/** Whether a row is the piece that has its number, another one, or none. */
export const rowAnswers = ['same', 'new', 'skip'] as const;
const target = z.enum(['', ...sheetTargets.map(({ name }) => name)]);
const rowNumber = z.int().min(1).max(1_000_000);

/** What each column becomes, in the sheet's order; an empty target leaves it out. */
export const sheetMatching = z.strictObject({
  columns: z.array(target).max(MAX_COLUMNS),
  listsForSale: z.boolean().default(true),
  dates: z.enum(dateOrders).optional(),
  decimals: z.enum(decimalSigns).optional(),
  reading: sheetReading.optional(),
  /** For all rows whose number another stone or an earlier row has, unless `answers` says otherwise. */
  taken: z.enum(rowAnswers).optional(),
  answers: z
    .array(z.tuple([rowNumber, z.enum(rowAnswers)]))
    .max(MAX_ANSWERS)
    .optional(),
  /** Pieces that the sheet says are sold are marked so here. */
  marksSold: z.boolean().optional(),
  /** Cells as the owner has corrected them. */
  cells: z
    .array(z.tuple([rowNumber, target, z.string().max(2_000)]))
    .max(MAX_ANSWERS)
    .optional(),
});

const count = z.int();

/** `asked`: it may be private, or mean two things, so the owner says; `none`: it has no place. */
export const surenesses = ['sure', 'guessed', 'asked', 'none'] as const;

export const sheetLook = z.union([
  z.object({ kind: z.literal('own') }),
  z.object({
    kind: z.literal('foreign'),
    shop: z.string().nullable(),
    /** The sheet's file in a zip with pictures; null: it came alone. */
    file: z.string().nullable(),
    /** The recognized encoding of a text file; null for others. */
    encoding: z.string().nullable(),
    /** Of a text file; null for others. */
    delimiter: z.string().nullable(),
    /** Of a workbook, in its order; empty for others. `rows` is 0 where it is the only one. */
    sheets: z.array(z.object({ name: z.string(), rows: count, isHidden: z.boolean() })),
    /** The sheet that is read, from 1. */
    sheet: count.nullable(),
    /** 0: there are none. */
    headingRow: count,
    /** The beginning of the file, for finding the headings. */
    firstRows: z.array(z.object({ number: count, cells: z.array(z.string()) })),
    rowCount: count,
    isRemembered: z.boolean(),
    matching: sheetMatching,
    columns: z.array(
      z.object({
        heading: z.string(),
        filled: count,
        /** Cells before and after; `read` is null for one that cannot be read. */
        examples: z.array(z.object({ raw: z.string(), read: z.string().nullable() })),
        /** How the whole column is read, in words; null: as it is. */
        how: z.string().nullable(),
        sureness: z.enum(surenesses),
        /** What an asked column may become. */
        suggestions: z.array(z.string()),
      }),
    ),
    notes: z.array(z.string()),
  }),
]);

export type SheetReading = z.infer<typeof sheetReading>;
export type RowAnswer = (typeof rowAnswers)[number];
export type Sureness = (typeof surenesses)[number];
export type SheetMatching = z.infer<typeof sheetMatching>;
export type SheetLook = z.infer<typeof sheetLook>;
export type ForeignLook = Extract<SheetLook, { kind: 'foreign' }>;
