import type { Db } from '#platform/db/db.ts';
import { selectCatalogueNumbers, selectImportedAs } from './catalogue-numbers.queries.ts';

/** A specimen's own number, else the reference that it was imported under, else its id as `#12`. */
export async function catalogueNumbers(db: Db, ids: number[]): Promise<Map<number, string>> {
  const [own, references] = await Promise.all([
    selectCatalogueNumbers(db, ids),
    selectImportedAs(db, ids),
  ]);
  return new Map(ids.map((id) => [id, own.get(id) ?? references.get(id) ?? `#${id}`]));
}
