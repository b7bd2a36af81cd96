/**
 * Follows other processes' changes: within milliseconds if they announce them, else within seconds.
 */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ChangeFeed, FollowOptions } from './change-feed.ts';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

const SQLITE_POLL_MS = 500;

/** Does not pass on changes made before this resolves. */
export async function followChanges(
  { db, dialect, databaseUrl }: { db: Db; dialect: Dialect; databaseUrl: string | null },
  options: FollowOptions,
): Promise<ChangeFeed> {
  if (dialect === 'sqlite' || databaseUrl === null) return followSqlite(db, options);
  const { followPostgres } = await import('./changes-postgres.ts');
  return followPostgres(db, databaseUrl, options);
}

/** SQLite counts other connections' commits, but does not say what changed. */
async function followSqlite(
  db: Db,
  { onChange, onError, pollMs = SQLITE_POLL_MS }: FollowOptions,
): Promise<ChangeFeed> {
  const stopping = new AbortController();
  const version = async () =>
    (await sql<{ data_version: number }>`pragma data_version`.execute(db)).rows[0]?.data_version;

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
