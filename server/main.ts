/** Starts the shop: reads the configuration, opens what it needs, listens, and closes gracefully. */
import { existsSync } from 'node:fs';
import { enableCompileCache, flushCompileCache } from 'node:module';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Context } from './context.ts';
import type { App } from './platform/http/app-type.ts';
import type { Job } from './platform/jobs/job.ts';

const CLOSING_MS = 10_000;
const dist = path.join(import.meta.dirname, '../dist');

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 24 || (major === 24 && minor < 7)) {
  console.error(`Druse needs Node 24.7 or newer; this is ${process.versions.node}. Use npm start, which brings its own.`);
  process.exit(1);
}
// Halves the time to the first answer from the second start on; where the folder cannot be written, nothing is lost.
enableCompileCache(path.join(import.meta.dirname, '../.cache/compiled'));
// Loaded only now: an older version lacks what these import.
const { ConfigurationError, helpText, readConfig, readEnvironment, refuseDemoPasswordInPublic, setMode } = await import('./config.ts');

try {
  if (process.argv.includes('--help')) console.log(helpText());
  else await start();
} catch (error) {
  console.error(error instanceof ConfigurationError ? error.message : error);
  process.exit(1);
}

async function start(): Promise<void> {
  const config = readConfig(readEnvironment());
  const isDevelopment = process.argv.includes('--dev');
  if (!isDevelopment && !existsSync(path.join(dist, 'server/entry-server.js'))) {
    throw new ConfigurationError(['The pages are not built yet: use npm start, which builds them, or npm run build']);
  }
  setMode(isDevelopment ? 'development' : 'production');
  const [
    { openDatabase },
    { prepareDatabase },
    { buildApp },
    { ensureAdmin },
    { loadDemoOnce },
    { systemClock },
    { followChanges },
    { openMediaStore },
    pages,
    renderers,
    changes,
  ] = await Promise.all([
    import('./platform/db/open.ts'),
    import('./prepare-database.ts'),
    import('./app.ts'),
    import('#server/features/auth/admin.service.ts'),
    import('./features/demo/demo.service.ts'),
    import('./platform/clock.ts'),
    import('./platform/db/changes.ts'),
    import('./platform/storage/open.ts'),
    import('#server/platform/page-cache/page-cache.ts'),
    import('./platform/rendering/renderer.ts'),
    import('./cache-invalidation.ts'),
  ]);
  let warn: (words: string) => void = console.warn;
  const mediaStore = await openMediaStore(config, (words) => warn(words));
  const where = config.databaseUrl === null ? `DATA_DIR ${config.dataDir}` : 'The database of DATABASE_URL';
  let onConnectionError: (error: unknown) => void = console.warn;
  const database = await openDatabase(config, (error) => onConnectionError(error))
    .then(async (opened) => {
      await prepareDatabase(opened);
      return opened;
    })
    .catch((error) => {
      throw new ConfigurationError([`${where} cannot be used: ${error.message}`]);
    });
  const { db, dialect } = database;
  const cache = pages.createPageCache(isDevelopment ? { answers: 0 } : {});
  // Before the first page is kept: nothing that changes from now on is missed.
  const feed = await followChanges(
    { db, dialect, databaseUrl: config.databaseUrl },
    {
      tell(rows) {
        for (const row of rows) cache.drop(changes.invalidatedTags(changes.changeOfRow(row)));
      },
      report: (error) => onConnectionError(error),
    },
  );
  const invalidateCache: Context['invalidateCache'] = (change = { kind: 'everything' }) => {
    cache.drop(changes.invalidatedTags(change));
    feed.announce();
  };
  const { app, ctx } = await buildApp(
    { config, db, dialect, mediaStore, clock: systemClock, invalidateCache },
    {
      isLogForHumans: process.stdout.isTTY,
      cache,
      storefront: {
        assets: isDevelopment ? null : path.join(dist, 'client'),
        openRenderer: isDevelopment ? renderers.createSourceRenderer : () => renderers.createBuiltRenderer(dist),
      },
    },
  );
  warn = (words) => app.log.warn(words);
  onConnectionError = (err) => app.log.warn({ err }, 'lost a connection to the database');
  const demoCredentials = await ensureAdmin(ctx);
  if (demoCredentials) refuseDemoPasswordInPublic(config);
  await loadDemoOnce(ctx);

  const jobs: Job[] = [];
  let metrics: { close(): Promise<void> } | undefined;
  closeOnSignal(app, async () => {
    await metrics?.close();
    await Promise.all(jobs.map((job) => job.stop(CLOSING_MS)));
    await feed.close();
    await database.close();
  });
  await listen(app, config.host, config.port);
  if (config.metricsPort !== null) metrics = await startMetrics(ctx, config.metricsPort);
  if (config.smtpUrl !== null) {
    const { startSending } = await import('./features/mail/sending.service.ts');
    jobs.push(startSending(ctx, config.smtpUrl));
  }
  const [{ startMediaWorker }, { startMediaCleanup }] = await Promise.all([
    import('#server/features/media/jobs/media-worker.service.ts'),
    import('#server/features/media/cleanup/media-cleanup.service.ts'),
  ]);
  jobs.push(startMediaWorker(ctx), startMediaCleanup(ctx));
  console.log(`\n  Druse is open at ${addressOf(app, config.publicUrl)}`);
  if (demoCredentials) {
    const { username, password } = demoCredentials;
    console.log(`  Log in as ${username} with the password ${password}; set ADMIN_PASSWORD to replace this demo password.`);
  }
  console.log('');
  // The first visitor finds home ready, or waits for what has been begun already. Where the shop is closed again meanwhile, nobody needs it.
  if (!isDevelopment) await app.inject('/').catch(() => {});
  flushCompileCache();
}

