import type { Db } from '#server/platform/db/db.ts';

/** The catalogue number of each id that has one. */
export async function selectCatalogueNumbers(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom('specimens').select(['id', 'catalogue_number']).where('id', 'in', ids);
  const rows = await query.where('catalogue_number', 'is not', null).execute();
  return new Map(rows.flatMap(({ id, catalogue_number: number }) => (number === null ? [] : [[id, number]])));
}

/** The reference of each id that was imported under one; of several, the first in order. */
export async function selectImportedAs(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const query = db.selectFrom('import_references').where('kind', '=', 'specimen').where('target_id', 'in', ids);
  const rows = await query
    .select(({ fn }) => ['target_id', fn.min('reference').as('reference')])
    .groupBy('target_id')
    .execute();
  return new Map(rows.map(({ target_id, reference }) => [target_id, reference]));
}
