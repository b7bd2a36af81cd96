import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import {
  constants,
  copyFile,
  mkdir,
  open,
  opendir,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import { giveToOwnerOf } from './data-owner.ts';
import { checkMediaName, isMediaName } from './media-names.ts';
import type { ListedFile, MediaStore, StoredFile } from './media-store.ts';

const isWindows = process.platform === 'win32';
const temporaryName = /^\.[0-9a-f-]{36}\.part$/;

/**
 * The first file creates the folder. A file under its final name is complete and synced to disk,
 * and belongs to the owner of the folder that the store is in.
 */
export function diskStore(folder: string): MediaStore {
  const pathOf = (name: string) => path.join(folder, name);

  async function make(target: string): Promise<void> {
    const first = await mkdir(target, { recursive: true });
    if (first === undefined) return;
    giveToOwnerOf(path.dirname(folder), [folder, target]);
    await flushFolder(path.dirname(target));
  }

  /** @throws RangeError for an invalid name. */
  async function store(
    name: string,
    write: (temporary: string) => Promise<void>,
  ): Promise<boolean> {
    checkMediaName(name);
    if (await has(name)) return false;
    const target = path.dirname(pathOf(name));
    await make(target);
    const temporary = path.join(target, `.${randomUUID()}.part`);
    try {
      await write(temporary);
      await flush(temporary);
      giveToOwnerOf(path.dirname(folder), [temporary]);
      await rename(temporary, pathOf(name));
    } catch (error) {
      await rm(temporary, { force: true });
      throw error;
    }
    await flushFolder(target);
    return true;
  }

  async function sizeOf(name: string): Promise<number | null> {
    if (!isMediaName(name)) return null;
    const found = await stat(pathOf(name)).catch(absent);
    return found?.isFile() ? found.size : null;
  }

  async function* filesWhere(matches: (name: string) => boolean): AsyncGenerator<ListedFile> {
    for await (const entry of (await opendir(folder, { recursive: true }).catch(absent)) ?? []) {
      const name = path
        .relative(folder, path.join(entry.parentPath, entry.name))
        .replaceAll(path.sep, '/');
      if (!matches(name)) continue;
      const found = await stat(pathOf(name)).catch(absent);
      if (found?.isFile()) yield { name, size: found.size, modified: found.mtime };
    }
  }

  const has = async (name: string) => (await sizeOf(name)) !== null;

  return {
    has,
    put: (name, bytes) => store(name, (temporary) => writeFile(temporary, bytes)),
    // A copy, not a link: the local file may change later, a stored one never does.
    putFile: (name, localPath) =>
      store(name, (temporary) => copyFile(localPath, temporary, constants.COPYFILE_FICLONE)),
    async open(name): Promise<StoredFile | null> {
      const size = await sizeOf(name);
      return size === null
        ? null
        : { size, read: (range) => createReadStream(pathOf(name), range) };
    },
    async remove(name) {
      if (isMediaName(name)) await rm(pathOf(name), { force: true });
    },
    list: () => filesWhere(isMediaName),
    async tryWriting() {
      await make(folder);
      const probe = path.join(folder, `.${randomUUID()}.part`);
      try {
        await writeFile(probe, 'x', { flush: true });
      } finally {
        await rm(probe, { force: true });
      }
    },
    async removeLeftovers(before) {
      for await (const { name, modified } of filesWhere((found) =>
        temporaryName.test(path.basename(found)),
      )) {
        if (modified < before) await rm(pathOf(name), { force: true });
      }
    },
  };
}

/** Syncs a folder's list of names to disk. Windows has nothing for it. */
async function flushFolder(folder: string): Promise<void> {
  if (!isWindows) await flush(folder);
}

async function flush(pathname: string): Promise<void> {
  const handle = await open(pathname, isWindows ? 'r+' : 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Turns “does not exist” into null, as where links lead round and round; rethrows other errors. */
function absent(error: unknown): null {
  const isAbsent =
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOENT' || error.code === 'ENOTDIR' || error.code === 'ELOOP');
  if (!isAbsent) throw error;
  return null;
}
