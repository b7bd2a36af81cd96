/** The rule for a backup's passphrase as a plain function: the form checks by it, and so do the schema and `npm run backup`. */
import { isOneLine } from '#contract/one-line.ts';

/** What a second backup is refused with. A response to HEAD cannot say it. */
export const BACKUP_RUNNING = 'A backup is already running. Please wait until it’s done.';

/** With the file, passphrases can be tried offline forever, so it is longer than a password. */
const MIN_PASSPHRASE_LENGTH = 12;
const MAX_PASSPHRASE_LENGTH = 1_000;

/** Why the passphrase cannot encrypt a backup; null if it can. */
export function passphraseError(passphrase: string): string | null {
  if (passphrase.length < MIN_PASSPHRASE_LENGTH) return `Please choose a passphrase of at least ${MIN_PASSPHRASE_LENGTH} characters`;
  if (passphrase.length > MAX_PASSPHRASE_LENGTH) return `Please choose a passphrase of at most ${MAX_PASSPHRASE_LENGTH} characters`;
  // It must be possible to type it again, here or for `age -d`.
  if (!isOneLine(passphrase) || !passphrase.isWellFormed()) return 'The passphrase has characters you can’t type';
  return null;
}
