/** Why: `docs/decisions/0014-cache-invalidation-by-tags.md`. */

import type { Invalidation } from '#platform/page-cache/page-cache.ts';
import { settingRows } from './admin/settings/cache-tags.ts';
import { collectionRows } from './catalogue/collections/cache-tags.ts';
import { specimenRows } from './catalogue/specimens/cache-tags.ts';
import { mediaRows } from './media/files/cache-tags.ts';
import { secretRows } from './messages/mail/cache-tags.ts';
import { pluggedInto } from './plugged-in.ts';

const tables = new Map<string, (key: string) => string[]>(
  [
    specimenRows,
    settingRows,
    mediaRows,
    collectionRows,
    secretRows,
    ...pluggedInto('tables').map(({ changed = {} }) => changed),
  ].flatMap((rows) => Object.entries(rows)),
);

/** @param row null means that anything may have changed; its key `*` means very many rows. */
export function invalidatedByRow(row: { table: string; key: string } | null): Invalidation {
  if (row === null || row.key === '*') return null;
  // An unknown table invalidates everything.
  return tables.get(row.table)?.(row.key) ?? null;
}

export function invalidatedByRows(rows: readonly { table: string; key: string }[]): Invalidation {
  const tags = rows.map(invalidatedByRow);
  return tags.includes(null) ? null : [...new Set(tags.flatMap((some) => some ?? []))];
}
