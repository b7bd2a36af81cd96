import { wholeNumber } from '#ui/lib/whole-number.ts';

export type LedgerSearch = { year?: number };

/** Leaves out what is no year, so no URL is an error. */
export function parseLedgerSearch(raw: Record<string, unknown>): LedgerSearch {
  const year = wholeNumber(raw.year, 4) ?? 0;
  return year >= 1970 && year < 2200 ? { year } : {};
}
