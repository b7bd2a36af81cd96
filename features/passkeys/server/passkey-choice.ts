import { Problem } from '#core/contract/problems.ts';
import { remainsByDefault } from '#features/passkeys/contract/passkey-rules.ts';

export type Listed = { id: number; name: string; createdAt: string };

/** An empty answer keeps the marked ones. */
export const passkeyList = (passkeys: readonly Listed[], now: Date): string =>
  passkeys
    .map(
      (one, index) =>
        `  [${remainsByDefault(one, now) ? 'x' : ' '}] ${index + 1} ${one.name}, added ${one.createdAt.slice(0, 10)}`,
    )
    .join('\n');

/** @returns the ids that an empty answer keeps. */
export const markedPasskeys = (passkeys: readonly Listed[], now: Date): number[] =>
  passkeys.filter((one) => remainsByDefault(one, now)).map(({ id }) => id);

/**
 * @param words `all`, `none`, or numbers in the list.
 * @returns the ids to keep; null: all.
 * @throws Problem invalid_input.
 */
export function chosenPasskeys(passkeys: readonly Listed[], words: string): number[] | null {
  if (words === 'all') return null;
  if (words === 'none') return [];
  return words.split(',').map((number) => {
    const passkey = passkeys[Number(number) - 1];
    const numbers = passkeys.length === 0 ? '' : `, or numbers from 1 to ${passkeys.length}`;
    if (!passkey)
      throw new Problem(
        'invalid_input',
        `There is no passkey “${number.trim()}”. Give all, none${numbers}.`,
      );
    return passkey.id;
  });
}
