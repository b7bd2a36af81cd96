/** Which cache tags a changed row invalidates. */

import { settingRows } from './features/admin/settings/cache-tags.ts';
import { collectionRows } from './features/catalogue/collections/cache-tags.ts';
import { specimenRows } from './features/catalogue/specimens/cache-tags.ts';
import { mediaRows } from './features/media/files/cache-tags.ts';
import type { Invalidation } from './platform/page-cache/page-cache.ts';
import { pluggedInto } from './plugged-in.ts';

const tables = new Map<string, (key: string) => string[]>(
  [specimenRows, settingRows, mediaRows, collectionRows, ...pluggedInto('tables').map(({ changed = {} }) => changed)].flatMap((rows) =>
    Object.entries(rows),
  ),
);

/** @param row as other processes are told of it; key `*` means very many, null that anything may have changed. */
export function invalidatedByRow(row: { table: string; key: string } | null): Invalidation {
  if (row === null || row.key === '*') return null;
  // An unknown table: everything.
  return tables.get(row.table)?.(row.key) ?? null;
}
