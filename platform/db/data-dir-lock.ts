/**
 * Keeps a second shop off a DATA_DIR. The kernel gives SQLite's lock on an empty file back however
 * the process ends, so no lock is stale, and process ids, which are reused and all 1 in containers,
 * decide nothing. Why: `docs/decisions/0030-database-timeouts-and-data-dir-lock.md`.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { giveToOwnerOf } from '#platform/storage/data-owner.ts';
import { isSqliteBusy } from './failures.ts';

/** Never read or removed: closing it elsewhere in this process would give the lock back. */
const LOCK_FILE = 'shop.lock';
/** Means nothing while nobody holds the lock. */
const HOLDER_FILE = 'shop.lock.holder';

type Holder = { pid: number; host: string; since: string };

export class DataDirInUse extends Error {
  override name = 'DataDirInUse';
}

/** A connection that nobody refers to is closed, and its lock with it. */
const held = new Set<DatabaseSync>();

/**
 * Creates a missing folder.
 * @returns gives the lock back.
 * @throws DataDirInUse naming the process that holds it.
 */
export function lockDataDir(dataDir: string, now: Date): () => void {
  const made = mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  if (made === dataDir) giveToOwnerOf(path.dirname(dataDir), [dataDir]);
  const holderFile = path.join(dataDir, HOLDER_FILE);
  const lockFile = path.join(dataDir, LOCK_FILE);
  makePrivate(lockFile);
  const lock = new DatabaseSync(lockFile);
  try {
    lock.exec('begin immediate');
    const holder: Holder = { pid: process.pid, host: hostname(), since: now.toISOString() };
    writeFileSync(holderFile, `${JSON.stringify(holder)}\n`, { mode: 0o600 });
    giveToOwnerOf(dataDir, [lockFile, holderFile]);
  } catch (error) {
    lock.close();
    throw isSqliteBusy(error)
      ? new DataDirInUse(`DATA_DIR ${dataDir} is in use by ${holderIn(holderFile)}. ${ADVICE}`)
      : error;
  }
  held.add(lock);
  return () => {
    rmSync(holderFile, { force: true });
    held.delete(lock);
    lock.close();
  };
}

/** SQLite would go by the umask. */
function makePrivate(file: string): void {
  try {
    // Never opens one that is there: to close it would give its lock back.
    writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

const ADVICE = 'One process at a time may use it: stop that one first, or set another DATA_DIR';

function holderIn(file: string): string {
  try {
    const { pid, host, since }: Holder = JSON.parse(readFileSync(file, 'utf8'));
    return `the process ${pid} on ${host}, since ${since}`;
  } catch {
    // It has locked the folder but not written yet, or somebody removed the file.
    return 'another process';
  }
}
