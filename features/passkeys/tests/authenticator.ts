/** An authenticator in software: makes passkeys and uses them, as a browser would return it. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type {
  Assertion,
  Registration,
  RegistrationOptions,
  RequestOptions,
} from '#features/passkeys/contract/passkeys.ts';

type Page = {
  /** Of the page that asks; the browser writes it into what is signed. */
  origin: string;
};

const PRESENT = 0x01;
const VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

export class Authenticator {
  readonly id = randomBytes(16);
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** How often it has signed; the next use says one more. */
  counter = 0;
  /** Whether it asks for a finger or a PIN. */
  isVerifying = true;

  /** Makes a passkey. */
  create(options: RegistrationOptions, { origin }: Page): Registration {
    const clientData = clientDataOf('webauthn.create', options.challenge, origin);
    const length = Buffer.from([0, this.id.length]);
    const credential = Buffer.concat([
      Buffer.alloc(16),
      length,
      this.id,
      coseKey(this.#keys.publicKey),
    ]);
    const authData = Buffer.concat([this.#authData(options.rp.id, HAS_CREDENTIAL), credential]);
    const attestationObject = map([
      ['fmt', 'none'],
      ['attStmt', map([])],
      ['authData', authData],
    ]);
    return {
      ...this.#names(),
      response: {
        clientDataJSON: text(clientData),
        attestationObject: text(attestationObject),
        transports: ['internal'],
      },
    };
  }

  /** Uses the passkey. */
  get({ challenge, rpId }: RequestOptions, { origin }: Page): Assertion {
    this.counter += 1;
    const clientData = clientDataOf('webauthn.get', challenge, origin);
    const authData = this.#authData(rpId, 0);
    const signature = sign(
      'sha256',
      Buffer.concat([authData, sha256(clientData)]),
      this.#keys.privateKey,
    );
    return {
      ...this.#names(),
      response: {
        clientDataJSON: text(clientData),
        authenticatorData: text(authData),
        signature: text(signature),
      },
    };
  }

  #names() {
    return { id: text(this.id), rawId: text(this.id), type: 'public-key' as const };
  }

  #authData(host: string, flags: number): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.counter);
    return Buffer.concat([
      sha256(Buffer.from(host)),
      Buffer.from([PRESENT | (this.isVerifying ? VERIFIED : 0) | flags]),
      counter,
    ]);
  }
}

const text = (bytes: Buffer) => bytes.toString('base64url');
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();
const clientDataOf = (type: string, challenge: string, origin: string) =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));

/** A public key of P-256 as COSE writes it. */
function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
}

/** As much of CBOR as these need. A value that is a Buffer of a map is written as it is. */
const maps = new WeakSet<Buffer>();
function map(entries: [string | number, string | number | Buffer][]): Buffer {
  const written = Buffer.concat([
    head(5, entries.length),
    ...entries.flatMap((entry) => entry.map(encode)),
  ]);
  maps.add(written);
  return written;
}

function encode(value: string | number | Buffer): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)]);
  return maps.has(value) ? value : Buffer.concat([head(2, value.length), value]);
}

const head = (kind: number, size: number) =>
  size < 24 ? Buffer.from([(kind << 5) | size]) : Buffer.from([(kind << 5) | 24, size]);
