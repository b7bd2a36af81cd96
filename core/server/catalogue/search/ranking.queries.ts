import type { Db, Tx } from '#platform/db/db.ts';
import type { Posting, TokenCount } from './search-index.queries.ts';

/** Omits unknown keys. */
export async function selectCounts(db: Db | Tx, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db
    .selectFrom('search_tokens')
    .select(['token', 'specimens'])
    .where('token', 'in', keys)
    .execute();
  return new Map(rows.map(({ token, specimens }) => [token, specimens]));
}

/** Puts the token itself first, then the most frequent. */
export function selectBeginningWith(
  db: Db | Tx,
  prefix: string,
  limit: number,
): Promise<TokenCount[]> {
  return db
    .selectFrom('search_tokens')
    .select(['token', 'specimens'])
    .where('token', '>=', prefix)
    .where('token', '<', `${prefix}\u{10ffff}`)
    .orderBy((eb) => eb('token', '=', prefix), 'desc')
    .orderBy('specimens', 'desc')
    .orderBy('token')
    .limit(limit)
    .execute();
}

/** Returns a token once per shared key. */
export function selectByDeletionKeys(
  db: Db | Tx,
  keys: string[],
): Promise<(TokenCount & { deletion_key: string })[]> {
  return db
    .selectFrom('search_deletion_keys')
    .innerJoin('search_tokens', 'search_tokens.token', 'search_deletion_keys.token')
    .select(['deletion_key', 'search_tokens.token', 'specimens'])
    .where('deletion_key', 'in', keys)
    .execute();
}

export function selectPostings(db: Db | Tx, keys: string[]): Promise<Posting[]> {
  return db
    .selectFrom('search_postings')
    .select(['token', 'chunk', 'entries'])
    .where('token', 'in', keys)
    .execute();
}
