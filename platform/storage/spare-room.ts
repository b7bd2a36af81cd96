/**
 * Once the disk fills, this file of random bytes goes, and rows go on being written while somebody
 * makes room; files wait, or they would fill it at once.
 */
import { randomBytes } from 'node:crypto';
import { existsSync, rmSync, statfsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { giveToOwnerOf } from './data-owner.ts';

const FILE = 'shop.spare';
const MB = 1024 * 1024;
const MAX_BYTES = 64 * MB;
const SMALL_DISK_SHARE = 16;
/** So little is left that the next rows would fail. */
const LEAST_SHARE = 8;

export type SpareRoom = {
  /**
   * Gives the room back where the disk is full or nearly so, and keeps it again once twice as much
   * is free. Called every few seconds.
   */
  tend(now: Date): Promise<void>;
  release(now: Date): void;
  isScarce(): boolean;
  /** No room is left to keep since then; null: there is. */
  missingSince(): string | null;
};

type Log = {
  error(what: object, message: string): void;
  info(what: object, message: string): void;
};

const freeBytesOn = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
};

function roomFor(folder: string): number {
  const { blocks, bsize } = statfsSync(folder);
  return Math.min(MAX_BYTES, Math.floor((blocks * bsize) / SMALL_DISK_SHARE));
}

/**
 * Reads and writes nothing before it is asked.
 * @param roomOn how much is kept on a folder's disk.
 */
export function spareRoom(
  dataDir: string,
  log: Log,
  roomOn = roomFor,
  freeOn = freeBytesOn,
): SpareRoom {
  const file = path.join(dataDir, FILE);
  let missingSince: string | null = null;

  function release(now: Date): void {
    rmSync(file, { force: true });
    if (missingSince !== null) return;
    missingSince = now.toISOString();
    log.error(
      { dataDir },
      'the disk is full: files wait, and rows go on in the room that was kept back',
    );
  }

  return {
    release,
    isScarce: () => missingSince !== null && freeOn(dataDir) < roomOn(dataDir),
    missingSince: () => missingSince,
    async tend(now) {
      const free = freeOn(dataDir);
      const roomBytes = roomOn(dataDir);
      if (existsSync(file)) {
        if (free < roomBytes / LEAST_SHARE) release(now);
        return;
      }
      if (free < 2 * roomBytes) return release(now);
      await fill(file, roomBytes);
      giveToOwnerOf(dataDir, [file]);
      if (missingSince !== null) log.info({ dataDir }, 'there is room on the disk again');
      missingSince = null;
    },
  };
}

/** Random bytes: holes and zeros would take no room on a disk that compresses. */
async function fill(file: string, bytes: number): Promise<void> {
  const partial = `${file}.part`;
  try {
    const handle = await open(partial, 'w', 0o600);
    try {
      for (let left = bytes; left > 0; left -= MB)
        await handle.write(randomBytes(Math.min(left, MB)));
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(partial, file);
  } finally {
    await rm(partial, { force: true });
  }
}
