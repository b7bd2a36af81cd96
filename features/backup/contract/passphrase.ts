import { isOneLine } from '#core/contract/one-line.ts';

/** A response to HEAD cannot say this. */
export const BACKUP_RUNNING = 'A backup is already running. Please wait until it’s done.';

/** With the file, passphrases can be tried offline forever, so it is longer than a password. */
const MIN_PASSPHRASE_LENGTH = 12;
export const MAX_PASSPHRASE_LENGTH = 1_000;

/** Null if the passphrase can encrypt a backup. */
export function passphraseError(passphrase: string): string | null {
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    return `Please choose a passphrase of at least ${MIN_PASSPHRASE_LENGTH} characters`;
  if (passphrase.length > MAX_PASSPHRASE_LENGTH)
    return `Please choose a passphrase of at most ${MAX_PASSPHRASE_LENGTH} characters`;
  // It must be possible to type it again, here or for `age -d`.
  if (!isOneLine(passphrase) || !passphrase.isWellFormed())
    return 'The passphrase has characters you can’t type';
  return null;
}
