/** Shops of several sizes to measure: made once, stored, and copied for each run, which changes them. */
import { createHash } from 'node:crypto';
import { constants, copyFileSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '#server/platform/db/open.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
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
    if (!old.endsWith('-unfinished')) rmSync(path.join(store, old), { recursive: true, force: true });
  }
  renameSync(unfinished, folder);
  return file;
}

/** Of everything that a seeded file follows from. */
function fingerprint(): string {
  const hash = createHash('sha256');
  const sources = globSync(['bench/seed.ts', 'server/platform/db/{migrations,search}/*.ts', 'server/platform/search/*.ts'], { cwd: root });
  for (const source of sources.sort()) if (!source.endsWith('.test.ts')) hash.update(readFileSync(path.join(root, source)));
  return hash.digest('hex').slice(0, 12);
}
