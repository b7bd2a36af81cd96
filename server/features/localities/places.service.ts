/** The tree of localities, read as a whole: some thousand rows at most. */
import type { Db } from '#server/platform/db/db.ts';
import { selectAround, selectLocalities } from './localities.queries.ts';

export type Place = { id: number; name: string };

export type Places = {
  /** The place and those above it, up to the country; empty for an unknown one. */
  wayUp(id: number): Place[];
  /** The ids of the place and of all beneath it. */
  within(id: number): number[];
};

export async function readPlaces(db: Db): Promise<Places> {
  const rows = await selectLocalities(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const children = Map.groupBy(rows, (row) => row.parent_id);
  return {
    wayUp(id) {
      const way: Place[] = [];
      for (let row = byId.get(id); row; row = byId.get(row.parent_id ?? 0)) way.push({ id: row.id, name: row.name });
      return way;
    },
    within(id) {
      const ids = byId.has(id) ? [id] : [];
      for (const one of ids) ids.push(...(children.get(one) ?? []).map((child) => child.id));
      return ids;
    },
  };
}

/** The place and those around it, up to the country. */
export const placesAround = (db: Db, id: number): Promise<Place[]> => selectAround(db, id);
