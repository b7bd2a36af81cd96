/** Commands get the shop's services without its server, even while another process serves it. */
import { statSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import { type ActivityKind, recordActivity } from '#core/server/admin/auth/activity.service.ts';
import { type Config, readConfig } from '#core/server/config.ts';
import type { Context } from '#core/server/context.ts';
import { refuseOtherMediaPlace } from '#core/server/media/files/media-place.service.ts';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { systemClock } from '#platform/clock.ts';
import { followChanges } from '#platform/db/changes.ts';
import { hasTables } from '#platform/db/migrate.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { keepNewFilesPrivate } from '#platform/storage/private-files.ts';
import { shopEnvironment } from './shop-environment.ts';

/**
 * The database must exist.
 * @throws Problem not_found, ConfigurationError
 * @param standIn replaces a database that cannot be opened or asked; otherwise that is thrown.
 */
export async function withDatabase<T>(
  work: (database: Database, config: Config) => Promise<T>,
  standIn?: (config: Config, error: Error) => Database,
): Promise<T> {
  const config = readConfig(shopEnvironment());
  if (
    config.databaseUrl === null &&
    !statSync(path.join(config.dataDir, 'shop.db'), { throwIfNoEntry: false })
  ) {
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
    if (!(await hasTables(database.db)))
      throw noShopIn(config.databaseUrl === null ? `DATA_DIR ${config.dataDir}` : 'DATABASE_URL');
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const noShopIn = (place: string) =>
  new Problem(
    'not_found',
    `There is no shop in ${place}. Set DATA_DIR or DATABASE_URL as the running shop has them.`,
  );

/** @throws as `withDatabase`. */
export async function withShop<T>(work: (ctx: Context) => Promise<T>): Promise<T> {
  return withDatabase(async ({ db, dialect }, config) => {
    await prepareDatabase({ db, dialect });
    await refuseOtherMediaPlace(db, config);
    const mediaStore = await openMediaStore(config);
    // Announces changes to the running processes of the shop.
    const feed = await followChanges(
      { db, dialect, databaseUrl: config.databaseUrl },
      { onChange() {}, onError: console.warn },
    );
    const invalidateCache = () => feed.announce();
    const resources = { config, db, dialect, mediaStore, clock: systemClock, invalidateCache };
    // Loading it takes more processor time than all else that a command without it does.
    const { buildApp } = await import('#core/server/app.ts');
    const { app, ctx } = await buildApp(resources, {
      writeLog: (line) => process.stderr.write(line),
    });
    try {
      return await work(ctx);
    } finally {
      await app.close();
      await feed.close();
    }
  });
}

/**
 * What a command has done stays done where the log cannot be written: on a standby, on a read-only
 * copy, or while an import holds the database.
 */
export async function noteActivity(
  ctx: Pick<Context, 'db' | 'dialect' | 'clock'>,
  kind: ActivityKind,
): Promise<void> {
  await recordActivity(ctx, kind, null).catch((error: Error) =>
    console.error(`The event log could not be written: ${error.message}`),
  );
}
