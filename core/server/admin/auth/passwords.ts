/** Argon2id in the PHC string format. */
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const PARAMETERS = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 };
/** Each running hash takes 19 MB of memory. */
const MAX_RUNNING = 2;
/** The other one is reserved for known clients. */
const MAX_OF_STRANGERS = 1;

const base64 = (bytes: Buffer) => bytes.toString('base64').replaceAll('=', '');
const pattern = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const message = password.normalize();
  const tag = await derive({ message, nonce, ...PARAMETERS }, false);
  return `$argon2id$v=19$m=${PARAMETERS.memory},t=${PARAMETERS.passes},p=${PARAMETERS.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/**
 * @param hash null for an unknown user: takes as long as a real check and is false.
 * @param isStranger whether it waits behind known clients.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  isStranger: boolean,
): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, tag] = pattern.exec(hash ?? '') ?? [];
  if (!nonce || !tag) {
    await derive({ message: password, nonce: randomBytes(16), ...PARAMETERS }, isStranger);
    return false;
  }
  const expected = Buffer.from(tag, 'base64');
  const parameters = {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    tagLength: expected.length,
  };
  // Keyboards write an ä in two ways. Former hashes are of what was typed.
  for (const message of new Set([password.normalize(), password, password.normalize('NFD')])) {
    const found = await derive(
      { message, nonce: Buffer.from(nonce, 'base64'), ...parameters },
      isStranger,
    );
    if (timingSafeEqual(found, expected)) return true;
  }
  return false;
}

const run = promisify(argon2);
let running = 0;
let runningOfStrangers = 0;
const waiting: Record<'known' | 'strangers', (() => void)[]> = { known: [], strangers: [] };

/** Known clients go first, then those waiting longest. */
function beginNext(): void {
  if (running === MAX_RUNNING) return;
  const known = waiting.known.shift();
  const begin =
    known ?? (runningOfStrangers < MAX_OF_STRANGERS ? waiting.strangers.shift() : undefined);
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
