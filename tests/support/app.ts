import { argon2Sync, randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { InjectOptions, LightMyRequestResponse } from 'fastify';
import { inject } from 'vitest';
import { ensureAdmin } from '#core/server/admin/auth/admin.service.ts';
import { insertUser, selectAdmin } from '#core/server/admin/auth/auth.queries.ts';
import { type AppOptions, buildApp } from '#core/server/app.ts';
import { type Config, DEMO_PASSWORD, readConfig } from '#core/server/config.ts';
import type { Context } from '#core/server/context.ts';
import { type Clock, instantOf } from '#platform/clock.ts';
import { type Database, openDatabase } from '#platform/db/open.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import type { App } from '#platform/http/app-type.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import type { TestDatabase } from './databases.ts';
import { loggedLines } from './log-of-failed-tests.ts';

/** A fixed clock, which only the test moves. Waiting for a later time takes none. */
class MovableClock implements Clock {
  #now: number;
  /** How long each wait would have taken, in milliseconds. */
  readonly waits: number[] = [];

  constructor(start: Date) {
    this.#now = start.getTime();
  }

  now() {
    return new Date(this.#now);
  }

  async wait(ms: number) {
    this.waits.push(ms);
    await setImmediate();
  }

  forward({
    days = 0,
    hours = 0,
    minutes = 0,
    seconds = 0,
  }: {
    days?: number;
    hours?: number;
    minutes?: number;
    seconds?: number;
  }) {
    this.#now += (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
  }
}

export const ADMIN = { username: 'admin', password: 'rock-solid-password' };

/** The cookies of one browser, from response to request. */
export class Browser {
  readonly #app: App;
  readonly cookies = new Map<string, string>();

  constructor(app: App) {
    this.#app = app;
  }

  async request(options: InjectOptions): Promise<LightMyRequestResponse> {
    const response = await this.#app.inject({
      ...options,
      cookies: { ...Object.fromEntries(this.cookies), ...options.cookies },
    });
    for (const { name, value } of response.cookies) {
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return response;
  }

  get = (url: string, headers?: Record<string, string>) => this.request({ url, headers });
  post = (url: string, payload?: object, headers?: Record<string, string>) =>
    this.request({ method: 'POST', url, payload, headers });
  put = (url: string, payload: object) => this.request({ method: 'PUT', url, payload });
  delete = (url: string) => this.request({ method: 'DELETE', url });
}

export type TestApp = {
  app: App;
  ctx: Context;
  clock: MovableClock;
  /** How often the public pages were invalidated. */
  drops(): number;
  /** Lines of the log at level warn and above, if `config.logLevel` does not say otherwise. */
  log: string[];
  visitor(): Browser;
  /** A browser with an admin session. */
  admin(): Promise<Browser>;
};

const noMedia: MediaStore = {
  putFile: async () => true,
  put: async () => true,
  has: async () => false,
  open: async () => null,
  remove: async () => {},
  async *list() {},
};

/** Most of the time that a picture takes goes into making its files small, at which few tests look: those say more. */
const QUICK = 0;

/**
 * The real app over a test database, with rate limits off and an admin whose password is set. Close `app` before the database.
 * It has a data folder of its own: shops whose clocks differ would take each other's uploads for leftovers of days ago.
 * @param start what its clock shows. A test whose data a process goes on with, which has the real time, gives that: holds would have ended.
 */
export async function makeApp(
  database: Database,
  {
    config = {},
    mediaStore = noMedia,
    start = new Date('2026-11-21T09:00:00.000Z'),
    ...options
  }: { config?: Partial<Config>; mediaStore?: MediaStore; start?: Date } & AppOptions = {},
): Promise<TestApp> {
  const clock = new MovableClock(start);
  const log: string[] = [];
  const writeLog = (line: string) => {
    log.push(line);
    loggedLines.push(line);
  };
  const dataDir = mkdtempSync(path.join(inject('runFolder'), 'data-'));
  let drops = 0;
  const { app, ctx } = await buildApp(
    {
      config: {
        ...readConfig({ ADMIN_PASSWORD: ADMIN.password, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }),
        demo: false,
        dataDir,
        pictureEffort: QUICK,
        ...config,
      },
      db: database.db,
      dialect: database.dialect,
      mediaStore,
      clock,
      invalidateCache: (tags = null) => {
        drops += 1;
        options.cache?.invalidate(tags);
      },
    },
    { writeLog, ...options },
  );
  await insertAdmin(ctx);
  await ensureAdmin(ctx);
  await app.ready();
  const visitor = () => new Browser(app);
  const admin = async () => {
    const browser = visitor();
    const { adminUser, adminPassword } = ctx.config;
    const response = await browser.post('/api/auth/login', {
      username: adminUser,
      password: adminPassword ?? DEMO_PASSWORD,
    });
    if (response.statusCode !== 200)
      throw new Error(`The admin could not log in: ${response.body}`);
    return browser;
  };
  return { app, ctx, clock, drops: () => drops, log, visitor, admin };
}

/**
 * Inserts the account that `ensureAdmin` would make, where there is none. Its hash asks for the least work that argon2 knows: the real one costs
 * more processor time than most tests, once for the hash and once for each login.
 */
async function insertAdmin({ db, config, clock }: Context): Promise<void> {
  if (await selectAdmin(db)) return;
  const account = {
    username: config.adminUser,
    passwordHash: cheapHash(config.adminPassword ?? DEMO_PASSWORD),
    isDemo: config.adminPassword === null,
  };
  await inTransaction(db, (tx) => insertUser(tx, account, instantOf(clock)));
}

/** The same for the account of the tests once its password has been changed, which makes a real hash. */
export const cheapenAdmin = (ctx: Context): Promise<unknown> =>
  ctx.db
    .updateTable('users')
    .set({ password_hash: cheapHash(ADMIN.password) })
    .where('username', '=', ADMIN.username)
    .execute();

/** A hash in the PHC string format, which says how much work it asks for. */
function cheapHash(message: string): string {
  const nonce = randomBytes(8);
  const tag = argon2Sync('argon2id', {
    message,
    nonce,
    memory: 8,
    passes: 1,
    parallelism: 1,
    tagLength: 16,
  });
  const [salt, hash] = [nonce, tag].map((bytes) => bytes.toString('base64').replace(/=+$/, ''));
  return `$argon2id$v=19$m=8,t=1,p=1$${salt}$${hash}`;
}

/** Another process of the shop, with connections of its own, where the database can have one: on PostgreSQL. Close it before the first. */
export async function makeSecondApp({
  environment,
}: TestDatabase): Promise<(TestApp & { close(): Promise<void> }) | null> {
  const databaseUrl = environment?.DATABASE_URL;
  if (!databaseUrl) return null;
  const database = await openDatabase({ databaseUrl, dataDir: '' });
  const shop = await makeApp(database);
  const close = async () => {
    await shop.app.close();
    await database.close();
  };
  return { ...shop, close };
}
