/**
 * The key's secret half is 24 words, which only the owner has; what the shop keeps opens no copy.
 */
import { createHash, createHmac } from 'node:crypto';
import { Problem } from '#core/contract/problems.ts';

export type CopyKey = {
  recipient: string;
  /**
   * Names files so nobody else can tell whose they are, and recognizes the shop's lists; made of
   * the words, so a restore has it too.
   */
  mark: string;
};

const PREFIX = 'age-secret-key-';
const load = async () => {
  const [words, list, { bech32 }, age] = await Promise.all([
    import('@scure/bip39'),
    import('@scure/bip39/wordlists/english.js'),
    import('@scure/base'),
    import('age-encryption'),
  ]);
  return { ...words, wordlist: list.wordlist, bech32, age };
};

/** @returns the words of a new key. */
export async function newKeyWords(): Promise<string> {
  const { age, bech32, entropyToMnemonic, wordlist } = await load();
  return entropyToMnemonic(
    bech32.decodeToBytes(await age.generateX25519Identity()).bytes,
    wordlist,
  );
}

/**
 * Ignores case and spaces.
 * @returns `identity`: the secret half, as `age -d -i` takes it.
 * @throws Problem saying what is wrong with the words.
 */
export async function keyOfWords(typed: string): Promise<CopyKey & { identity: string }> {
  const { age, bech32, mnemonicToEntropy, wordlist } = await load();
  const words = wordsOf(typed);
  if (words.length !== 24)
    throw new Problem('invalid_input', `The key has 24 words. You entered ${words.length}.`);
  const unknown = words.find((word) => !wordlist.includes(word));
  if (unknown !== undefined)
    throw new Problem(
      'invalid_input',
      `“${unknown}” is not one of the key’s words. Check the spelling on the sheet.`,
    );
  const bytes = entropyOf(() => mnemonicToEntropy(words.join(' '), wordlist));
  const identity = bech32.encodeFromBytes(PREFIX, bytes).toUpperCase();
  const mark = createHmac('sha256', bytes).update('druse copies').digest('hex');
  return { identity, recipient: await age.identityToRecipient(identity), mark };
}

export const wordsOf = (typed: string): string[] =>
  typed
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== '');

function entropyOf(read: () => Uint8Array): Uint8Array {
  try {
    return read();
  } catch {
    throw new Problem(
      'invalid_input',
      'These words don’t belong together: one is wrong, or two are swapped. Check them against the sheet.',
    );
  }
}

export const keyIdOf = ({ recipient }: Pick<CopyKey, 'recipient'>): string =>
  createHash('sha256').update(recipient).digest('hex').slice(0, 12);
