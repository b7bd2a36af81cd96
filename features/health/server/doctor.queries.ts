import { sql } from 'kysely';
import type { Db } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';

export async function selectDatabaseState(
  db: Db,
  dialect: Dialect,
): Promise<{ version: string; safety: Record<string, string> }> {
  if (dialect === 'sqlite') {
    const { rows } = await sql<{ version: string }>`select sqlite_version() as version`.execute(db);
    const { rows: modes } = await sql<{ journal_mode: string }>`pragma journal_mode`.execute(db);
    return {
      version: rows[0]?.version ?? '',
      safety: { journal_mode: modes[0]?.journal_mode ?? '' },
    };
  }
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name in ('server_version', 'fsync', 'full_page_writes', 'synchronous_commit')`.execute(
    db,
  );
  const { server_version = '', ...safety } = Object.fromEntries(
    rows.map(({ name, setting }) => [name, setting]),
  );
  return { version: server_version, safety };
}

export async function selectDatabaseTime(db: Db): Promise<Date> {
  const { rows } = await sql<{
    now: string | number;
  }>`select extract(epoch from clock_timestamp())::float8 as now`.execute(db);
  return new Date(Number(rows[0]?.now) * 1000);
}
