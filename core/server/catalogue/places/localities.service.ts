/** The tree has every place once, in one spelling. */
import type { Tx } from '#platform/db/db.ts';
import { foldLine } from '#platform/text-search.ts';
import { insertPlace, selectPlace } from './localities.queries.ts';

/** `names` go up to the country, as the tree spells them. */
type FoundLocality = { id: number | null; names: string[] };

export type KnownPlaces = Map<string, { id: number; name: string }>;

/** Names go from the mine to the country; none: no place. */
export async function findOrAddLocality(
  tx: Tx,
  names: readonly string[],
  known: KnownPlaces,
): Promise<FoundLocality> {
  const found: FoundLocality = { id: null, names: [] };
  for (const name of names.toReversed()) {
    const key = foldLine(name);
    const path = `${found.id} ${key}`;
    const place =
      known.get(path) ?? (await findOrAddPlace(tx, { parent_id: found.id, name, name_key: key }));
    known.set(path, place);
    found.id = place.id;
    found.names.unshift(place.name);
  }
  return found;
}

async function findOrAddPlace(
  tx: Tx,
  place: { parent_id: number | null; name: string; name_key: string },
) {
  const read = () => selectPlace(tx, place.parent_id, place.name_key);
  const known = await read();
  if (known) return known;
  await insertPlace(tx, place);
  const added = await read();
  if (!added) throw new Error(`The locality “${place.name}” was neither found nor added`);
  return added;
}
