/**
 * The shop's files have people's names and addresses, and photos with the places where they were
 * taken: no other user of the machine reads them.
 */
import { chmod, lstat, opendir } from 'node:fs/promises';
import path from 'node:path';

/** DATA_DIR may have files of others too. */
export const OWN_FILES = [
  'shop.db',
  'shop.db-wal',
  'shop.db-shm',
  'shop.lock',
  'shop.lock.holder',
  'shop.spare',
  'shop.key',
  'media',
  'uploads',
  'work',
  'replaced',
  'before-upgrade.db',
];
const OTHERS = 0o077;

/**
 * What this process and its children make from now on is for their user alone, whatever the umask.
 */
export const keepNewFilesPrivate = (): void => {
  process.umask(OTHERS);
};

/**
 * Takes the rights of group and others from what an earlier version, or a looser umask, has left.
 * Looks into folders only where something beside them was open: a shop may have a million files.
 * @returns how many files and folders it was.
 * @throws where one belongs to another user, or the file system keeps no modes, as on a memory
 * card.
 */
export async function makeFilesPrivate(dataDir: string, change = chmod): Promise<number> {
  // Windows has no such modes.
  if (process.platform === 'win32') return 0;
  let mended = 0;
  const mend = async (file: string) => {
    const found = await lstat(file).catch(() => null);
    if (!found || found.isSymbolicLink() || (found.mode & OTHERS) === 0) return;
    await change(file, found.mode & 0o777 & ~OTHERS);
    if (((await lstat(file)).mode & OTHERS) !== 0)
      throw new Error(`the file system leaves ${file} open`);
    mended += 1;
  };
  for (const name of OWN_FILES) await mend(path.join(dataDir, name));
  if (mended === 0) return 0;
  for (const name of ['media', 'uploads']) {
    const folder = await opendir(path.join(dataDir, name), { recursive: true }).catch(() => null);
    for await (const entry of folder ?? []) await mend(path.join(entry.parentPath, entry.name));
  }
  return mended;
}
