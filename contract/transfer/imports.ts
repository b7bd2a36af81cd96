/** Imports that can be undone, and specimens that wait for their photos. */
import { z } from 'zod';
import { id, instant } from '#contract/text.ts';

const count = z.int();

export const undoableImports = z.array(
  z.object({
    id,
    /** Of the admin's file; empty where it is not known. */
    name: z.string(),
    createdAt: instant,
    /** Until when it can be undone. */
    endsAt: instant,
    /** Specimens. */
    added: count,
    changed: count,
  }),
);

export const importUndone = z.object({
  removed: count,
  restored: count,
  /** Sold, edited or deleted since. */
  left: count,
  /** What those are called, the first hundred. */
  titles: z.array(z.string()),
});

/** Specimens without a photo, with the names by which their files are known. */
export const awaitingPhotos = z.array(
  z.object({ id, title: z.string(), number: z.string().nullable(), /** As the sheet named them. */ files: z.array(z.string()) }),
);

export type UndoableImport = z.infer<typeof undoableImports>[number];
export type ImportUndone = z.infer<typeof importUndone>;
export type AwaitingPhotos = z.infer<typeof awaitingPhotos>;
