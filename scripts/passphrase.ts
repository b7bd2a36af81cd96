/**
 * The passphrase comes from BACKUP_PASSPHRASE, or is typed. It is never an argument, which other
 * users of the machine could read.
 */

import { Problem } from '#core/contract/problems.ts';
import { readEnvironment } from '#core/server/config.ts';
import { passphraseError } from '#features/backup/contract/passphrase.ts';
import { withHiddenInput } from './hidden-input.ts';

const configured = (): string | null => readEnvironment().BACKUP_PASSPHRASE || null;

/**
 * It is typed twice.
 * @throws Problem if it is too weak, mistyped, or nobody is there to type it.
 */
export async function newPassphrase(): Promise<string> {
  const given = configured();
  if (given !== null) return checked(given);
  if (!process.stdin.isTTY) {
    throw new Problem(
      'invalid_input',
      'A passphrase is needed: set BACKUP_PASSPHRASE, or run this command at a terminal.',
    );
  }
  return withHiddenInput(async (ask) => {
    const passphrase = checked(await ask('New passphrase: '));
    if ((await ask('Once more: ')) !== passphrase)
      throw new Problem('invalid_input', "The passphrases don't match.");
    return passphrase;
  });
}

/** @throws Problem if nobody is there to type the passphrase. */
export async function knownPassphrase(): Promise<string> {
  const given = configured();
  if (given !== null) return given;
  if (!process.stdin.isTTY) {
    throw new Problem(
      'invalid_input',
      'it is encrypted: set BACKUP_PASSPHRASE, or run this command at a terminal',
    );
  }
  return withHiddenInput((ask) => ask('Passphrase: '));
}

function checked(passphrase: string): string {
  const message = passphraseError(passphrase);
  if (message !== null) throw new Problem('invalid_input', `${message}.`);
  return passphrase;
}
