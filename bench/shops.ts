/** Shops of several sizes to measure: on SQLite made once, stored, and copied for each run, which changes them. */
import { createHash } from 'node:crypto';
import {
  constants,
  copyFileSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { prepareDatabase } from '#core/server/prepare-database.ts';
import { raiseCounters } from '#platform/db/backup/counters.ts';
import { openDatabase } from '#platform/db/open.ts';
import { inTransaction } from '#platform/db/transaction.ts';
import { postgresBinaries, startPrimary } from '#tests/support/postgres-cluster.ts';
import type { Results } from './results.ts';
import { seedSpecimens } from './seed.ts';

const root = path.join(import.meta.dirname, '..');
const store = path.join(root, '.cache/bench');

/** A new data folder with this many specimens, for the caller to remove. */
export async function copyOfShop(specimens: number): Promise<string> {
  const file = await seededFile(specimens);
  const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-bench-'));
  copyFileSync(file, path.join(dataDir, 'shop.db'), constants.COPYFILE_FICLONE);
  return dataDir;
}

/**
 * Measures a shop with this many specimens on a PostgreSQL server of its own, which writes through to the disk.
 * @param what named in a note where this machine has no such server.
 */
export async function onPostgres(
  what: string,
  specimens: number,
  measure: (place: { databaseUrl: string; dataDir: string }) => Promise<Partial<Results>>,
): Promise<Partial<Results>> {
  if (!postgresBinaries)
    return {
      notes: [
        `${what} on PostgreSQL: not measured, as this machine has no PostgreSQL server binaries.`,
      ],
    };
  const dataDir = mkdtempSync(path.join(tmpdir(), 'druse-bench-'));
  const postgres = await startPrimary(dataDir);
  try {
    const databaseUrl = `postgres://druse@127.0.0.1:${postgres.port}/postgres`;
    const database = await openDatabase({ databaseUrl, dataDir });
    await prepareDatabase(database);
    await seedSpecimens(database, specimens);
    // What was seeded brought its own ids.
    await inTransaction(database.db, (tx) =>
      raiseCounters(tx, 'postgres', { specimens, localities: 100_000 }),
    );
    await database.close();
    return await measure({ databaseUrl, dataDir });
  } finally {
    await postgres.kill();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function seededFile(specimens: number): Promise<string> {
  const folder = path.join(store, `${specimens}-${fingerprint()}`);
  const file = path.join(folder, 'shop.db');
  if (existsSync(file)) return file;
  console.log(`Making a shop of ${specimens.toLocaleString('en-US')} specimens, once …`);
  const unfinished = `${folder}-unfinished`;
  rmSync(unfinished, { recursive: true, force: true });
  mkdirSync(unfinished, { recursive: true });
  const database = await openDatabase({ databaseUrl: null, dataDir: unfinished });
  await prepareDatabase(database);
  await seedSpecimens(database, specimens);
  await database.close();
  for (const old of globSync(`${specimens}-*`, { cwd: store })) {
    if (!old.endsWith('-unfinished'))
      rmSync(path.join(store, old), { recursive: true, force: true });
  }
  renameSync(unfinished, folder);
  return file;
}

/** Of everything that a seeded file follows from. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const sources = globSync(
    ['bench/seed.ts', 'platform/db/{migrations,search}/*.ts', 'platform/search/*.ts'],
    { cwd: root },
  );
  for (const source of sources.sort())
    if (!source.endsWith('.test.ts')) hash.update(readFileSync(path.join(root, source)));
  return hash.digest('hex').slice(0, 12);
}
