/** The configured shop for command lines: its services without its server, also beside one that runs. */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '#contract/problems.ts';
import { buildApp } from '#server/app.ts';
import { readConfig, readEnvironment } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { systemClock } from '#server/platform/clock.ts';
import { followChanges } from '#server/platform/db/changes.ts';
import { migrate } from '#server/platform/db/migrate.ts';
import { openDatabase } from '#server/platform/db/open.ts';
import { openMediaStore } from '#server/platform/storage/open.ts';

/** `pathOf`: npm runs scripts in the package's folder; a name is meant where it was typed. */
type Place = { pathOf: (typed: string) => string };

/** @throws Problem not_found where the configuration names no shop; ConfigurationError. */
export async function withShop(work: (ctx: Context, place: Place) => Promise<void>): Promise<void> {
  const environment = readEnvironment();
  const config = readConfig(environment);
  if (config.databaseUrl === null && !existsSync(path.join(config.dataDir, 'shop.db'))) {
    throw new Problem('not_found', `There is no shop in DATA_DIR ${config.dataDir}.`);
  }
  const { db, dialect, close } = await openDatabase(config);
  try {
    await migrate(db, dialect);
    const mediaStore = await openMediaStore(config);
    // Running processes of the shop are told at once what has changed.
    const feed = await followChanges({ db, dialect, databaseUrl: config.databaseUrl }, { tell() {}, report: console.warn });
    const publicChanged = () => feed.announce();
    const resources = { config, db, dialect, mediaStore, clock: systemClock, publicChanged };
    const { app, ctx } = await buildApp(resources, { writeLog: (line) => process.stderr.write(line) });
    try {
      await work(ctx, { pathOf: (typed) => path.resolve(environment.INIT_CWD ?? '', typed) });
    } finally {
      await app.close();
      await feed.close();
    }
  } finally {
    await close();
  }
}
