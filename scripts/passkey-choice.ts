/** Which passkeys outlive a password that is set at the command line: what is asked, and what the answer means. */
import { remainsByDefault } from '#contract/admin/login-rules.ts';
import { Problem } from '#contract/problems.ts';

export type Listed = { id: number; name: string; createdAt: string };

/** The list to choose from, those marked that an empty answer keeps. */
export const passkeyList = (passkeys: readonly Listed[], now: Date): string =>
  passkeys
    .map((one, index) => `  [${remainsByDefault(one, now) ? 'x' : ' '}] ${index + 1} ${one.name}, added ${one.createdAt.slice(0, 10)}`)
    .join('\n');

/** What an empty answer keeps. @returns their ids. */
export const markedPasskeys = (passkeys: readonly Listed[], now: Date): number[] =>
  passkeys.filter((one) => remainsByDefault(one, now)).map(({ id }) => id);

/** @param words `all`, `none`, or numbers in the list. @returns the ids of those to keep; null: all of them. @throws Problem invalid_input. */
export function chosenPasskeys(passkeys: readonly Listed[], words: string): number[] | null {
  if (words === 'all') return null;
  if (words === 'none') return [];
  return words.split(',').map((number) => {
    const passkey = passkeys[Number(number) - 1];
    const numbers = passkeys.length === 0 ? '' : `, or numbers from 1 to ${passkeys.length}`;
    if (!passkey) throw new Problem('invalid_input', `There is no passkey “${number.trim()}”. Give all, none${numbers}.`);
    return passkey.id;
  });
}
