/** Password hashes: argon2id in the PHC string format, by node:crypto. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** Each hash takes 19 MB of memory while it is computed. */
const MAX_RUNNING = 2;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ message: password, nonce, ...PARAMETERS });
  return `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** @param hash null for an unknown user: takes as long as a real check and is false. */
export async function verifyPassword(password: string, hash: string | null): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = pattern.exec(hash ?? '') ?? [];
  if (!nonce || !tag) {
    await derive({ message: password, nonce: randomBytes(16), ...PARAMETERS });
    return false;
  }
  const expected = Buffer.from(tag, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const found = await derive({ message: password, nonce: Buffer.from(nonce, 'base64'), ...parameters });
  return timingSafeEqual(found, expected);
}

const run = promisify(argon2);
let running = 0;
const waiting: (() => void)[] = [];

async function derive(parameters: Parameters<typeof run>[1]): Promise<Buffer> {
  if (running === MAX_RUNNING) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
  try {
    return await run('argon2id', parameters);
  } finally {
    // Hands the slot to the call that has waited longest, or frees it.
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}
