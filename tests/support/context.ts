import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import fastify from 'fastify';
import { inject } from 'vitest';
import { readConfig } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { systemClock } from '#server/platform/clock.ts';
import type { TestDatabase } from './databases.ts';

/** A context for tests of services, without an app: no limits, the real clock, an empty media folder. */
export function makeContext({ db, dialect }: TestDatabase, changes: Partial<Context> = {}): Context {
  const config = readConfig({ DATA_DIR: mkdtempSync(path.join(inject('runFolder'), 'data-')), DEMO: 'off', RATE_LIMITS: 'off' });
  const mediaStore = undefined as never;
  return { config, db, dialect, mediaStore, clock: systemClock, log: fastify().log, publicChanged() {}, ...changes };
}
