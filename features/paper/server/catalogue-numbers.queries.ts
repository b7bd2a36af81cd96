import type { Db } from '#platform/db/db.ts';

export async function selectCatalogueNumbers(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const query = db
    .selectFrom('specimens')
    .select(['id', 'catalogue_number'])
    .where('id', 'in', ids);
  const rows = await query.where('catalogue_number', 'is not', null).execute();
  return new Map(
    rows.flatMap(({ id, catalogue_number: number }) => (number === null ? [] : [[id, number]])),
  );
}

/** Of several references, the first in order counts. */
export async function selectImportedAs(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const query = db
    .selectFrom('import_references')
    .where('kind', '=', 'specimen')
    .where('target_id', 'in', ids);
  const rows = await query
    .select(({ fn }) => ['target_id', fn.min('reference').as('reference')])
    .groupBy('target_id')
    .execute();
  return new Map(rows.map(({ target_id, reference }) => [target_id, reference]));
}
