import type { Coordinates } from '#core/contract/catalogue/coordinates.ts';
import type { Db } from '#platform/db/db.ts';

export async function selectCoordinates(
  db: Db,
  localityIds: readonly number[],
): Promise<Map<number, Coordinates>> {
  if (localityIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('specimens')
    .select(({ fn, cast }) => [
      'locality_id',
      fn.max(cast<string>('coordinates', 'text')).as('coordinates'),
    ])
    .where('visible', '=', true)
    .where('locality_id', 'in', localityIds)
    .where('coordinates', 'is not', null)
    .groupBy('locality_id')
    .execute();
  return new Map(
    rows.flatMap(({ locality_id, coordinates }) =>
      locality_id ? [[locality_id, JSON.parse(coordinates)] as const] : [],
    ),
  );
}

/** Null unless a visible specimen from there has the mindat.org number. */
export async function selectMindatId(db: Db, localityId: number): Promise<number | null> {
  const query = db
    .selectFrom('specimens')
    .select('mindat_id')
    .where('visible', '=', true)
    .where('locality_id', '=', localityId);
  const row = await query
    .where('mindat_id', 'is not', null)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.mindat_id ?? null;
}
