import { z } from 'zod';
import { id, instant } from '#core/contract/text.ts';

const count = z.int();

export const undoableImports = z.array(
  z.object({
    id,
    /** The admin's file; empty where it is not known. */
    name: z.string(),
    createdAt: instant,
    endsAt: instant,
    added: count,
    changed: count,
  }),
);

export const importUndone = z.object({
  removed: count,
  restored: count,
  left: count,
  titles: z.array(z.string()),
});

export const awaitingPhotos = z.array(
  z.object({
    id,
    title: z.string(),
    number: z.string().nullable(),
    /** As the sheet named them. */ files: z.array(z.string()),
  }),
);

export type UndoableImport = z.infer<typeof undoableImports>[number];
export type ImportUndone = z.infer<typeof importUndone>;
export type AwaitingPhotos = z.infer<typeof awaitingPhotos>;
