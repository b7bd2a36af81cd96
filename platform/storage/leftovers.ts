/**
 * What is prepared beside the shop's data, such as the rows of a backup, is readable by who reads
 * the disk. The kernel gives a folder's lock back however its process ends, so what a killed one
 * left is told from what is in use.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DAY_MS } from '#core/contract/durations.ts';
import { systemClock } from '#platform/clock.ts';
import { DataDirInUse, lockDataDir } from '#platform/db/data-dir-lock.ts';
import { giveToOwnerOf } from './data-owner.ts';

const KINDS = ['backup', 'copy', 'import', 'proof', 'rehearsal', 'restore'] as const;
const workName = /^druse-([a-z]+)-(?:\w{6}|[\da-f-]{36})$/;

const LOCK = 'lock';
const FILES = 'files';
/** Those of earlier versions have no lock. */
const UNLOCKED_DAYS = 1;

type Kind = (typeof KINDS)[number];
export type WorkFolder = { folder: string; remove(): void };

/** In the data folder; where this user may not write there, with the system's temporary files. */
export function openWorkFolder(dataDir: string, kind: Kind): WorkFolder {
  const name = `druse-${kind}-${randomUUID()}`;
  try {
    return makeFolder(dataDir, path.join(workOf(dataDir), name));
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
    return makeFolder(tmpdir(), path.join(tmpdir(), name));
  }
}

export async function withWorkFolder<T>(
  dataDir: string,
  kind: Kind,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  const { folder, remove } = openWorkFolder(dataDir, kind);
  try {
    return await work(folder);
  } finally {
    remove();
  }
}

const workOf = (dataDir: string) => path.join(dataDir, 'work');

function makeFolder(owner: string, own: string): WorkFolder {
  const made = mkdirSync(own, { recursive: true, mode: 0o700 });
  const folder = path.join(own, FILES);
  const unlock = lockDataDir(path.join(own, LOCK), systemClock.now());
  mkdirSync(folder, { mode: 0o700 });
  giveToOwnerOf(owner, [made ?? own, own, path.join(own, LOCK), folder]);
  const remove = () => {
    rmSync(folder, { recursive: true, force: true });
    unlock();
    rmSync(own, { recursive: true, force: true });
  };
  return { folder, remove };
}

/** The database before the last upgrade, for a while. */
export const formerDatabaseOf = (dataDir: string) => path.join(dataDir, 'before-upgrade.db');
/** What shops were before copies took their place. */
export const replacedOf = (dataDir: string) => path.join(dataDir, 'replaced');

const FORMER_DAYS = 14;
const REPLACED_DAYS = 90;

/** Removes what killed processes have left, and what was kept for some days. */
export function removeLeftovers(dataDir: string, now: Date): void {
  const isOlder = (place: string, days: number) =>
    (statSync(place, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) <
    now.getTime() - days * DAY_MS;
  const removeDead = (folder: string, isOurs: (name: string) => boolean) => {
    for (const own of filesIn(folder).filter((file) => isOurs(path.basename(file))))
      if (existsSync(path.join(own, LOCK)) || isOlder(own, UNLOCKED_DAYS)) removeIfDead(own);
  };
  removeDead(workOf(dataDir), () => true);
  removeDead(tmpdir(), (name) => KINDS.some((kind) => kind === workName.exec(name)?.[1]));
  const removeOld = (place: string, days: number) => {
    if (isOlder(place, days)) rmSync(place, { recursive: true, force: true });
  };
  const former = formerDatabaseOf(dataDir);
  removeOld(former, FORMER_DAYS);
  for (const file of filesIn(replacedOf(dataDir))) removeOld(file, REPLACED_DAYS);
  // Of a killed upgrade by an earlier version.
  for (const place of [`${former}.part`, path.join(dataDir, 'rehearsal')])
    removeOld(place, UNLOCKED_DAYS);
}

function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => path.join(folder, name));
  } catch {
    return [];
  }
}

function removeIfDead(own: string): void {
  try {
    const unlock = existsSync(path.join(own, LOCK))
      ? lockDataDir(path.join(own, LOCK), systemClock.now())
      : () => {};
    rmSync(path.join(own, FILES), { recursive: true, force: true });
    unlock();
    rmSync(own, { recursive: true, force: true });
  } catch (error) {
    // In use, or another user's.
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!(error instanceof DataDirInUse) && !/^E|^ERR_SQLITE/.test(code)) throw error;
  }
}
