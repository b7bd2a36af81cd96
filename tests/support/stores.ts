/** Runs test suites on every media store: a folder, the tests' S3 server, and a real one if this machine has it. */
import { randomUUID } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, inject } from 'vitest';
import { readConfig } from '#core/server/config.ts';
import { diskStore } from '#platform/storage/disk.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { s3Store } from '#platform/storage/s3.ts';
import { type EngineName, type MakeDatabase, onDatabases, onEveryDatabase } from './databases.ts';
import { hasRadosgw, startRadosgw } from './radosgw.ts';
import { startS3Server } from './s3-server.ts';

export type StoreName = 'disk' | 's3' | 'radosgw';

/** Creates an empty store; for tests and their hooks. */
export type MakeStore = () => MediaStore;

type Environment = Record<string, string>;

type Server = { environment: Environment; stop(): Promise<void> };

const servers: Partial<Record<StoreName, () => Promise<Server>>> = {
  s3: startS3Server,
  radosgw: startRadosgw,
};

/**
 * Runs a suite once for each of the named stores; the real server only if this machine has one.
 * `environment` returns the configuration of the bucket, null for a folder; for tests and their hooks.
 */
export function onStores(
  names: StoreName[],
  suite: (makeStore: MakeStore, environment: () => Environment | null) => void,
): void {
  for (const name of names) {
    const isMissing = name === 'radosgw' && !hasRadosgw();
    const title = isMissing
      ? 'radosgw (skipped: Debian’s radosgw, ceph-mon and ceph-osd are not installed)'
      : `media on ${name}`;
    describe.skipIf(isMissing)(title, () => {
      const { make, environment } = storeMaker(name);
      suite(make, environment);
    });
  }
}

type SuiteOfPair = (makeDatabase: MakeDatabase, makeStore: MakeStore, engine: EngineName) => void;

const onPair =
  (suite: SuiteOfPair): Parameters<typeof onEveryDatabase>[0] =>
  (makeDatabase, engine) =>
    suite(makeDatabase, storeMaker(engine === 'sqlite' ? 'disk' : 's3').make, engine);

/** Runs a suite on the pairs that shops run on: SQLite with a folder, PostgreSQL with a bucket. */
export const onEveryPair = (suite: SuiteOfPair) => onEveryDatabase(onPair(suite));

/** On the first of them alone, where the second is left to the suite `thorough`. */
export const onFirstPair = (suite: SuiteOfPair) => onDatabases(['sqlite'], onPair(suite));

/** Starts the store's server before the suite's own hooks and stops it after them. */
function storeMaker(name: StoreName): { make: MakeStore; environment: () => Environment | null } {
  let server: Server | undefined;
  beforeAll(async () => {
    server = await servers[name]?.();
  }, 150_000);
  afterAll(() => server?.stop());
  const make = () =>
    server
      ? s3StoreAt(server.environment)
      : diskStore(mkdtempSync(path.join(inject('runFolder'), 'media-')));
  return { make, environment: () => server?.environment ?? null };
}

/** A store in a new folder of the bucket that the environment names. */
export function s3StoreAt(environment: Environment): MediaStore {
  const { bucket } = readConfig({
    ...environment,
    MEDIA_URL: `${environment.MEDIA_URL}/${randomUUID()}`,
  });
  if (!bucket) throw new Error('The environment names no bucket');
  return s3Store(bucket);
}

/** The names of all files, sorted. */
export async function namesIn(store: MediaStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of store.list()) names.push(name);
  return names.sort();
}
