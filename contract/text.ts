/** Schemas for text from anyone: bounded, well-formed Unicode without U+0000; everything else in it is text. */
import { z } from 'zod';

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/**
 * Text of at most `longest` UTF-16 code units.
 * @param missing what is said where there is none.
 */
export const text = (longest: number, missing?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .max(longest)
    .refine(isStorable, 'Contains characters that are not text');

/** The same without white space around it. */
export const trimmed = (longest: number, missing?: string) => text(longest, missing).trim();

export const id = z.int().positive().max(2_147_483_647);
/** An id in an address: decimal digits. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Not an id')
  .transform(Number)
  .pipe(id);
/** An amount with two decimals. */
export const amount = z.string();
/** An instant, ISO 8601 in UTC. */
export const instant = z.string();
