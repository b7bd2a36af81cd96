/** Follows what other processes change in the same database: within milliseconds if they announce it, else within seconds. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ChangedRow, ChangeFeed, FollowOptions } from './change-feed.ts';
import type { Db, Tx } from './db.ts';
import type { Dialect } from './dialect.ts';

const SQLITE_POLL_MS = 500;

/** Starts to follow the database. Changes made before this resolves are not passed on. */
export async function followChanges(
  { db, dialect, databaseUrl }: { db: Db; dialect: Dialect; databaseUrl: string | null },
  options: FollowOptions,
): Promise<ChangeFeed> {
  if (dialect === 'sqlite' || databaseUrl === null) return followSqlite(db, options);
  const { followPostgres } = await import('./changes-postgres.ts');
  return followPostgres(db, databaseUrl, options);
}

/** Notes a change of what visitors see in a table that has no triggers for it. On SQLite every commit is noticed. */
export async function noteChange(tx: Tx, dialect: Dialect, { table, key }: NonNullable<ChangedRow>): Promise<void> {
  if (dialect === 'postgres') await sql`insert into change_log (changed_table, key) values (${table}, ${key})`.execute(tx);
}

/** SQLite counts the commits of other connections, such as those of `npm run import` beside the running shop, but does not say what changed. */
async function followSqlite(db: Db, { onChange, onError, pollMs = SQLITE_POLL_MS }: FollowOptions): Promise<ChangeFeed> {
  const stopping = new AbortController();
  const version = async () => (await sql<{ data_version: number }>`pragma data_version`.execute(db)).rows[0]?.data_version;

  async function follow(last: number | undefined): Promise<void> {
    await setTimeout(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    if (stopping.signal.aborted) return;
    const now = await version().catch((error: unknown) => {
      onError(error);
      return last;
    });
    if (now !== last) onChange([null]);
    return follow(now);
  }

  const following = follow(await version());
  return {
    announce() {},
    async close() {
      stopping.abort();
      await following;
    },
  };
}
