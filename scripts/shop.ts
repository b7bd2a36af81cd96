/** The configured shop for commands: its services without its server, even while another process serves it. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import { type Config, readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { type ActivityKind, recordActivity } from '#server/features/admin/auth/activity.service.ts';
import { refuseOtherMediaPlace } from '#server/features/media/files/media-place.service.ts';
import { systemClock } from '#server/platform/clock.ts';
import { followChanges } from '#server/platform/db/changes.ts';
import { hasTables } from '#server/platform/db/migrate.ts';
import { type Database, openDatabase } from '#server/platform/db/open.ts';
import { openMediaStore } from '#server/platform/storage/open.ts';
import { keepNewFilesPrivate } from '#server/platform/storage/private-files.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { shopEnvironment } from './shop-environment.ts';

/**
 * Runs the work on the configured database, which must exist. @throws Problem not_found, ConfigurationError.
 * @param standIn takes its place where it cannot be opened or asked; otherwise that is thrown.
 */
export async function withDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  standIn?: (config: Config, error: Error) => Database,
): Promise<T> {
  const config = readConfig(shopEnvironment());
  if (config.databaseUrl === null && !statSync(path.join(config.dataDir, 'shop.db'), { throwIfNoEntry: false })) {
    throw noShopIn(`DATA_DIR ${config.dataDir}`);
  }
  keepNewFilesPrivate();
  const database = await openShop(config).catch((error: Error) => {
    if (!standIn || error instanceof Problem) throw error;
    return standIn(config, error);
  });
  try {
    return await work(database, config);
  } finally {
    await database.close();
  }
}

async function openShop(config: Config): Promise<Database> {
  const database = await openDatabase(config);
  try {
    if (!(await hasTables(database.db))) throw noShopIn(config.databaseUrl === null ? `DATA_DIR ${config.dataDir}` : 'DATABASE_URL');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const noShopIn = (place: string) =>
  new Problem('not_found', `There is no shop in ${place}. Set DATA_DIR or DATABASE_URL as the running shop has them.`);

/** Runs the work with the services of the shop. @throws as `withDatabase`. */
export async function withShop<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabase(async ({ db, dialect }, config) => {
    await prepareDatabase({ db, dialect });
    await refuseOtherMediaPlace(db, config);
    const mediaStore = await openMediaStore(config);
    // Announces changes to the running processes of the shop.
    const feed = await followChanges({ db, dialect, databaseUrl: config.databaseUrl }, { onChange() {}, onError: console.warn });
    const invalidateCache = () => feed.announce();
    const resources = { config, db, dialect, mediaStore, clock: systemClock, invalidateCache };
    // Loading it takes more processor time than all else that a command without it does.
    const { buildApp } = await import('#server/app.ts');
    const { app, ctx } = await buildApp(resources, { writeLog: (line) => process.stderr.write(line) });
    try {
      return await work(ctx);
    } finally {
      await app.close();
      await feed.close();
    }
  });
}

/**
 * Notes in the event log what a command has done. That stays done where the log cannot be written: on a standby, on a read-only copy, or while
 * an import holds the database.
 */
export async function noteActivity(ctx: Pick<Context, 'db' | 'clock'>, kind: ActivityKind): Promise<void> {
  await recordActivity(ctx, kind, null).catch((error: Error) => console.error(`The event log could not be written: ${error.message}`));
}
