/** Notices changes that other processes make to the same database: within milliseconds if they are announced, else within seconds. */
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';

/** A row of a public table that has changed (`*`: very many of them), or null: anything may have. */
export type RowChange = { table: string; key: string } | null;

export type ChangeFeed = {
  /** Call it after each commit that visitors can see: wakes the other processes. Never fails. */
  announce(): void;
  close(): Promise<void>;
};

export type FollowOptions = {
  /** Called with the changed rows; on PostgreSQL they include those of this process. */
  onChange(changes: RowChange[]): void;
  /** Called with every error; the feed goes on. */
  onError(error: unknown): void;
};

const SQLITE_POLL_MS = 500;

/** Follows the database. Changes made before this resolves are not reported. */
export async function followChanges(
  { db, dialect, databaseUrl }: { db: Db; dialect: Dialect; databaseUrl: string | null },
  options: FollowOptions,
): Promise<ChangeFeed> {
  if (dialect === 'sqlite' || databaseUrl === null) return followSqlite(db, options);
  const { followPostgres } = await import('./changes-postgres.ts');
  return followPostgres(db, databaseUrl, options);
}

/** SQLite counts the commits of other connections: those of `npm run import` or `restore` beside the running shop. */
async function followSqlite(db: Db, { onChange, onError }: FollowOptions): Promise<ChangeFeed> {
  const stopping = new AbortController();
  const version = async () => (await sql<{ data_version: number }>`pragma data_version`.execute(db)).rows[0]?.data_version;

  async function follow(last: number | undefined): Promise<void> {
    await setTimeout(SQLITE_POLL_MS, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
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
