import type { Db } from '#platform/db/db.ts';

/**
 * Counts pieces with a price that visitors find, for sale or sold.
 * @param besides ids that do not count.
 */
export async function countOffered(db: Db, besides: number[]): Promise<number> {
  let query = db
    .selectFrom('specimens')
    .where('visible', '=', true)
    .where('price_cents', 'is not', null)
    .where((eb) => eb.or([eb('for_sale', '=', true), eb('status', '=', 'sold')]));
  if (besides.length > 0) query = query.where('id', 'not in', besides);
  const { pieces } = await query
    .select((eb) => eb.fn.countAll().as('pieces'))
    .executeTakeFirstOrThrow();
  return Number(pieces);
}
