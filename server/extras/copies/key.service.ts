/** The key of the copies: made here, shown once, and kept only once its owner has shown that it was written down. */
import { randomInt } from 'node:crypto';
import type { NewCopyKey } from '#contract/extras/copies/copies.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteSecret, putSecret, readSecret } from '#server/platform/secrets.ts';
import { type CopyKey, keyOfWords, newKeyWords } from './key-words.ts';

const KEY = 'copy key';
/** The words, sealed, from when they are shown until they are proved. */
const NEW_KEY = 'new copy key';
const WORDS = 24;
const ASKED = 4;

export async function readKey(
  ctx: Pick<Context, 'config' | 'db'>,
  db: Db | Tx = ctx.db,
): Promise<{ state: 'none' | 'lost' } | { state: 'known'; key: CopyKey }> {
  const secret = await readSecret(ctx, db, KEY);
  return secret.state === 'known' ? { state: 'known', key: JSON.parse(secret.text) as CopyKey } : { state: secret.state };
}

/** Makes a key that counts once it is proved; until then the one before is used. */
export async function makeKey(ctx: Context): Promise<NewCopyKey> {
  const asked = new Set<number>();
  while (asked.size < ASKED) asked.add(randomInt(1, WORDS + 1));
  const made = { words: await newKeyWords(), asked: [...asked].toSorted((a, b) => a - b) };
  await inTransaction(ctx.db, (tx) => putSecret(ctx, tx, NEW_KEY, JSON.stringify(made)));
  return made;
}

/**
 * Takes the new key into use where the words typed are those asked for; the shop forgets the words.
 * @param follow what follows in the same transaction. @throws Problem
 */
export async function proveKey(ctx: Context, typed: readonly string[], follow: (tx: Tx) => Promise<void>): Promise<void> {
  const secret = await readSecret(ctx, ctx.db, NEW_KEY);
  if (secret.state !== 'known') throw new Problem('state_conflict', 'There is no new key. Make one first.');
  const { words, asked } = JSON.parse(secret.text) as NewCopyKey;
  const list = words.split(' ');
  const wrong = asked.filter((number, index) => list[number - 1] !== typed[index]?.trim().toLowerCase());
  if (wrong.length > 0) {
    throw new Problem(
      'invalid_input',
      wrong.length > 1 ? `Words ${wrong.join(', ')} don’t match the sheet.` : `Word ${wrong[0]} doesn’t match the sheet.`,
    );
  }
  const { recipient, mark } = await keyOfWords(words);
  await inTransaction(ctx.db, async (tx) => {
    await putSecret(ctx, tx, KEY, JSON.stringify({ recipient, mark }));
    await deleteSecret(tx, NEW_KEY);
    await follow(tx);
  });
}
