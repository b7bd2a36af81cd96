/** `npm run restore -- FILE`: puts what `npm run backup` has written into an empty installation. */
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import { ConfigurationError, readConfig, readEnvironment } from '#server/config.ts';
import { openArchive } from '#server/features/backup/archive-check.ts';
import { restoreBackup } from '#server/features/backup/restore.service.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openMediaStore } from '#server/platform/storage/open.ts';

const USAGE = `npm run restore -- FILE

Puts a backup into an empty installation: the DATA_DIR or DATABASE_URL of a shop without specimens and orders, whose owner
has no password yet. Everything in FILE is checked before anything is written. The shop must not run meanwhile.`;

const [file, ...more] = process.argv.slice(2);
try {
  if (file !== undefined && !file.startsWith('-') && more.length === 0) await restore(file);
  else {
    console.log(USAGE);
    process.exitCode = file === '--help' ? 0 : 1;
  }
} catch (error) {
  const isExpected = error instanceof Problem || error instanceof ConfigurationError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

async function restore(file: string): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  // npm runs scripts in the package's folder; a name is meant where it was typed.
  const archive = await openArchive(path.resolve(environment.INIT_CWD ?? '', file));
  const { db, dialect, close } = await openDatabase(config);
  try {
    await restoreBackup({ db, dialect, mediaStore: await openMediaStore(config) }, archive);
  } finally {
    await close();
  }
  const { tables, files, createdAt } = archive.manifest;
  console.log(`Restored the shop of ${createdAt}: ${tables.specimens} specimens, ${tables.orders} orders, ${files} media files.`);
  console.log('Start it as before; everybody logs in anew.');
}
