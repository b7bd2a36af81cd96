import { existsSync, mkdtempSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, inject, test } from 'vitest';
import { spareRoom } from './spare-room.ts';

const KB = 1024;
const ROOM = 64 * KB;
const at = (minute: number) => new Date(Date.UTC(2026, 10, 21, 9, minute));

/** Room on a disk whose free bytes the test says. */
function open() {
  const dataDir = mkdtempSync(path.join(inject('runFolder'), 'room-'));
  const disk = { free: 100 * ROOM };
  const said: string[] = [];
  const log = {
    error: (_: object, message: string) => said.push(message),
    info: (_: object, message: string) => said.push(message),
  };
  const room = spareRoom(
    dataDir,
    log,
    () => ROOM,
    () => disk.free,
  );
  return { room, disk, said, dataDir, file: path.join(dataDir, 'shop.spare') };
}

test('room is kept back, given back when the disk fills, and kept again once twice as much is free', async () => {
  const { room, disk, said, dataDir, file } = open();
  await room.tend(at(0));
  // Written in whole pieces, and really: the blocks of a file with holes would be fewer.
  expect(statSync(file).size).toBeGreaterThanOrEqual(ROOM);
  expect(statSync(file).blocks * 512).toBeGreaterThanOrEqual(ROOM);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  disk.free = ROOM / 8;
  await room.tend(at(1));
  expect([existsSync(file), room.missingSince()]).toEqual([true, null]);
  disk.free -= 1;
  await room.tend(at(2));
  expect([existsSync(file), room.missingSince()]).toEqual([false, at(2).toISOString()]);
  disk.free = ROOM - 1;
  expect(room.isScarce()).toBe(true);
  disk.free = 2 * ROOM - 1;
  expect(room.isScarce()).toBe(false);
  await room.tend(at(3));
  expect([existsSync(file), room.missingSince()]).toEqual([false, at(2).toISOString()]);
  disk.free = 2 * ROOM;
  await room.tend(at(4));
  expect([existsSync(file), room.missingSince()]).toEqual([true, null]);
  expect(readdirSync(dataDir)).toEqual(['shop.spare']);
  expect(said).toEqual([
    expect.stringContaining('the disk is full'),
    'there is room on the disk again',
  ]);
});

test('room is given back at once where something could not be written, and that is said once', async () => {
  const { room, said, file } = open();
  await room.tend(at(0));
  room.release(at(1));
  room.release(at(2));
  expect([existsSync(file), room.missingSince(), said.length]).toEqual([
    false,
    at(1).toISOString(),
    1,
  ]);
});
