/** The number under which the shop's own books know a specimen. */
import type { Db } from '#server/platform/db/db.ts';
import { selectReferences } from './references.queries.ts';

/** The catalogue number of each specimen: the reference that it was imported under, else its id as `#12`. */
export async function catalogueNumbers(db: Db, ids: number[]): Promise<Map<number, string>> {
  const references = await selectReferences(db, 'specimen', ids);
  return new Map(ids.map((id) => [id, references.get(id) ?? `#${id}`]));
}
