import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { giveToOwnerOf } from '#platform/storage/data-owner.ts';
import type { Db } from './db.ts';
import { NEW_FILE } from './deleted-data.ts';
import type { Dialect } from './dialect.ts';
import { nodeSqliteDialect } from './sqlite-dialect.ts';

const OPENING_MS = 2_000;

export type Database = { db: Db; dialect: Dialect; close(): Promise<void> };

/** @param onIdleError called when a PostgreSQL connection is lost while idle. */
export async function openDatabase(
  where: { databaseUrl: string | null; dataDir: string },
  onIdleError: (error: Error) => void = () => {},
): Promise<Database> {
  if (where.databaseUrl === null) return openSqlite(path.join(where.dataDir, 'shop.db'));
  // Imported here so a shop on SQLite starts without loading the driver.
  const { openPostgres } = await import('./postgres.ts');
  return openPostgres(where.databaseUrl, onIdleError);
}

/**
 * An acknowledged commit survives a power cut (WAL, synchronous FULL), and what is deleted is
 * overwritten.
 */
export function openSqlite(file: string): Database {
  // People's names and addresses are for no other user of this machine.
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(file, {
    timeout: OPENING_MS,
    enableForeignKeyConstraints: true,
  });
  database.exec('pragma secure_delete = on;');
  if (database.prepare('pragma page_count').get()?.page_count === 0)
    database.exec(`pragma user_version = ${NEW_FILE};`);
  // From here on the driver waits for locks: SQLite would do so in the event loop.
  database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 0;');
  giveToOwnerOf(path.dirname(file), [file, `${file}-wal`, `${file}-shm`]);
  const db: Db = new Kysely({ dialect: nodeSqliteDialect(database) });
  return {
    db,
    dialect: 'sqlite',
    close: async () => {
      await db.destroy();
      // Kysely closes only what it has used.
      if (database.isOpen) database.close();
    },
  };
}
