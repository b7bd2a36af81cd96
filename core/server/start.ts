/** Opens what the shop needs, serves it, and closes everything when the process is told to end. */
import path from 'node:path';
import { systemClock } from '#platform/clock.ts';
import { ConfigurationError } from '#platform/configuration-error.ts';
import { followChanges } from '#platform/db/changes.ts';
import { DataDirInUse, lockDataDir } from '#platform/db/data-dir-lock.ts';
import { rewriteWhereDue } from '#platform/db/deleted-data.ts';
import { failureOf } from '#platform/db/failures.ts';
import { UnfitTables } from '#platform/db/migrate.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { waitForDatabase } from '#platform/db/waiting.ts';
import type { App } from '#platform/http/app-type.ts';
import { drainOnClose } from '#platform/http/drain.ts';
import { type Job, startJob } from '#platform/jobs/job.ts';
import { createEmptyCache, createPageCache } from '#platform/page-cache/page-cache.ts';
import { noteServing } from '#platform/process/served-by.ts';
import { createBuiltRenderer, createSourceRenderer } from '#platform/rendering/renderer.ts';
import { refuseUnwritable } from '#platform/storage/data-owner.ts';
import { removeLeftovers } from '#platform/storage/leftovers.ts';
import { openMediaStore } from '#platform/storage/open.ts';
import { makeFilesPrivate } from '#platform/storage/private-files.ts';
import { ensureAdmin, refuseWeakPassword } from './admin/auth/admin.service.ts';
import { buildApp } from './app.ts';
import { invalidatedByRow } from './cache-invalidation.ts';
import { isOfSpecies, refreshSpecies } from './catalogue/species/laid-over.service.ts';
import { closeOnSignal } from './closing.ts';
import { type Config, refuseDemoPasswordInPublic, trustsProxy } from './config.ts';
import type { Context } from './context.ts';
import { listen, startMetrics, urlOf } from './listening.ts';
import { settleMediaPlace } from './media/files/media-place.service.ts';
import { pluggedInto } from './plugged-in.ts';
import { prepareDatabase } from './prepare-database.ts';
import { loadDemoOnce } from './transfer/demo/demo.service.ts';

type StartOptions = {
  /** Renders pages from their sources and caches nothing. */
  isDevelopment: boolean;
  /** Runs no job, so that a copy of a shop's data sends, settles and removes nothing. */
  isRehearsal: boolean;
  /** The folder of the built pages. */
  dist: string;
  /** Closes when its parent process ends. */
  withParent: boolean;
};

/**
 * Resolves when the shop accepts requests.
 * @throws ConfigurationError with the reasons why it cannot start.
 */
export async function startShop(
  config: Config,
  { isDevelopment, isRehearsal, dist, withParent }: StartOptions,
): Promise<void> {
  // Warnings go to the console until there is a log.
  let warn = (message: string, err?: unknown): void => console.warn(err ?? message);
  const onConnectionError = (error: unknown) => warn('lost a connection to the database', error);

  refuseUnwritable(config.dataDir);
  await mendModes(config.dataDir);
  removeLeftovers(config.dataDir, systemClock.now());
  const mediaStore = await openMediaStore(config, (message) => warn(message));
  const database = await openPreparedDatabase(config, onConnectionError);
  const { db, dialect } = database;
  const isAstray = await settleMediaPlace({ db, dialect, mediaStore, clock: systemClock }, config);
  if (isAstray !== null) warn(isAstray);

  // Before the first page is cached, so that no change is missed.
  const cache = isDevelopment ? createEmptyCache() : createPageCache();
  const changes = await followChanges(
    { db, dialect, databaseUrl: config.databaseUrl },
    {
      onChange(rows) {
        for (const row of rows) cache.invalidate(invalidatedByRow(row));
        if (rows.some((row) => row === null || isOfSpecies(row.table))) followSpecies();
      },
      onError: onConnectionError,
    },
  );
  /** Pages made meanwhile show the older table. */
  const followSpecies = (): void => {
    refreshSpecies(db).then(
      (hasChanged) => hasChanged && cache.invalidate(null),
      onConnectionError,
    );
  };
  const invalidateCache: Context['invalidateCache'] = (tags = null) => {
    cache.invalidate(tags);
    changes.announce();
  };

  const { app, ctx } = await buildApp(
    { config, db, dialect, mediaStore, clock: systemClock, invalidateCache },
    {
      isLogForHumans: process.stdout.isTTY,
      cache,
      storefront: {
        assets: isDevelopment ? null : path.join(dist, 'client'),
        openRenderer: isDevelopment ? createSourceRenderer : () => createBuiltRenderer(dist),
      },
    },
  );
  warn = (message, err) => app.log.warn(err === undefined ? {} : { err }, message);

  await refuseWeakPassword(ctx);
  const demoCredentials = await ensureAdmin(ctx);
  if (demoCredentials) refuseDemoPasswordInPublic(config);
  await loadDemoOnce(ctx);

  const jobs: Job[] = [];
  let metrics: { close(): Promise<void> } | undefined;
  if (trustsProxy(config)) drainOnClose(app);
  closeOnSignal(app, { withParent }, async (timeoutMs) => {
    await metrics?.close();
    await Promise.all(jobs.map((job) => job.stop(timeoutMs)));
    await changes.close();
    await database.close();
  });

  await listen(app, config);
  if (config.metricsPort !== null) metrics = await startMetrics(ctx, config.metricsPort);
  if (!isRehearsal) {
    jobs.push(...(await startJobs(app, ctx)));
    noteServing(config.dataDir);
  }

  console.log(`\n  Druse is open at ${urlOf(app, config.publicUrl)}`);
  if (demoCredentials) {
    const { username, password } = demoCredentials;
    console.log(
      `  Log in as ${username} with the password ${password}; set ADMIN_PASSWORD to replace this demo password.`,
    );
  }
  console.log('');
  // Renders the home page before its first visitor; fails harmlessly if the shop is closing
  // already.
  if (!isDevelopment) await app.inject('/').catch(() => {});
}

