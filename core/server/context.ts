import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '#platform/clock.ts';
import type { Db } from '#platform/db/db.ts';
import type { Dialect } from '#platform/db/dialect.ts';
import type { LastError } from '#platform/http/last-errors.ts';
import type { Invalidation } from '#platform/page-cache/page-cache.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import type { SpareRoom } from '#platform/storage/spare-room.ts';
import type { FacetIndex } from './catalogue/specimens/facets/facet-index.ts';
import type { Config } from './config.ts';

export type Context = {
  config: Config;
  db: Db;
  dialect: Dialect;
  mediaStore: MediaStore;
  clock: Clock;
  log: FastifyBaseLogger;
  /** This process has logged them, the latest last. */
  lastErrors(): LastError[];
  /** On the disk of the data folder. */
  room: SpareRoom;
  /** Says what the shop cannot write; null: it can, or could a minute ago. */
  writeProblem(): Promise<string | null>;
  facetIndex: FacetIndex;
  /** Without tags it drops all. Acts do it once committed (`perform.ts`). */
  invalidateCache(tags?: Invalidation): void;
};
