/** A copy of the data on which a release is tried: the database, beside the photos and videos as they are, which a rehearsal only reads. */
import { copyFileSync, mkdirSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** The database as it was before the last upgrade. */
const BEFORE = 'before-upgrade.db';

/** Does the work as the owner of the folder, so that root leaves no file of its own there. */
export function asOwnerOf<T>(folder: string, work: () => T): T {
  const { uid, gid } = statSync(folder);
  if (process.getuid?.() !== 0 || uid === 0) return work();
  process.setegid?.(gid);
  process.seteuid?.(uid);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}

/** Copies the database, also while the shop writes to it. @returns the copy, which stays until the next upgrade. */
export function keepDatabase(dataDir: string): string {
  const target = path.join(dataDir, BEFORE);
  asOwnerOf(dataDir, () => {
    const partial = `${target}.part`;
    rmSync(partial, { force: true });
    const database = new DatabaseSync(path.join(dataDir, 'shop.db'), { readOnly: true, timeout: 30_000 });
    try {
      database.prepare('vacuum into ?').run(partial);
    } finally {
      database.close();
    }
    renameSync(partial, target);
  });
  return target;
}

/** Runs the work with a folder that has the database, if it is a file, and the media, and removes it afterwards. */
export async function withCopy<T>(dataDir: string, database: string | null, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = path.join(dataDir, 'rehearsal');
  const remove = () => rmSync(folder, { recursive: true, force: true });
  remove();
  asOwnerOf(dataDir, () => {
    mkdirSync(folder, { mode: 0o700 });
    if (database !== null) copyFileSync(database, path.join(folder, 'shop.db'));
    symlinkSync('../media', path.join(folder, 'media'));
  });
  try {
    return await work(folder);
  } finally {
    remove();
  }
}
