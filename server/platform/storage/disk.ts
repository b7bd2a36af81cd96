/** Media in one folder, each file under its name. */
import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, copyFile, mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { MediaStore, StoredFile } from './media-store.ts';

/** Lower-case words joined by hyphens, and an ending: nothing in it can lead out of the folder. */
const namePattern = /^[a-z0-9]+(-[a-z0-9]+)*\.[a-z0-9]{1,5}$/;
const LONGEST_NAME = 100;

const isName = (name: string) => name.length <= LONGEST_NAME && namePattern.test(name);

/** The store in a folder, which is made when the first file comes. A file that is there under its name is whole and on the disk. */
export function diskStore(folder: string): MediaStore {
  const pathOf = (name: string) => path.join(folder, name);

  /** @throws RangeError for a name that no file may have. */
  async function store(name: string, write: (temporary: string) => Promise<void>): Promise<void> {
    if (!isName(name)) throw new RangeError(`Not a name for a media file: ${JSON.stringify(name)}`);
    if (await has(name)) return;
    await mkdir(folder, { recursive: true });
    const temporary = pathOf(`.${randomUUID()}.part`);
    try {
      await write(temporary);
      await flush(temporary);
      await rename(temporary, pathOf(name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await flush(folder);
  }

  async function sizeOf(name: string): Promise<number | null> {
    if (!isName(name)) return null;
    try {
      const found = await stat(pathOf(name));
      return found.isFile() ? found.size : null;
    } catch (error) {
      if (isMissing(error)) return null;
      throw error;
    }
  }

  const has = async (name: string) => (await sizeOf(name)) !== null;

  return {
    has,
    put: (name, bytes) => store(name, (temporary) => writeFile(temporary, bytes)),
    // A copy and no link: the local file may change later, a stored one never does.
    putFile: (name, localPath) => store(name, (temporary) => copyFile(localPath, temporary, constants.COPYFILE_FICLONE)),
    async open(name): Promise<StoredFile | null> {
      const size = await sizeOf(name);
      return size === null ? null : { size, read: (range) => createReadStream(pathOf(name), range) };
    },
    async remove(name) {
      if (isName(name)) await rm(pathOf(name), { force: true });
    },
  };
}

/** Waits until the file, or the folder's list of names, is on the disk. */
async function flush(pathname: string): Promise<void> {
  const handle = await open(pathname, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const isMissing = (error: unknown) => error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');
