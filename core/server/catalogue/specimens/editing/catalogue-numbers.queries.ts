import type { Db, Tx } from '#platform/db/db.ts';

type NumberClaim = { number_key: string; specimen_id: number };

/** A specimen may claim its former number. @returns whose each is; null where that is deleted. */
export async function claimCatalogueNumbers(
  tx: Tx,
  claims: NumberClaim[],
): Promise<Map<string, number | null>> {
  await tx
    .insertInto('catalogue_numbers')
    .values(claims)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const keys = claims.map(({ number_key }) => number_key);
  const rows = await tx
    .selectFrom('catalogue_numbers')
    .selectAll()
    .where('number_key', 'in', keys)
    .execute();
  return new Map(rows.map(({ number_key, specimen_id }) => [number_key, specimen_id]));
}

export async function selectTitle(tx: Tx, id: number): Promise<string> {
  const { title } = await tx
    .selectFrom('specimens')
    .select('title')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return title;
}

export async function selectLatestNumber(db: Db | Tx): Promise<string | null> {
  const query = db
    .selectFrom('specimens')
    .select('catalogue_number')
    .where('catalogue_number', 'is not', null);
  return (await query.orderBy('id', 'desc').limit(1).executeTakeFirst())?.catalogue_number ?? null;
}

/** Numbers on labels, and of former pieces, are taken. */
export async function selectTakenKeys(db: Db | Tx, keys: string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const given = await db
    .selectFrom('catalogue_numbers')
    .select('number_key')
    .where('number_key', 'in', keys)
    .execute();
  const reserved = await db
    .selectFrom('reserved_numbers')
    .select('number_key')
    .where('number_key', 'in', keys)
    .execute();
  return new Set([...given, ...reserved].map(({ number_key }) => number_key));
}
