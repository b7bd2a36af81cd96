/** Reads the visible specimens of some species, and those from some places, as far as pages about them need to know. */
import { type Expression, type SqlBool, sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';

const columns = ['id', 'status', 'created_at', 'species', 'locality_id', 'coordinates', 'mindat_id'] as const;
/** Ids in one query. */
const BATCH = 1_000;

export type TopicRow = Awaited<ReturnType<typeof selectOfSpecies>>[number];

/** Those with any of the names among their species. A name in quotes stands in a list's text only where it is a whole entry. */
export async function selectOfSpecies(db: Db, names: readonly string[]) {
  return db
    .selectFrom('specimens')
    .select(columns)
    .where('visible', '=', true)
    .where((eb) => eb.or(names.map((name): Expression<SqlBool> => sql`cast(species as text) like ${`%${JSON.stringify(name)}%`}`)))
    .execute();
}

/** Those whose innermost place is one of these. */
export async function selectFromPlaces(db: Db, localityIds: readonly number[]): Promise<TopicRow[]> {
  const rows: TopicRow[] = [];
  for (let start = 0; start < localityIds.length; start += BATCH) {
    const query = db.selectFrom('specimens').select(columns).where('visible', '=', true);
    rows.push(...(await query.where('locality_id', 'in', localityIds.slice(start, start + BATCH)).execute()));
  }
  return rows;
}

/** Whether any specimen from these places is visible. */
export async function hasVisible(db: Db, localityIds: readonly number[]): Promise<boolean> {
  for (let start = 0; start < localityIds.length; start += BATCH) {
    const query = db.selectFrom('specimens').select('id').where('visible', '=', true);
    if (
      await query
        .where('locality_id', 'in', localityIds.slice(start, start + BATCH))
        .limit(1)
        .executeTakeFirst()
    )
      return true;
  }
  return false;
}

/** Every different list of main species among the visible specimens. */
export async function selectSpeciesLists(db: Db): Promise<string[][]> {
  const rows = await db.selectFrom('specimens').select('species').distinct().where('visible', '=', true).execute();
  return rows.map(({ species }) => species);
}

/** Every place that is the innermost one of a visible specimen. */
export async function selectLocalityIds(db: Db): Promise<number[]> {
  const query = db.selectFrom('specimens').select('locality_id').distinct().where('visible', '=', true);
  const rows = await query.where('locality_id', 'is not', null).execute();
  return rows.flatMap(({ locality_id }) => locality_id ?? []);
}
