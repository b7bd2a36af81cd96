import { randomInt } from 'node:crypto';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import type { NewCopyKey } from '#features/copies/contract/copies.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { deleteSecret, putSecret, readSecret } from '#platform/secrets.ts';
import { type CopyKey, keyOfWords, newKeyWords } from './key-words.ts';

const KEY = 'copy key';
const NEW_KEY = 'new copy key';
const WORDS = 24;
const ASKED = 4;

export async function readKey(
  ctx: Pick<Context, 'config'> & { db: Db | Tx },
): Promise<{ state: 'none' | 'lost' } | { state: 'known'; key: CopyKey }> {
  const secret = await readSecret(ctx, ctx.db, KEY);
  return secret.state === 'known'
    ? { state: 'known', key: JSON.parse(secret.text) as CopyKey }
    : { state: secret.state };
}

/** The key before is used until this one is proved. */
export async function makeKey(ctx: Context): Promise<NewCopyKey> {
  const asked = new Set<number>();
  while (asked.size < ASKED) asked.add(randomInt(1, WORDS + 1));
  const made = { words: await newKeyWords(), asked: [...asked].toSorted((a, b) => a - b) };
  await perform(ctx, 'owner', (act) => putSecret(act, act.tx, NEW_KEY, JSON.stringify(made)));
  return made;
}

/**
 * Uses the new key once the asked words are typed; the shop forgets the words.
 * @param follow what to do next, in the same act.
 * @throws Problem
 */
export async function proveKey(
  ctx: Context,
  typed: readonly string[],
  follow: (act: Act) => Promise<void>,
): Promise<void> {
  const secret = await readSecret(ctx, ctx.db, NEW_KEY);
  if (secret.state !== 'known')
    throw new Problem('state_conflict', 'There is no new key. Make one first.');
  const { words, asked } = JSON.parse(secret.text) as NewCopyKey;
  const list = words.split(' ');
  const wrong = asked.filter(
    (number, index) => list[number - 1] !== typed[index]?.trim().toLowerCase(),
  );
  if (wrong.length > 0) {
    throw new Problem(
      'invalid_input',
      wrong.length > 1
        ? `Words ${wrong.join(', ')} don’t match the sheet.`
        : `Word ${wrong[0]} doesn’t match the sheet.`,
    );
  }
  const { recipient, mark } = await keyOfWords(words);
  await perform(ctx, 'owner', async (act) => {
    await putSecret(act, act.tx, KEY, JSON.stringify({ recipient, mark }));
    await deleteSecret(act.tx, NEW_KEY);
    await follow(act);
  });
}
