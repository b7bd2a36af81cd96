/** A copy opens as the archive of a backup, so it is restored as one. */
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#core/contract/problems.ts';
import type { RestoreSource } from '#core/server/feature.ts';
import { cannotRestore, checkArchive } from '#platform/backup/archive-check.ts';
import {
  MANIFEST,
  mediaName,
  parsed,
  readManifest,
  SUMS,
  tableOf,
} from '#platform/backup/archive-format.ts';
import { type Archive, entriesOf } from '#platform/backup/archive-reader.ts';
import { archiveSize, type Part, writeArchive } from '#platform/backup/archive-writer.ts';
import { withWorkFolder } from '#platform/storage/leftovers.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import {
  CONTENTS,
  type Contents,
  type CopyList,
  contents,
  dayOf,
  fileNameOf,
  readList,
  takeInventory,
} from './copy-format.ts';
import { keyIdOf, keyOfWords } from './key-words.ts';
import { openPlace } from './places.service.ts';
import { missingFromCopy, openSealed } from './sealing.ts';
import { type OnRead, watched } from './watched.ts';

export type Head = { archive: Archive; parts: Part[]; contents: Contents };

const MAX_CONTENTS_BYTES = 256 * 1024 * 1024;

/** @throws Problem if the rows are damaged. */
export async function openHead(
  store: MediaStore,
  list: CopyList,
  identity: string,
  folder: string,
): Promise<Head> {
  const open = () => openSealed(store, list.head, identity);
  const parts: Part[] = [];
  let found: Contents | null = null;
  for await (const { name, data } of entriesOf(open)) {
    if (name === CONTENTS) {
      const read = contents.safeParse(parsed(await limitedText(data)));
      if (read.success) found = read.data;
    } else if (name === MANIFEST || tableOf(name) !== null) {
      const file = path.join(folder, name.replace('/', '_'));
      await pipeline(data, createWriteStream(file, { mode: 0o600 }));
      parts.push({ name, size: (await stat(file)).size, read: () => createReadStream(file) });
    } else if (name !== SUMS) throw new Problem('bad_request', 'it isn’t a copy of this shop');
  }
  const [first] = parts;
  if (found === null || first?.name !== MANIFEST)
    throw new Problem('bad_request', 'it is incomplete: its contents are missing');
  const manifest = readManifest(await text(first.read()));
  return {
    archive: { open: () => writeArchive(parts, new Date(manifest.createdAt)), manifest },
    parts,
    contents: found,
  };
}

async function limitedText(data: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of data) {
    bytes += chunk.length;
    if (bytes > MAX_CONTENTS_BYTES) throw new Problem('bad_request', 'its contents are too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

export async function restoreFrom(
  { place, dataDir, day, words, environment }: RestoreSource,
  restore: (archive: Archive) => Promise<void>,
): Promise<void> {
  const {
    S3_ENDPOINT = '',
    AWS_REGION = '',
    AWS_ACCESS_KEY_ID = '',
    AWS_SECRET_ACCESS_KEY = '',
  } = environment;
  const keys = { accessKeyId: AWS_ACCESS_KEY_ID, secretAccessKey: AWS_SECRET_ACCESS_KEY };
  const store = await openPlace({
    address: place,
    endpoint: S3_ENDPOINT,
    region: AWS_REGION,
    ...keys,
  });
  await withCopy(store, place, { words, day, dataDir }, restore);
}

/** The newest copy of a day; null: of all. `dataDir`: where its rows lie meanwhile. */
export type Wanted = {
  words: string;
  day: string | null;
  dataDir: string;
  /** Called while the copy is read, as `watched` says. */
  onRead?: OnRead;
};

/**
 * Lets a copy be restored once every file is decrypted and compared.
 * @param where the owner's name of the place.
 * @throws Problem in words.
 */
export async function withCopy<T>(
  store: MediaStore,
  where: string,
  { words, day, dataDir, onRead = () => {} }: Wanted,
  work: (archive: Archive) => Promise<T>,
): Promise<T> {
  const key = await keyOfWords(words);
  const stamp = await pick(store, where, keyIdOf(key), day);
  return withWorkFolder(dataDir, 'copy', async (folder) => {
    const archive = await (async () => {
      const list = await readList(store, key, stamp);
      const { parts, contents } = await openHead(store, list, key.identity, folder);
      const stored = new Map(list.files.map((file) => [file.name, file]));
      const media = contents.files.map(([file, size]) => {
        const sealed = stored.get(fileNameOf(key, file));
        if (sealed === undefined) throw missingFromCopy(file);
        return {
          name: mediaName(file),
          size,
          read: () => Readable.from(openSealed(store, sealed, key.identity), { objectMode: false }),
        };
      });
      const time = new Date(list.createdAt);
      const all = [...parts, ...media];
      return checkArchive(watched(() => writeArchive(all, time), archiveSize(all), onRead));
    })().catch((error: unknown) => {
      throw cannotRestore(`The copy from ${dayOf(stamp)} in ${where}`, error);
    });
    return work(archive);
  });
}

async function pick(
  store: MediaStore,
  where: string,
  keyId: string,
  day: string | null,
): Promise<string> {
  const { copies } = await takeInventory(store);
  if (copies.length === 0) throw new Problem('not_found', `There is no whole copy in ${where}.`);
  const own = copies.filter((copy) => copy.keyId === keyId);
  if (own.length === 0)
    throw new Problem(
      'invalid_input',
      `The copies in ${where} were made with another key. Use the words of that sheet.`,
    );
  const found = own.find(({ stamp }) => day === null || dayOf(stamp) === day);
  if (!found)
    throw new Problem(
      'not_found',
      `There is no copy from ${day} in ${where}. The newest is from ${dayOf(own[0]?.stamp ?? '')}.`,
    );
  return found.stamp;
}
