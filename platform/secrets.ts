/**
 * Others' secrets, such as a mailbox's password, lie sealed in the database, and their key in a
 * file of DATA_DIR that no backup or export has: neither is worth anything without the other.
 * Without its key a secret is lost, and has to be entered again.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { instantOf } from './clock.ts';
import type { Db, Tx } from './db/db.ts';
import { giveToOwnerOf } from './storage/data-owner.ts';

const KEY_FILE = 'shop.key';
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';
const FORMAT = 'v1.';

/** `lost`: the key of this DATA_DIR does not open the secret. */
export type Secret =
  | { state: 'none' }
  | { state: 'lost'; sealed: string }
  | { state: 'known'; text: string; sealed: string };

/** Makes the key on first use. @param name what the text is; it opens under no other. */
export function seal(dataDir: string, name: string, text: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, readKey(dataDir) ?? makeKey(dataDir), nonce).setAAD(
    Buffer.from(name),
  );
  const content = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
  return FORMAT + Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
}

/** Null: this key does not open it, or it was changed. */
export function open(dataDir: string, name: string, sealed: string): string | null {
  const key = readKey(dataDir);
  if (key === null || !sealed.startsWith(FORMAT)) return null;
  const bytes = Buffer.from(sealed.slice(FORMAT.length), 'base64url');
  const [nonce, tag] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
  ];
  try {
    const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES })
      .setAAD(Buffer.from(name))
      .setAuthTag(tag);
    return Buffer.concat([
      decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)),
      decipher.final(),
    ]).toString('utf8');
  } catch {
    return null;
  }
}

type Place = { config: { dataDir: string } };

export async function putSecret(
  { config, clock }: Place & { clock: Parameters<typeof instantOf>[0] },
  tx: Tx,
  name: string,
  text: string,
) {
  const stored = { sealed: seal(config.dataDir, name, text), updated_at: instantOf(clock) };
  await tx
    .insertInto('sealed_secrets')
    .values({ name, ...stored })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(stored))
    .execute();
}

export async function readSecret({ config }: Place, db: Db | Tx, name: string): Promise<Secret> {
  const row = await db
    .selectFrom('sealed_secrets')
    .select('sealed')
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) return { state: 'none' };
  const text = open(config.dataDir, name, row.sealed);
  return text === null ? { state: 'lost', ...row } : { state: 'known', text, ...row };
}

export async function hasSecret(db: Db | Tx, name: string): Promise<boolean> {
  return (
    (await db
      .selectFrom('sealed_secrets')
      .select('name')
      .where('name', '=', name)
      .executeTakeFirst()) !== undefined
  );
}

export async function deleteSecret(tx: Tx, name: string): Promise<void> {
  await tx.deleteFrom('sealed_secrets').where('name', '=', name).execute();
}

/** Null: there is none, or the file is damaged. */
function readKey(dataDir: string): Buffer | null {
  try {
    const key = readFileSync(path.join(dataDir, KEY_FILE));
    return key.length === KEY_BYTES ? key : null;
  } catch {
    return null;
  }
}

/**
 * Takes the key that another process has made meanwhile. A damaged one opens nothing, so it is
 * replaced.
 */
function makeKey(dataDir: string): Buffer {
  const file = path.join(dataDir, KEY_FILE);
  const fresh = `${file}.${randomBytes(6).toString('hex')}`;
  const written = openSync(fresh, 'wx', 0o600);
  try {
    writeSync(written, randomBytes(KEY_BYTES));
    // Nothing may be sealed with a key that a power cut takes back.
    fsyncSync(written);
  } finally {
    closeSync(written);
  }
  giveToOwnerOf(dataDir, [fresh]);
  try {
    linkSync(fresh, file);
  } catch {
    // It is there, damaged or just made by another process; or the file system knows no links.
    if (readKey(dataDir) === null) renameSync(fresh, file);
  }
  rmSync(fresh, { force: true });
  const key = readKey(dataDir);
  if (key === null) throw new Error(`${file} cannot be read`);
  return key;
}
