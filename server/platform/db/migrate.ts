import { type Migration, Migrator } from 'kysely/migration';
import type { Db } from './db.ts';
import type { Dialect } from './dialect.ts';
import { first } from './migrations/0001-first.ts';
import { mails } from './migrations/0003-mails.ts';
import { media } from './migrations/0004-media.ts';
import { search } from './migrations/0005-search.ts';
import { manyProcesses } from './migrations/0006-many-processes.ts';
import { references } from './migrations/0007-references.ts';
import { hiddenWords } from './migrations/0008-hidden-words.ts';
import { videoColumns } from './migrations/0009-video-columns.ts';
import { ipAddresses } from './migrations/0010-ip-addresses.ts';
import { standardNames } from './migrations/0011-standard-names.ts';

const migrations = (dialect: Dialect): Record<string, Migration> => ({
  '0001-first': first(dialect),
  '0003-mails': mails(dialect),
  '0004-media': media(),
  '0005-search': search(dialect),
  '0006-many-processes': manyProcesses(dialect),
  '0007-references': references(),
  '0008-hidden-words': hiddenWords(),
  '0009-video-columns': videoColumns(),
  '0010-ip-addresses': ipAddresses(),
  '0011-standard-names': standardNames(dialect),
});

/** The names of all migrations, in their order. */
export const migrationNames = (dialect: Dialect): string[] => Object.keys(migrations(dialect)).sort();

/**
 * Brings the tables up to date, all or nothing; processes that start together wait for each other (an advisory lock on PostgreSQL).
 * @param last the name of the last migration to run, for tables as they were in an older version; all of them without.
 * @throws what the failing migration threw, or an Error where the database was written by a newer version.
 */
export async function migrate(db: Db, dialect: Dialect, last?: string): Promise<void> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations(dialect) } });
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last));
  if (error) throw error instanceof Error ? error : new Error('The database could not be brought up to date', { cause: error });
}
