import { z } from 'zod';
import { passphraseError } from './passphrase.ts';

export const encryptedBackupInput = z.strictObject({
  passphrase: z
    .string({ error: 'Please enter the passphrase' })
    .superRefine((passphrase, issues) => {
      const message = passphraseError(passphrase);
      if (message !== null) issues.addIssue({ code: 'custom', message });
    }),
});
