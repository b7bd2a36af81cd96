/** The tree of localities: every place once, in one spelling. */
import type { Tx } from '#server/platform/db/db.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { insertPlace, selectPlace } from './localities.queries.ts';

/** A specimen's locality: the innermost place, and the names from it to the country as the tree spells them. */
export type FoundLocality = { id: number | null; names: string[] };

/** Finds the places of a locality, from the mine to the country, and adds those that are new. No names: no place. */
export async function findOrAddLocality(tx: Tx, names: readonly string[]): Promise<FoundLocality> {
  const found: FoundLocality = { id: null, names: [] };
  for (const name of names.toReversed()) {
    const key = foldLine(name);
    const place = { parent_id: found.id, name, name_key: key };
    const read = () => selectPlace(tx, place.parent_id, key);
    let known = await read();
    if (!known) {
      await insertPlace(tx, place);
      known = await read();
    }
    if (!known) throw new Error(`The locality “${name}” was neither found nor added`);
    found.id = known.id;
    found.names.unshift(known.name);
  }
  return found;
}
