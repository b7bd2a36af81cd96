import { sql } from 'kysely';
import type { Db } from '#server/platform/db/db.ts';
import type { Dialect } from '#server/platform/db/dialect.ts';

/** The engine's version, and the settings on which it depends that nothing saved is lost. */
export async function selectDatabaseState(db: Db, dialect: Dialect): Promise<{ version: string; safety: Record<string, string> }> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
    const { rows: modes } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db);
    return { version: rows[0]?.version ?? '', safety: { journal_mode: modes[0]?.journal_mode ?? '' } };
  }
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('server_version', 'fsync', 'full_page_writes', 'synchronous_commit')`.execute(db);
  const { server_version = '', ...safety } = Object.fromEntries(rows.map(({ name, setting }) => [name, setting]));
  return { version: server_version, safety };
}
