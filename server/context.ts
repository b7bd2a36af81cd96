import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { FacetIndex } from './features/catalogue/specimens/facets/facet-index.ts';
import type { Clock } from './platform/clock.ts';
import type { Db } from './platform/db/db.ts';
import type { Dialect } from './platform/db/dialect.ts';
import type { Invalidation } from './platform/page-cache/page-cache.ts';
import type { MediaStore } from './platform/storage/media-store.ts';
import type { SpareRoom } from './platform/storage/spare-room.ts';

/** What services depend on, passed down from `start.ts`. */
export type Context = {
  config: Config;
  db: Db;
  dialect: Dialect;
  mediaStore: MediaStore;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Room that is kept back on the disk of the data folder. */
  room: SpareRoom;
  /** What the shop cannot write, in words; null: it can, or could a minute ago. */
  writeProblem(): Promise<string | null>;
  /** By what specimens are filtered, in memory. */
  facetIndex: FacetIndex;
  /** Call it after a commit that changes what visitors see, with the cache tags it invalidates. If unsure, invalidate everything. */
  invalidateCache(tags?: Invalidation): void;
};
