/** Schemas for text from anyone: bounded, well-formed Unicode without U+0000. */
import { z } from 'zod';
import { isOneLine, ONE_LINE_MESSAGE } from './one-line.ts';

export const NO_TEXT = 'Contains characters that are not text';

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/**
 * Text of at most `maxLength` UTF-16 code units.
 * @param missing the message where there is none.
 */
export const text = (maxLength: number, missing?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .max(maxLength)
    .refine(isStorable, NO_TEXT);

/** The same without white space around it. */
export const trimmed = (maxLength: number, missing?: string) => text(maxLength, missing).trim();

/** The same in one line, without control characters. */
export const line = (maxLength: number, missing?: string) => trimmed(maxLength, missing).refine(isOneLine, ONE_LINE_MESSAGE);

export const id = z.int().positive().max(2_147_483_647);
/** An id in a path: decimal digits. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Not an id')
  .transform(Number)
  .pipe(id);
/** An amount with two decimals. */
export const amount = z.string();
/** An instant, ISO 8601 in UTC. */
export const instant = z.string();
