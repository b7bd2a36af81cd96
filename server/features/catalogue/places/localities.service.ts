/** The tree of localities: every place once, in one spelling. */
import type { Tx } from '#server/platform/db/db.ts';
import { foldLine } from '#server/platform/text-search.ts';
import { insertPlace, selectPlace } from './localities.queries.ts';

/** A specimen's locality: the innermost place, and the names from it to the country as the tree spells them. */
export type FoundLocality = { id: number | null; names: string[] };

/** The places that a transaction has found, by the one around them and their key. */
export type KnownPlaces = Map<string, { id: number; name: string }>;

/** Finds the places of a locality, from the mine to the country, and adds those that are new. No names: no place. */
export async function findOrAddLocality(tx: Tx, names: readonly string[], known: KnownPlaces): Promise<FoundLocality> {
  const found: FoundLocality = { id: null, names: [] };
  for (const name of names.toReversed()) {
    const key = foldLine(name);
    const path = `${found.id} ${key}`;
    const place = known.get(path) ?? (await findOrAddPlace(tx, { parent_id: found.id, name, name_key: key }));
    known.set(path, place);
    found.id = place.id;
    found.names.unshift(place.name);
  }
  return found;
}

async function findOrAddPlace(tx: Tx, place: { parent_id: number | null; name: string; name_key: string }) {
  const read = () => selectPlace(tx, place.parent_id, place.name_key);
  const known = await read();
  if (known) return known;
  await insertPlace(tx, place);
  const added = await read();
  if (!added) throw new Error(`The locality “${place.name}” was neither found nor added`);
  return added;
}
