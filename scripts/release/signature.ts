/**
 * A sum that comes from the same place as the archive says only that it arrived whole. The public
 * half of each key of the maker is in every release, so the next one is known to be of the same maker.
 */
import { createPrivateKey, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Problem } from '#core/contract/problems.ts';

const MAX_SIGNATURES = 10;

/** With a purpose, so that nothing else which the key signs counts as a release. */
const statementOf = (sha256: string) => Buffer.from(`druse release ${sha256}\n`);

/** @param file has a private Ed25519 key as PEM. @throws Problem */
export function readSigningKey(file: string): KeyObject {
  const key = parsed(() => createPrivateKey(readFileSync(file)));
  if (key?.asymmetricKeyType !== 'ed25519')
    throw new Problem(
      'invalid_input',
      `${file} is no private Ed25519 key. This makes one: openssl genpkey -algorithm ed25519 -out FILE`,
    );
  return key;
}

export const publicKeyOf = (key: KeyObject): string =>
  createPublicKey(key).export({ format: 'der', type: 'spki' }).toString('base64');

/** A line for each key. Shops of one key read the first. */
export const signatureOf = (keys: readonly KeyObject[], sha256: string): string =>
  keys.map((key) => `${sign(null, statementOf(sha256), key).toString('base64')}\n`).join('');

/** @returns whether one of the lines is the signature of one of the keys. */
export function isSigned(
  sha256: string,
  signatures: string,
  publicKeys: readonly string[],
): boolean {
  const lines = signatures.trim().split(/\s+/, MAX_SIGNATURES);
  return publicKeys.some((publicKey) => {
    const key = parsed(() =>
      createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' }),
    );
    return (
      key?.asymmetricKeyType === 'ed25519' &&
      lines.some((line) => verify(null, statementOf(sha256), key, Buffer.from(line, 'base64')))
    );
  });
}

function parsed(read: () => KeyObject): KeyObject | null {
  try {
    return read();
  } catch {
    return null;
  }
}
