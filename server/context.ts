import type { FastifyBaseLogger } from 'fastify';
import type { CacheInvalidation } from './cache-invalidation.ts';
import type { Config } from './config.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import type { Dialect } from './platform/db/dialect.ts';
import type { MediaStore } from './platform/storage/media-store.ts';

/** What services work with, passed down from `start.ts`. */
export type Context = {
  config: Config;
  db: Db;
  dialect: Dialect;
  mediaStore: MediaStore;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Called after a commit that changes anything a visitor sees: drops what is kept of it. Without saying what has changed: everything. */
  invalidateCache(change?: CacheInvalidation): void;
};
