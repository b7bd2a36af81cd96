/**
 * The archive has the format of age (age-encryption.org/v1), locked with a passphrase. `npm run
 * restore` opens it, and so does `age -d`. Without the passphrase only the file's size can be told,
 * and every 64 KB carry a proof that they are as written. Why:
 * `docs/decisions/0035-backups-are-encrypted-by-age.md`.
 */
import { createCipheriv, randomBytes, scrypt } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import type { Recipient } from 'age-encryption';
import { Problem } from '#core/contract/problems.ts';

/** Binary logarithm of scrypt's cost: 2^17 takes half a second and 128 MB, once per file. */
const WORK_FACTOR = 17;
const SCRYPT_BLOCK_SIZE = 8;
const SALT_LABEL = 'age-encryption.org/v1/scrypt';

const HEADER = 'age-encryption.org/v1\n';
const PASSPHRASE_HEADER = `${HEADER}-> scrypt `;
/** Bytes; the header of a file with a passphrase has about 150. */
const MAX_HEADER_BYTES = 4_096;

/** Loaded when needed: it brings 24 MB of other ciphers, and most shops never encrypt. */
const loadAge = () => import('age-encryption');

const deriveKey = promisify<
  string,
  Buffer,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(scrypt);

/**
 * Encrypts while it is read.
 * @param archive.bytes size of what `read` gives.
 * @returns the encrypted stream and its size in bytes.
 */
export async function encryptArchive(
  { bytes, read }: { bytes: number; read(): Readable },
  passphrase: string,
): Promise<{ bytes: number; content: Readable }> {
  const { Encrypter, Stanza } = await loadAge();
  const encrypter = new Encrypter();
  encrypter.addRecipient(passphraseRecipient(passphrase, Stanza));
  const plain = read();
  try {
    const encrypted = await encrypter.encrypt(Readable.toWeb(plain));
    return { bytes: encrypted.size(bytes), content: Readable.fromWeb(encrypted) };
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

/**
 * Does what the library's `setPassphrase` does, but with Node's scrypt in another thread: the
 * library's would stop every other request for a second.
 */
function passphraseRecipient(
  passphrase: string,
  Stanza: typeof import('age-encryption').Stanza,
): Recipient {
  return {
    async wrapFileKey(fileKey) {
      const salt = randomBytes(16);
      const cost = { N: 2 ** WORK_FACTOR, r: SCRYPT_BLOCK_SIZE, p: 1 };
      const maxmem = 2 * 128 * cost.N * cost.r;
      const key = await deriveKey(passphrase, Buffer.concat([Buffer.from(SALT_LABEL), salt]), 32, {
        ...cost,
        maxmem,
      });
      // The key is used this once, so the nonce may be zero.
      const cipher = createCipheriv('chacha20-poly1305', key, Buffer.alloc(12), {
        authTagLength: 16,
      });
      const body = Buffer.concat([cipher.update(fileKey), cipher.final(), cipher.getAuthTag()]);
      return [
        new Stanza(
          ['scrypt', salt.toString('base64').replaceAll('=', ''), String(WORK_FACTOR)],
          body,
        ),
      ];
    },
  };
}

/** Each call opens the content from its beginning. */
export type OpenContent = () => AsyncIterable<Uint8Array>;

/**
 * Calls `askPassphrase` only for an encrypted file.
 * @throws Problem if the passphrase is wrong or the file needs something else to be opened. Damage
 * further on is found while it is read.
 */
export async function openContent(
  path: string,
  askPassphrase: () => Promise<string>,
): Promise<OpenContent> {
  const beginning = await readBeginning(path);
  const header = beginning.toString('latin1');
  if (!header.startsWith(HEADER)) return () => createReadStream(path);
  if (!header.startsWith(PASSPHRASE_HEADER)) {
    throw new Problem(
      'bad_request',
      'it is encrypted, but not with a passphrase: decrypt it with age first',
    );
  }
  const fileKey = await unlock(beginning, await askPassphrase());
  return () => decrypt(path, fileKey);
}

async function readBeginning(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(
      Buffer.alloc(MAX_HEADER_BYTES),
      0,
      MAX_HEADER_BYTES,
      0,
    );
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

async function unlock(header: Uint8Array, passphrase: string): Promise<Uint8Array> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decryptHeader(header);
  } catch {
    // A header with a damaged key looks the same.
    throw new Problem(
      'bad_request',
      'it is encrypted, and the passphrase is wrong, or the beginning of the file is damaged',
    );
  }
}

async function* decrypt(path: string, fileKey: Uint8Array): AsyncGenerator<Uint8Array> {
  const { Decrypter } = await loadAge();
  const decrypter = new Decrypter();
  // So each reading derives no key again.
  decrypter.addIdentity({ unwrapFileKey: () => fileKey });
  const file = createReadStream(path);
  try {
    yield* await decrypter.decrypt(Readable.toWeb(file));
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw error;
    throw new Problem(
      'bad_request',
      'it is damaged or incomplete: it cannot be decrypted to its end',
    );
  } finally {
    file.destroy();
  }
}
