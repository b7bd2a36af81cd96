/** Reads what only single pieces tell of the places that they come from. */
import type { Coordinates } from '#contract/catalogue/coordinates.ts';
import type { Db } from '#server/platform/db/db.ts';

/** The coordinates of these places, where a visible specimen from there has any. */
export async function selectCoordinates(db: Db, localityIds: readonly number[]): Promise<Map<number, Coordinates>> {
  if (localityIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('specimens')
    .select(({ fn, cast }) => ['locality_id', fn.max(cast<string>('coordinates', 'text')).as('coordinates')])
    .where('visible', '=', true)
    .where('locality_id', 'in', localityIds)
    .where('coordinates', 'is not', null)
    .groupBy('locality_id')
    .execute();
  return new Map(rows.flatMap(({ locality_id, coordinates }) => (locality_id ? [[locality_id, JSON.parse(coordinates)] as const] : [])));
}

/** The place's number at mindat.org, where a visible specimen from there says it. */
export async function selectMindatId(db: Db, localityId: number): Promise<number | null> {
  const query = db.selectFrom('specimens').select('mindat_id').where('visible', '=', true).where('locality_id', '=', localityId);
  const row = await query.where('mindat_id', 'is not', null).orderBy('id').limit(1).executeTakeFirst();
  return row?.mindat_id ?? null;
}
