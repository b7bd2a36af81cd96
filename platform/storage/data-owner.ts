/**
 * DATA_DIR belongs to the shop’s user, though an administrator may run a restore or an import as
 * root.
 */
import { accessSync, constants, lchownSync, lstatSync, statSync } from 'node:fs';
import { userInfo } from 'node:os';
import path from 'node:path';
import { ConfigurationError } from '../configuration-error.ts';
import { OWN_FILES } from './private-files.ts';

const ROOT = 0;

/**
 * Gives what root has just made to the folder’s owner, or the shop’s user could neither read nor
 * replace it. Does nothing for any other user.
 */
export function giveToOwnerOf(folder: string, made: string[]): void {
  if (process.getuid?.() !== ROOT) return;
  const { uid, gid } = statSync(folder);
  if (uid === ROOT) return;
  for (const file of made) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    // Never a link, nor a file with a second name: the owner of the folder could have made either,
    // of a file that is root’s alone.
    if (found?.uid === ROOT && (found.isDirectory() || (found.isFile() && found.nlink === 1)))
      lchownSync(file, uid, gid);
  }
}

/**
 * @throws ConfigurationError naming what in the data folder this user may not read and write, whose
 * it is, and what to do.
 */
export function refuseUnwritable(dataDir: string, access = accessSync): void {
  const isWritable = (place: string): boolean => {
    try {
      access(place, constants.R_OK | constants.W_OK);
      return true;
    } catch {
      return false;
    }
  };
  const places = ['.', ...OWN_FILES, 'media/private'].filter((name) =>
    statSync(path.join(dataDir, name), { throwIfNoEntry: false }),
  );
  const refused = places.filter((name) => !isWritable(path.join(dataDir, name)));
  if (refused.length === 0) return;
  const listed = refused.map((name) =>
    name === '.'
      ? 'the folder itself'
      : `${name}, which belongs to ${ownerOf(path.join(dataDir, name))}`,
  );
  const { username } = userInfo();
  throw new ConfigurationError([
    `DATA_DIR ${dataDir} cannot be written by the user ${username}, as whom the shop runs: ${listed.join('; ')}. As root: chown -R ${username}: ${dataDir}`,
  ]);
}

function ownerOf(place: string): string {
  const { uid } = statSync(place);
  return uid === ROOT ? 'root' : `the user ${uid}`;
}
