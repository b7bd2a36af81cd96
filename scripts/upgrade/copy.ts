/** A release is tried on a copy of the database, beside the media, which a rehearsal only reads. */
import { chmodSync, copyFileSync, renameSync, statSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { formerDatabaseOf, openWorkFolder, withWorkFolder } from '#platform/storage/leftovers.ts';

/** Works as the folder's owner, so root leaves no file of its own there. */
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

/**
 * The shop may write meanwhile.
 * @returns the copy, which stays until the next upgrade.
 */
export function keepDatabase(dataDir: string): string {
  const target = formerDatabaseOf(dataDir);
  const { folder, remove } = openWorkFolder(dataDir, 'rehearsal');
  const partial = path.join(folder, 'shop.db');
  try {
    asOwnerOf(dataDir, () => {
      const database = new DatabaseSync(path.join(dataDir, 'shop.db'), {
        readOnly: true,
        timeout: 30_000,
      });
      try {
        database.prepare('vacuum into ?').run(partial);
      } finally {
        database.close();
      }
      // SQLite goes by the umask.
      chmodSync(partial, 0o600);
      renameSync(partial, target);
    });
  } finally {
    remove();
  }
  return target;
}

/** The folder has the database, if it is a file, and the media; it is removed afterwards. */
export async function withCopy<T>(
  dataDir: string,
  database: string | null,
  work: (folder: string) => Promise<T>,
): Promise<T> {
  return withWorkFolder(dataDir, 'rehearsal', (folder) => {
    asOwnerOf(dataDir, () => {
      if (database !== null) copyFileSync(database, path.join(folder, 'shop.db'));
      symlinkSync(path.relative(folder, path.join(dataDir, 'media')), path.join(folder, 'media'));
    });
    return work(folder);
  });
}
