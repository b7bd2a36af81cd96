import path from 'node:path';
import { Readable } from 'node:stream';
import { DAY_MS } from '#core/contract/durations.ts';
import { Problem } from '#core/contract/problems.ts';
import { type Source, takeBackup } from '#features/backup/server/backup.service.ts';
import { fileOf } from '#platform/backup/archive-format.ts';
import { writeArchive } from '#platform/backup/archive-writer.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import { moneyOf } from './copies.queries.ts';
import {
  CONTENTS,
  type Contents,
  type CopyList,
  dateOf,
  FORMAT_VERSION,
  fileNameOf,
  headNameOf,
  type Inventory,
  listNameOf,
  partsOf,
  readList,
  readProgress,
  type Stored,
  stampOf,
  takeInventory,
  writeList,
  writeProgress,
} from './copy-format.ts';
import { type CopyKey, keyIdOf } from './key-words.ts';
import { type Keep, remainingOf } from './rotation.ts';
import { checkStored, onOwnDisk, putSealed } from './sealing.ts';

const NOTE_EVERY_BYTES = 256 * 1024 * 1024;

/** `added`: files that the place lacked; `missing`: those that the shop itself lacks. */
export type WrittenCopy = {
  stamp: string;
  bytes: number;
  added: number;
  missing: string[];
  list: CopyList;
};

/**
 * The list comes last; until then there is no copy.
 * @param prover a second recipient, whose key the shop keeps until the copy is proved.
 * @param goOn called between files.
 * @param onFile told before each file how many are there.
 * @throws what it throws.
 */
export async function writeCopy(
  ctx: Source,
  store: MediaStore,
  key: CopyKey,
  prover: string,
  goOn: () => Promise<void> = async () => {},
  onFile: (done: number, of: number) => void = () => {},
): Promise<WrittenCopy> {
  const recipients = [key.recipient, prover];
  const known = await knownFiles(store, key, await takeInventory(store));
  let money: Contents['money'] = {};
  const taking = takeBackup(ctx, async (snapshot) => {
    money = await moneyOf(snapshot);
  });
  const backup = await onOwnDisk(taking);
  const local = path.join(backup.folder, 'sealed');
  try {
    const files: Stored[] = [];
    let added = 0;
    let unnoted = 0;
    try {
      for (const part of backup.parts.files) {
        await goOn();
        onFile(files.length, backup.parts.files.length);
        const name = fileNameOf(key, fileOf(part.name) ?? part.name);
        const there = known.get(name);
        const file = there ?? (await putSealed(store, name, part.read(), recipients, local));
        files.push(file);
        if (there) continue;
        added += 1;
        unnoted += file.bytes;
        if (unnoted < NOTE_EVERY_BYTES) continue;
        await writeProgress(store, key, files);
        unnoted = 0;
      }
    } catch (error) {
      // What stopped it may keep this from being written, too.
      if (unnoted > 0) await writeProgress(store, key, files).catch(() => {});
      throw error;
    }
    const createdAt = new Date(backup.manifest.createdAt);
    const stamp = stampOf(createdAt);
    const listed: Contents = {
      files: backup.parts.files.map(({ name, size }) => [fileOf(name) ?? name, size]),
      money,
    };
    const text = Buffer.from(JSON.stringify(listed));
    const contents = { name: CONTENTS, size: text.length, read: () => Readable.from([text]) };
    const rows = writeArchive([...backup.parts.head, contents], createdAt);
    // One of the same second is replaced: it counts no more before its head goes.
    await store.remove(listNameOf(keyIdOf(key), stamp));
    const head = await putSealed(store, headNameOf(key, stamp), rows, recipients, local);
    await goOn();
    const list: CopyList = {
      format: 'druse-copy',
      formatVersion: FORMAT_VERSION,
      createdAt: createdAt.toISOString(),
      head,
      files,
    };
    await store.put(listNameOf(keyIdOf(key), stamp), Buffer.from(writeList(key, list)));
    await readList(store, key, stamp);
    const bytes = [head, ...files].reduce((sum, file) => sum + file.bytes, 0);
    return { stamp, bytes, added, missing: backup.manifest.missing, list };
  } finally {
    await backup.discard();
  }
}

