/** The number under which the shop's own books know a specimen. */
import type { Db } from '#server/platform/db/db.ts';
import { selectCatalogueNumbers, selectImportedAs } from './catalogue-numbers.queries.ts';

/** The catalogue number of each specimen: its own, else the reference that it was imported under, else its id as `#12`. */
export async function catalogueNumbers(db: Db, ids: number[]): Promise<Map<number, string>> {
  const [own, references] = await Promise.all([selectCatalogueNumbers(db, ids), selectImportedAs(db, ids)]);
  return new Map(ids.map((id) => [id, own.get(id) ?? references.get(id) ?? `#${id}`]));
}
