/** `npm run restore -- FILE`: restores a backup of `npm run backup` into an empty installation. */
import { readConfig } from '#server/config.ts';
import { openArchive } from '#server/features/transfer/backup/archive-check.ts';
import { restoreBackup } from '#server/features/transfer/backup/restore.service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { lockDataDir } from '#server/platform/db/data-dir-lock.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openMediaStore } from '#server/platform/storage/open.ts';
import { keepNewFilesPrivate } from '#server/platform/storage/private-files.ts';
import { runCommand } from './command.ts';
import { knownPassphrase } from './passphrase.ts';
import { shopEnvironment } from './shop-environment.ts';

const USAGE = `npm run restore -- FILE

Restores a backup into an empty installation: the DATA_DIR or DATABASE_URL of a shop without specimens, orders and questions, whose
owner has no password yet. Its settings and its login are replaced by those of FILE. Everything in FILE is checked before anything is
written. Stop the shop first.
If FILE is encrypted, you type its passphrase, or set the variable BACKUP_PASSPHRASE.`;

await runCommand(USAGE, [], async (file) => {
  const config = readConfig(shopEnvironment());
  const archive = await openArchive(file, knownPassphrase);
  keepNewFilesPrivate();
  const unlock = config.databaseUrl === null ? lockDataDir(config.dataDir, systemClock.now()) : () => {};
  try {
    const { db, dialect, close } = await openDatabase(config);
    try {
      await restoreBackup({ db, dialect, mediaStore: await openMediaStore(config) }, archive);
    } finally {
      await close();
    }
  } finally {
    unlock();
  }
  const { tables, files, createdAt } = archive.manifest;
  console.log(`Restored the shop of ${createdAt}: ${tables.specimens} specimens, ${tables.orders} orders, ${files} media files.`);
  console.log('Start it as before and log in again.');
});
