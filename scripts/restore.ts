/** `npm run restore`: restores a backup, or a nightly copy, into an empty installation. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { readConfig, readEnvironment } from '#core/server/config.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { restoreBackup } from '#features/backup/server/restore.service.ts';
import { openArchive } from '#platform/backup/archive-check.ts';
import type { Archive } from '#platform/backup/archive-reader.ts';
import { systemClock } from '#platform/clock.ts';
import { lockDataDir } from '#platform/db/data-dir-lock.ts';
import { openDatabase } from '#platform/db/open.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { keepNewFilesPrivate } from '#platform/storage/private-files.ts';
import { explain, withReadableErrors } from './command.ts';
import { withHiddenInput } from './hidden-input.ts';
import { knownPassphrase } from './passphrase.ts';
import { shopEnvironment } from './shop-environment.ts';

const USAGE = `npm run restore -- FILE
npm run restore -- --from PLACE [--day 2026-11-25] [--words FILE]

Restores a backup, or a nightly copy, into an empty installation: the DATA_DIR or DATABASE_URL of a shop without specimens, orders and
questions, whose owner has no password yet. Its settings and its login are replaced. Everything is checked before anything is written.
Stop the shop first.
If FILE is encrypted, you type its passphrase, or set the variable BACKUP_PASSPHRASE.
PLACE is where nightly copies go: a folder, or a bucket as s3://name/folder with AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY and AWS_REGION
or S3_ENDPOINT set. You type the 24 words of the key's sheet, or name a file that has them. Without --day, the newest copy is restored.`;

async function restoreArchive(archive: Archive): Promise<void> {
  const config = readConfig(shopEnvironment());
  const unlock =
    config.databaseUrl === null ? lockDataDir(config.dataDir, systemClock.now()) : () => {};
  try {
    const { db, dialect, close } = await openDatabase(config);
    try {
      const mediaStore = await openMediaStore(config);
      await restoreBackup({ db, dialect, config, mediaStore }, archive);
    } finally {
      await close();
    }
  } finally {
    unlock();
  }
  const { tables, files, createdAt } = archive.manifest;
  console.log(
    `Restored the shop of ${createdAt}: ${tables.specimens} specimens, ${tables.orders} orders, ${files} media files.`,
  );
  console.log('Start it as before and log in again.');
}

/** A path is relative to where it was typed, though npm runs scripts in the package's folder. */
const resolved = (typed: string) =>
  /^\w+:\/\//.test(typed) ? typed : path.resolve(readEnvironment().INIT_CWD ?? '', typed);

/**
 * Neither the words nor a bucket's keys are arguments, which other users of the machine could read.
 * @param file that has them; null: they are typed, or come by standard input.
 */
async function keyWords(file: string | null): Promise<string> {
  if (file !== null) return readFileSync(file, 'utf8');
  if (!process.stdin.isTTY) return text(process.stdin);
  return withHiddenInput((ask) => ask('The 24 words of the key: '));
}

function readArguments() {
  const options = {
    from: { type: 'string' },
    day: { type: 'string' },
    words: { type: 'string' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...more] = positionals;
    const isCopy = values.from !== undefined && file === undefined;
    const isFile = file !== undefined && Object.keys(values).length === 0;
    return more.length === 0 && (isCopy || isFile) ? { file, ...values } : null;
  } catch {
    return null;
  }
}

const given = readArguments();
const [restoreFrom] = pluggedInto('restoreFrom');
if (given === null || (given.from !== undefined && !restoreFrom)) explain(USAGE, process.argv[2]);
else {
  await withReadableErrors(async () => {
    const { file, from = '', day = null, words } = given;
    // Before anything is asked for or read.
    const { dataDir } = readConfig(shopEnvironment());
    keepNewFilesPrivate();
    if (file !== undefined)
      return restoreArchive(await openArchive(resolved(file), knownPassphrase));
    const typed = await keyWords(words === undefined ? null : resolved(words));
    return restoreFrom?.(
      { place: resolved(from), dataDir, day, words: typed, environment: shopEnvironment() },
      restoreArchive,
    );
  });
}