/** @throws ConfigurationError where the port cannot be used. */
async function startMetrics(ctx: Context, port: number): Promise<{ close(): Promise<void> }> {
  const [{ serveMetrics }, { pathKind, gaugesOf }] = await Promise.all([
    import('./platform/http/metrics.ts'),
    import('#server/features/operations/gauges.ts'),
  ]);
  const report = (err: unknown) => ctx.log.warn({ err }, 'a figure could not be read');
  try {
    return await serveMetrics({ host: ctx.config.host, port, kindOf: pathKind, readings: gaugesOf(ctx), report });
  } catch (error) {
    throw new ConfigurationError([`METRICS_PORT ${port} cannot be used: ${error instanceof Error ? error.message : error}`]);
  }
}

/** @throws ConfigurationError where the address cannot be listened on. */
async function listen(app: App, host: string, port: number): Promise<void> {
  const { level } = app.log;
  // The framework's own announcement would only repeat ours.
  app.log.level = 'warn';
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    const reasons: Record<string, string> = {
      EADDRINUSE: `PORT ${port} is taken by another program`,
      EACCES: `PORT ${port} is not allowed for this user`,
      EADDRNOTAVAIL: `HOST ${host} is no address of this machine`,
      ENOTFOUND: `HOST ${host} is not known`,
    };
    const reason = reasons[code];
    throw reason ? new ConfigurationError([reason]) : error;
  } finally {
    app.log.level = level;
  }
}

function addressOf(app: App, publicUrl: string | null): string {
  const { address, family, port } = app.server.address() as AddressInfo;
  return publicUrl ?? `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

/** The first signal lets running requests end, for a limited time; one that comes a second later ends the process at once. */
function closeOnSignal(app: App, closeDatabase: () => Promise<void>): void {
  const close = async () => {
    const deadline = setTimeout(() => {
      app.log.warn('some connections did not end in time and were cut');
      app.server.closeAllConnections();
    }, CLOSING_MS);
    // A connection that was busy when closing began is idle only after its answer.
    const reaper = setInterval(() => app.server.closeIdleConnections(), 50);
    await app.close();
    clearTimeout(deadline);
    clearInterval(reaper);
    await closeDatabase();
  };
  let closingSince = 0;
  const onSignal = () => {
    if (closingSince > 0) {
      // Sooner it is the same Ctrl+C again: the terminal sends it to npm and to us, and npm hands on its own.
      if (performance.now() - closingSince > 1_000) process.exit(1);
      return;
    }
    closingSince = performance.now();
    close().then(
      () => process.exit(0),
      (err: unknown) => {
        app.log.error({ err }, 'could not close in order');
        process.exit(1);
      },
    );
  };
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, onSignal);
}
