import { sql } from 'kysely';
import type { Db } from './db.ts';

/**
 * Counts a call within a window of time that begins with the first one, for all processes on the same PostgreSQL database.
 * @returns the calls of this window so far, and the milliseconds until it ends.
 */
export async function countCall(db: Db, key: string, windowMs: number): Promise<{ current: number; ttl: number }> {
  const window = sql`${windowMs} * interval '1 millisecond'`;
  const { rows } = await sql<{ current: number; ttl: number }>`
    insert into call_counts as c (key, calls, ends_at) values (${key}, 1, now() + ${window})
    on conflict (key) do update set
      calls = case when c.ends_at <= now() then 1 else c.calls + 1 end,
      ends_at = case when c.ends_at <= now() then now() + ${window} else c.ends_at end
    returning calls as current, ceil(extract(epoch from ends_at - now()) * 1000)::integer as ttl`.execute(db);
  const [counted] = rows;
  if (!counted) throw new Error('A call was not counted');
  return counted;
}
