import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Problem } from '#core/contract/problems.ts';
import { isDiskFull } from '#platform/http/problem-responses.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import type { Stored } from './copy-format.ts';

/** The full disk is this machine's, where a copy is prepared, not the place's. */
export async function onOwnDisk<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    if (isDiskFull(error))
      throw new Problem(
        'unavailable',
        'The disk of the shop’s own machine is full: copies are prepared there. Make room on it.',
      );
    throw error;
  });
}

/**
 * Encrypts by way of a local file, and compares what the place then has.
 * @throws Problem; what the place threw.
 */
export async function putSealed(
  store: MediaStore,
  name: string,
  plain: Readable,
  recipients: readonly string[],
  localPath: string,
): Promise<Stored> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  for (const recipient of recipients) encrypter.addRecipient(recipient);
  const hash = createHash('sha256');
  let bytes = 0;
  const hashed = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of chunks) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  };
  try {
    const encrypted = Readable.fromWeb(await encrypter.encrypt(Readable.toWeb(plain)));
    await onOwnDisk(pipeline(encrypted, hashed, createWriteStream(localPath, { mode: 0o600 })));
    const written = { name, bytes, sha256: hash.digest('hex') };
    // One of an interrupted copy: the same file encrypted again has other bytes.
    await store.remove(name);
    await store.putFile(name, localPath);
    await checkStored(store, written);
    return written;
  } finally {
    plain.destroy();
    await rm(localPath, { force: true });
  }
}

/** @throws Problem if the file is not as it was written. */
export async function checkStored(store: MediaStore, expected: Stored): Promise<void> {
  for await (const chunk of storedBytes(store, expected)) void chunk;
}

export const missingFromCopy = (name: string) =>
  new Problem('bad_request', `${name} is missing from the copy`);
const damaged = (name: string) => new Problem('bad_request', `${name} of the copy is damaged`);

/** @throws Problem at the end if the bytes are not as written. */
async function* storedBytes(
  store: MediaStore,
  { name, bytes, sha256 }: Stored,
): AsyncGenerator<Uint8Array> {
  const file = await store.open(name);
  if (file === null) throw missingFromCopy(name);
  if (file.size !== bytes) throw damaged(name);
  const hash = createHash('sha256');
  for await (const chunk of file.read() as AsyncIterable<Uint8Array>) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256) throw damaged(name);
}

/** @throws Problem if the file is damaged, or encrypted to another key. */
export async function* openSealed(
  store: MediaStore,
  expected: Stored,
  identity: string,
): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = Readable.from(storedBytes(store, expected), { objectMode: false });
  try {
    yield* await decrypter.decrypt(Readable.toWeb(source));
  } catch (error) {
    if (error instanceof Problem || (error instanceof Error && 'code' in error)) throw error;
    throw (
      source.errored ??
      new Problem('bad_request', `${expected.name} of the copy can’t be decrypted`)
    );
  } finally {
    source.destroy();
  }
}
