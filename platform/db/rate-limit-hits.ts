import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Counts for all processes. A key's window begins with its first hit.
 * @returns `current`: hits in this window with this one; `ttl`: milliseconds until it ends.
 */
export async function countHit(
  db: Db,
  key: string,
  windowMs: number,
): Promise<{ current: number; ttl: number }> {
  // Transactions began at different instants: without `least`, one may see more than the window.
  const window = sql`${windowMs} * interval '1 millisecond'`;
  const { rows } = await sql<{ current: number; ttl: number }>`
    insert into rate_limit_hits as h (key, hits, ends_at) values (${key}, 1, now() + ${window})
    on conflict (key) do update set
      hits = case when h.ends_at <= now() then 1 else h.hits + 1 end,
      ends_at = case when h.ends_at <= now() then now() + ${window} else h.ends_at end
    returning hits as current, least(${windowMs}, ceil(extract(epoch from ends_at - now()) * 1000))::integer as ttl`.execute(
    db,
  );
  const [counted] = rows;
  if (!counted) throw new Error('The database counted no hit');
  return counted;
}
