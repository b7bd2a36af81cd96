/** `npm run backup -- FILE`: the whole shop as one file, also while it runs. `npm run restore` puts it back. */
import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#contract/problems.ts';
import { ConfigurationError, readConfig, readEnvironment } from '#server/config.ts';
import { takeBackup } from '#server/features/backup/backup.service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openMediaStore } from '#server/platform/storage/open.ts';

const USAGE = `npm run backup -- FILE

Writes the shop's database and media into FILE, a new tar file, also while the shop runs. Sessions are left out.
FILE holds buyers' names and addresses: keep it where nobody else can read it.`;

const [file, ...more] = process.argv.slice(2);
try {
  if (file !== undefined && !file.startsWith('-') && more.length === 0) await backUp(file);
  else {
    console.log(USAGE);
    process.exitCode = file === '--help' ? 0 : 1;
  }
} catch (error) {
  const isExpected = error instanceof Problem || error instanceof ConfigurationError;
  console.error(isExpected ? error.message : error);
  process.exitCode = 1;
}

async function backUp(file: string): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  // npm runs scripts in the package's folder; a name is meant where it was typed.
  const target = path.resolve(environment.INIT_CWD ?? '', file);
  if (existsSync(target)) throw new Problem('state_conflict', `${target} is there already.`);
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'shop.db'))) {
    throw new Problem('not_found', `There is no shop in DATA_DIR ${config.dataDir}.`);
  }
  const { db, dialect, close } = await openDatabase(config);
  try {
    const backup = await takeBackup({ db, dialect, mediaStore: await openMediaStore(config), clock: systemClock });
    const partial = `${target}.part`;
    try {
      await pipeline(backup.read(), createWriteStream(partial, { mode: 0o600, flush: true }));
      await rename(partial, target);
    } finally {
      await rm(partial, { force: true });
      await backup.discard();
    }
    const { tables, files, missing } = backup.manifest;
    const size = `${(backup.bytes / 1e6).toFixed(1)} MB`;
    console.log(`${target}: ${tables.specimens} specimens, ${tables.orders} orders, ${files} media files, ${size}.`);
    if (missing.length > 0) {
      console.error(`The media folder lacks ${missing.length} files that the database tells of:\n${missing.join('\n')}`);
      process.exitCode = 2;
    }
  } finally {
    await close();
  }
}
