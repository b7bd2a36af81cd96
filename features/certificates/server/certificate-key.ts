/** An Ed25519 key, made at first use. */
import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import type { Db } from '#platform/db/db.ts';
import { signingKey } from '#platform/db/signing-keys.ts';

export type CertificateKey = {
  /** @returns the signature of the text's UTF-8 bytes, base64url. */
  sign(text: string): string;
  verify(text: string, signature: string): boolean;
  publicKey: string;
  /** The first 16 hexadecimal digits of the SHA-256 of the public key (DER). */
  fingerprint: string;
};

const newKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();

export async function openCertificateKey(db: Db): Promise<CertificateKey> {
  return certificateKey(createPrivateKey(await signingKey(db, 'certificates', newKey)));
}

function certificateKey(privateKey: KeyObject): CertificateKey {
  const publicKey = createPublicKey(privateKey);
  const der = publicKey.export({ type: 'spki', format: 'der' });
  return {
    sign: (text) => sign(null, Buffer.from(text), privateKey).toString('base64url'),
    verify: (text, signature) =>
      verify(null, Buffer.from(text), publicKey, Buffer.from(signature, 'base64url')),
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    fingerprint: createHash('sha256').update(der).digest('hex').slice(0, 16),
  };
}
