/** A cursor is a position as opaque text. */
import { z } from 'zod';
import type { SpecimenSort } from '#core/contract/catalogue/specimen-sorts.ts';
import { Problem } from '#core/contract/problems.ts';
import { id } from '#core/contract/text.ts';

/** Relevance is the default of a search. */
export type ListSort = SpecimenSort | 'relevance';

/** `key`: the instant of creation, the price in cents (null for none), or the rank. */
export type CursorPosition = { key: string | number | null; id: number };

export function encodeCursor(sort: ListSort, { key, id }: CursorPosition): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** @throws Problem bad_request for a text that is no cursor of this sort. */
export function decodeCursor(cursor: string, sort: ListSort): CursorPosition {
  const position = shapes[sort].safeParse(parse(cursor));
  if (!position.success) throw badCursor();
  const [, key, specimenId] = position.data;
  return { key, id: specimenId };
}

// PostgreSQL would fail on days that do not exist and on the year 0.
const instant = z
  .string()
  .refine((text) => /^[12]\d{3}-/.test(text) && new Date(text).toJSON() === text);
const cents = z.int().nullable();
const shapes = {
  relevance: z.tuple([z.literal('relevance'), z.int().nonnegative(), id]),
  newest: z.tuple([z.literal('newest'), instant, id]),
  'price-up': z.tuple([z.literal('price-up'), cents, id]),
  'price-down': z.tuple([z.literal('price-down'), cents, id]),
};

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    throw badCursor();
  }
}

const badCursor = () =>
  new Problem(
    'bad_request',
    'This page of the list does not exist. Please start from the beginning.',
  );
