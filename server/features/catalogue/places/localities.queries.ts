/** Reads and adds places of the tree of localities. */
import { sql } from 'kysely';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Row } from '#server/platform/db/schema.ts';
import type { Localities } from '#server/platform/db/schema-specimens.ts';

/** The place of that name within another, or the country; undefined where there is none. */
export async function selectPlace(db: Db | Tx, parentId: number | null, key: string): Promise<Row<Localities> | undefined> {
  const query = db.selectFrom('localities').selectAll().where('name_key', '=', key);
  return query.where('parent_id', parentId === null ? 'is' : '=', parentId).executeTakeFirst();
}

/** Adds a place, unless another transaction has added it meanwhile. */
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

/** The place and those around it, up to the country. */
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
            .select(['localities.id', 'localities.name', 'localities.parent_id', sql<number>`steps + 1`.as('steps')]),
        ),
    )
    .selectFrom('around')
    .select(['id', 'name'])
    .orderBy('steps')
    .execute();
}
