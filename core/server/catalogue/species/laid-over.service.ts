/** A separate list: every database that is prepared reads it, also without a shop. */
import * as list from '#features/over-species.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import type { OverSpecies } from './species.service.ts';

const all = Object.values<OverSpecies>(list);

/** Applies to everything this process does from now on. @returns whether it changed. */
export async function refreshSpecies(db: Db | Tx): Promise<boolean> {
  let hasChanged = false;
  for (const { refresh } of all) hasChanged = (await refresh(db)) || hasChanged;
  return hasChanged;
}

export const isOfSpecies = (name: string): boolean => all.some(({ table }) => table === name);
