import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.ts';
import type { Row } from '#platform/db/schema.ts';
import type { Localities } from '#platform/db/schema-specimens.ts';

/** @param parentId null for a country. */
export async function selectPlace(
  db: Db | Tx,
  parentId: number | null,
  key: string,
): Promise<Row<Localities> | undefined> {
  const query = db.selectFrom('localities').selectAll().where('name_key', '=', key);
  return query.where('parent_id', parentId === null ? 'is' : '=', parentId).executeTakeFirst();
}

/** Ignores a place that another transaction has added meanwhile. */
export async function insertPlace(tx: Tx, place: Omit<Row<Localities>, 'id'>): Promise<void> {
  await tx
    .insertInto('localities')
    .values(place)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function selectLocalities(db: Db | Tx): Promise<Row<Localities>[]> {
  return db.selectFrom('localities').selectAll().orderBy('id').execute();
}

/** Goes up to the country. */
export async function selectAround(db: Db, id: number): Promise<{ id: number; name: string }[]> {
  return db
    .withRecursive('around', (query) =>
      query
        .selectFrom('localities')
        .select(['id', 'name', 'parent_id', sql<number>`0`.as('steps')])
        .where('id', '=', id)
        .unionAll((union) =>
          union
            .selectFrom('localities')
            .innerJoin('around', 'around.parent_id', 'localities.id')
            .select([
              'localities.id',
              'localities.name',
              'localities.parent_id',
              sql<number>`steps + 1`.as('steps'),
            ]),
        ),
    )
    .selectFrom('around')
    .select(['id', 'name'])
    .orderBy('steps')
    .execute();
}
