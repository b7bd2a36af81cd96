/** What the search index knows of tokens and of who contains them. */
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Posting, TokenCount } from './search-index.queries.ts';

/** How many specimens have each of these keys; an unknown key is missing. */
export async function selectCounts(db: Db | Tx, keys: string[]): Promise<Map<string, number>> {
  if (keys.length === 0) return new Map();
  const rows = await db.selectFrom('search_tokens').select(['token', 'specimens']).where('token', 'in', keys).execute();
  return new Map(rows.map(({ token, specimens }) => [token, specimens]));
}

/** The token itself first, then the most frequent ones that it begins. */
export function selectBeginningWith(db: Db | Tx, prefix: string, limit: number): Promise<TokenCount[]> {
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

/** Tokens that share one of these deletion keys, once per key. */
export function selectByDeletionKeys(db: Db | Tx, keys: string[]): Promise<(TokenCount & { deletion_key: string })[]> {
  return db
    .selectFrom('search_deletion_keys')
    .innerJoin('search_tokens', 'search_tokens.token', 'search_deletion_keys.token')
    .select(['deletion_key', 'search_tokens.token', 'specimens'])
    .where('deletion_key', 'in', keys)
    .execute();
}

export function selectPostings(db: Db | Tx, keys: string[]): Promise<Posting[]> {
  return db.selectFrom('search_postings').select(['token', 'chunk', 'entries']).where('token', 'in', keys).execute();
}
