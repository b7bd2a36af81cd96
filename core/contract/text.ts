/** Text from anyone is bounded, well-formed Unicode without U+0000. */
import { z } from 'zod';
import { isOneLine, ONE_LINE_MESSAGE } from './one-line.ts';

export const NO_TEXT = 'Contains characters that are not text';

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/** @param maxLength in UTF-16 code units. @param missing the message where there is none. */
export const text = (maxLength: number, missing?: string) =>
  z
    .string({ error: ({ code }) => (code === 'invalid_type' ? missing : undefined) })
    .max(maxLength)
    .refine(isStorable, NO_TEXT);

/** Trims white space. */
export const trimmed = (maxLength: number, missing?: string) => text(maxLength, missing).trim();

/** Refuses line breaks and control characters. */
export const line = (maxLength: number, missing?: string) =>
  trimmed(maxLength, missing).refine(isOneLine, ONE_LINE_MESSAGE);

export const id = z.int().positive().max(2_147_483_647);
/** Decimal digits in a path. */
export const idParam = z
  .string()
  .regex(/^[1-9]\d{0,9}$/, 'Not an id')
  .transform(Number)
  .pipe(id);
/** Two decimals. */
export const amount = z.string();
/** ISO 8601 in UTC. */
export const instant = z.string();
/** The admin's device names it; not before the year 2000. */
export const givenInstant = z.iso.datetime({ precision: 3 }).startsWith('2');
