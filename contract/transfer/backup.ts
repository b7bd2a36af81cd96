import { z } from 'zod';
import { passphraseError } from '#contract/admin/passphrase.ts';

/** What an encrypted backup is made with. */
export const encryptedBackupInput = z.strictObject({
  passphrase: z.string({ error: 'Please enter the passphrase' }).superRefine((passphrase, issues) => {
    const message = passphraseError(passphrase);
    if (message !== null) issues.addIssue({ code: 'custom', message });
  }),
});
