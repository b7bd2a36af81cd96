/** Password hashes: argon2id in the PHC string format, by node:crypto. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** Each hash takes 19 MB of memory while it is computed. */
const MAX_RUNNING = 2;
/** The other one is reserved for known clients. */
const MAX_OF_STRANGERS = 1;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive({ message: password, nonce, ...PARAMETERS }, false);
  return `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * @param hash null for an unknown user: takes as long as a real check and is false.
 * @param isStranger whether it waits behind known clients.
 */
export async function verifyPassword(password: string, hash: string | null, isStranger: boolean): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = pattern.exec(hash ?? '') ?? [];
  if (!nonce || !tag) {
    await derive({ message: password, nonce: randomBytes(16), ...PARAMETERS }, isStranger);
    return false;
  }
  const expected = Buffer.from(tag, 'base64');
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: expected.length };
  const found = await derive({ message: password, nonce: Buffer.from(nonce, 'base64'), ...parameters }, isStranger);
  return timingSafeEqual(found, expected);
}

const run = promisify(argon2);
let running = 0;
let runningOfStrangers = 0;
const waiting: Record<'known' | 'strangers', (() => void)[]> = { known: [], strangers: [] };

/** Starts the hash that has waited longest, known clients first. */
function beginNext(): void {
  if (running === MAX_RUNNING) return;
  const known = waiting.known.shift();
  const begin = known ?? (runningOfStrangers < MAX_OF_STRANGERS ? waiting.strangers.shift() : undefined);
  if (!begin) return;
  running += 1;
  if (begin !== known) runningOfStrangers += 1;
  begin();
}

async function derive(parameters: Parameters<typeof run>[1], isStranger: boolean): Promise<Buffer> {
  await new Promise<void>((resolve) => {
    waiting[isStranger ? 'strangers' : 'known'].push(resolve);
    beginNext();
  });
  try {
    return await run('argon2id', parameters);
  } finally {
    running -= 1;
    if (isStranger) runningOfStrangers -= 1;
    beginNext();
  }
}