async function mendModes(dataDir: string): Promise<void> {
  try {
    const mended = await makeFilesPrivate(dataDir);
    if (mended > 0)
      console.log(
        `  ${mended} files and folders in DATA_DIR ${dataDir} were open to other users; now only the shop’s user can read them.`,
      );
  } catch (error) {
    console.warn(
      `Other users may read DATA_DIR ${dataDir}: ${error instanceof Error ? error.message : error}`,
    );
  }
}

const DISK_FULL =
  'its disk is full. Nothing is lost, and an upgrade that was cut off is undone: free up space, then start again.';

/** @throws ConfigurationError if the database cannot be opened or migrated. */
async function openPreparedDatabase(
  config: Config,
  onConnectionError: (error: unknown) => void,
): Promise<Database> {
  const place =
    config.databaseUrl === null ? `DATA_DIR ${config.dataDir}` : 'The database of DATABASE_URL';
  try {
    // With a database server, any number of processes are one shop.
    const unlock =
      config.databaseUrl === null ? lockDataDir(config.dataDir, systemClock.now()) : () => {};
    const database = await openDatabase(config, onConnectionError);
    await waitForDatabase(database.db, systemClock, (message) => console.warn(`  ${message}`));
    await prepareDatabase(database);
    await rewriteWhereDue(database, systemClock, (message) => console.log(`  ${message}`));
    const close = async () => {
      await database.close();
      unlock();
    };
    return { ...database, close };
  } catch (error) {
    if (error instanceof DataDirInUse || error instanceof UnfitTables)
      throw new ConfigurationError([error.message]);
    const reason =
      failureOf(error) === 'full' ? DISK_FULL : error instanceof Error ? error.message : error;
    throw new ConfigurationError([`${place} cannot be used: ${reason}`]);
  }
}

/** Between checks of the free disk space. */
const ROOM_EVERY_MS = 10_000;

/** Imported only now, because no request waits for jobs. */
async function startJobs(app: App, ctx: Context): Promise<Job[]> {
  const [
    { startMediaWorker },
    { startMediaCleanup },
    { startIpAddressCleanup },
    { startSchedule },
    { startSending },
  ] = await Promise.all([
    import('./media/files/jobs/media-worker.service.ts'),
    import('./media/files/cleanup/media-cleanup.service.ts'),
    import('./admin/operations/ip-address-cleanup.service.ts'),
    import('./admin/schedule/schedule.service.ts'),
    import('./messages/mail/sending.service.ts'),
  ]);
  const pluggedIn = await Promise.all(pluggedInto('job').map((load) => load()));
  const roomJob = startJob('room', ROOM_EVERY_MS, ctx.log, () => ctx.room.tend(ctx.clock.now()));
  return [
    startSending(ctx),
    roomJob,
    startMediaWorker(ctx),
    startMediaCleanup(ctx),
    startIpAddressCleanup(ctx),
    startSchedule(ctx),
    ...pluggedIn.map((start) => start(ctx, app.server)),
  ];
}
