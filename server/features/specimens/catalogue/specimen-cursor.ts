/** Cursors of the list: the place after the last row of a page, as one opaque text. */
import { z } from 'zod';
import { Problem } from '#contract/problems.ts';
import type { SpecimenSort } from '#contract/specimen-sorts.ts';
import { id } from '#contract/text.ts';

/** The orders of the list: those that a visitor chooses, and the best match first, which a search has by itself. */
export type ListSort = SpecimenSort | 'relevance';

/** Sort key and id of a row: the instant of its creation, its price in cents (null where it has none), or how well it matches. */
export type Place = { key: string | number | null; id: number };

export function encodeCursor(sort: ListSort, { key, id }: Place): string {
  return Buffer.from(JSON.stringify([sort, key, id])).toString('base64url');
}

/** @throws Problem bad_request for a text that is no cursor of this sort. */
export function decodeCursor(cursor: string, sort: ListSort): Place {
  const place = shapes[sort].safeParse(parse(cursor));
  if (!place.success) throw badCursor();
  const [, key, specimenId] = place.data;
  return { key, id: specimenId };
}

// Both engines must be able to read what comes from outside: PostgreSQL refuses days that do not exist and the year 0.
const day = z.string().refine((text) => /^[12]\d{3}-/.test(text) && new Date(text).toJSON() === text);
const cents = z.int().nullable();
const shapes = {
  relevance: z.tuple([z.literal('relevance'), z.int().nonnegative(), id]),
  newest: z.tuple([z.literal('newest'), day, id]),
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

const badCursor = () => new Problem('bad_request', 'This page of the list does not exist. Please start from the beginning.');
