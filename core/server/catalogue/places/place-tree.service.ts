import type { Db } from '#platform/db/db.ts';
import { selectLocalities } from './localities.queries.ts';

/** A country has no parent. */
export type Place = { id: number; parentId: number | null; name: string };

export class PlaceTree {
  readonly #places: ReadonlyMap<number, Place>;

  constructor(places: readonly Place[]) {
    this.#places = new Map(places.map((place) => [place.id, place]));
  }

  get(id: number): Place | undefined {
    return this.#places.get(id);
  }

  /** Lists places from the country to the place itself; none for an unknown id. */
  pathOf(id: number): Place[] {
    const path: Place[] = [];
    for (
      let place = this.get(id);
      place;
      place = place.parentId === null ? undefined : this.get(place.parentId)
    )
      path.unshift(place);
    return path;
  }
}

export async function readPlaceTree(db: Db): Promise<PlaceTree> {
  const rows = await selectLocalities(db);
  return new PlaceTree(rows.map(({ id, parent_id, name }) => ({ id, parentId: parent_id, name })));
}
