import { wholeNumber } from '#web/lib/whole-number.ts';

/** The query of /ledger. */
export type LedgerSearch = { year?: number };

/** Reads the query; what is no year is left out, so no URL is an error. */
export function parseLedgerSearch(raw: Record<string, unknown>): LedgerSearch {
  const year = wholeNumber(raw.year, 4) ?? 0;
  return year >= 1970 && year < 2200 ? { year } : {};
}