/**
 * Files that copies of this key name, also an unfinished one, and the place has in full. An
 * unreadable list names nothing: its files are written again.
 */
async function knownFiles(
  store: MediaStore,
  key: CopyKey,
  { copies, sizes }: Inventory,
): Promise<Map<string, Stored>> {
  const known = new Map<string, Stored>();
  const add = (files: Stored[] = []) => {
    for (const file of files)
      if (sizes.get(file.name) === file.bytes && !known.has(file.name)) known.set(file.name, file);
  };
  for (const { keyId, stamp } of copies)
    if (keyId === keyIdOf(key))
      add((await readList(store, key, stamp).catch(problemToNull))?.files);
  add((await readProgress(store, key).catch(problemToNull)) ?? []);
  return known;
}

const problemToNull = (error: Error) => {
  if (error.name === 'Problem') return null;
  throw error;
};

/**
 * Each key counts by itself, as another shop may copy to the same place; copies of another key stay
 * no longer than our own would.
 */
function remainingCopies(
  copies: Inventory['copies'],
  own: string,
  keep: Keep,
  timeZone: string,
): Inventory['copies'] {
  const dated = copies.map((copy) => ({ copy, at: dateOf(copy.stamp) }));
  const newest = Math.max(...dated.map(({ at }) => at.getTime()));
  const oldest = newest - Math.max(keep.days, keep.weeks * 7, keep.months * 31) * DAY_MS;
  return [...Map.groupBy(dated, ({ copy }) => copy.keyId)].flatMap(([keyId, ofKey]) => {
    const dates = ofKey.map(({ at }) => at);
    const remaining = remainingOf(dates, keep, timeZone);
    return ofKey
      .filter(({ at }) => remaining.has(at) && (keyId === own || at.getTime() > oldest))
      .map(({ copy }) => copy);
  });
}

/**
 * Removes copies that need not stay, then files that no kept copy names; none where a kept list is
 * unreadable: it may name any.
 * @returns how many copies the place has now.
 */
export async function rotate(
  store: MediaStore,
  key: CopyKey,
  keep: Keep,
  timeZone: string,
): Promise<number> {
  const { copies, sizes } = await takeInventory(store);
  const remaining = remainingCopies(copies, keyIdOf(key), keep, timeZone);
  for (const copy of copies)
    if (!remaining.includes(copy)) await store.remove(listNameOf(copy.keyId, copy.stamp));

  const named = new Set<string>();
  const unreadable = new Set<string>();
  for (const { keyId, stamp } of remaining) {
    named.add(listNameOf(keyId, stamp));
    // Of a former key nothing is known but that its copies still need their files.
    const list =
      keyId === keyIdOf(key) ? await readList(store, key, stamp).catch(problemToNull) : null;
    if (list === null) unreadable.add(keyId);
    for (const { name } of list ? [list.head, ...list.files] : []) named.add(name);
  }
  const remainingStamps = new Set(remaining.map(({ keyId, stamp }) => `${keyId} ${stamp}`));
  for (const name of sizes.keys()) {
    const parts = partsOf(name);
    if (parts === null || named.has(name)) continue;
    const isNeeded =
      parts.stamp === null
        ? unreadable.has(parts.keyId)
        : remainingStamps.has(`${parts.keyId} ${parts.stamp}`);
    if (!isNeeded) await store.remove(name);
  }
  return remaining.length;
}

/**
 * Compares every file with its checksum. A damaged one is removed, so the next copy writes it
 * again.
 * @throws Problem
 */
export async function checkFiles(
  store: MediaStore,
  list: CopyList,
  goOn: () => Promise<void>,
): Promise<void> {
  await checkStored(store, list.head);
  let damaged = 0;
  for (const file of list.files) {
    await goOn();
    const isWhole = await checkStored(store, file).then(() => true, problemToNull);
    if (isWhole) continue;
    damaged += 1;
    await store.remove(file.name);
  }
  if (damaged === 0) return;
  const what = damaged === 1 ? '1 file of the copy was' : `${damaged} files of the copy were`;
  throw new Problem(
    'bad_request',
    `${what} damaged. The next copy replaces ${damaged === 1 ? 'it' : 'them'}. If this happens again, replace the disk`,
  );
}
