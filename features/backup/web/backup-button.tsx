import { useState } from 'react';
import { BACKUP_RUNNING, passphraseError } from '#features/backup/contract/passphrase.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { TextField } from '#ui/field.tsx';
import { ApiError, call, pathOf } from '#ui/lib/api.ts';
import { download } from '#ui/lib/download.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { toastSaving } from '#ui/saving-toast.ts';
import { Switch } from '#ui/switch.tsx';
import { useSubmit } from '#ui/use-submit.ts';

export default function BackupButton() {
  const [isEncrypted, setEncrypted] = useState(false);
  const [passphrase, setPassphrase] = useState('');
  const [repeated, setRepeated] = useState('');
  const { errors, isBusy, onSubmit } = useSubmit({
    check: () => {
      if (!isEncrypted) return {};
      const different = repeated === passphrase ? undefined : 'The passphrases don’t match';
      return { passphrase: passphraseError(passphrase) ?? undefined, repeated: different };
    },
    send: async (_fields, form) => {
      // The page would not notice a failed download, so HEAD asks first.
      await call('HEAD /api/manage/backup');
      if (isEncrypted) form.submit();
      else download(pathOf('GET /api/manage/backup'));
      setPassphrase('');
      setRepeated('');
      toastSaving('Backup started');
    },
    explain: (error) => toastError(error, explained(error)),
  });

  return (
    <section aria-labelledby="backup-title" className="max-w-2xl">
      <h2 id="backup-title" className="text-2xl">
        Backup
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        One file with everything: specimens, orders, settings, photos and videos. It contains
        buyers’ names and addresses, so keep it private.
      </p>
      {/* The admin's pages name no referrer, and such a page's form has the origin "null", which the server takes for another site's. */}
      <meta name="referrer" content="same-origin" />
      {/* A form sends the passphrase in its body, and the browser saves the response while it arrives: a script would hold it in memory. */}
      <form
        action={pathOf('POST /api/manage/backup')}
        method="post"
        onSubmit={onSubmit}
        noValidate
        aria-label="Backup"
        className="space-y-4"
      >
        <Switch
          label="Encrypt it with a passphrase"
          checked={isEncrypted}
          onChange={setEncrypted}
        />
        {isEncrypted && (
          <>
            <TextField
              label="Passphrase"
              name="passphrase"
              type="password"
              autoComplete="new-password"
              value={passphrase}
              onChange={(event) => setPassphrase(event.target.value)}
              hint="At least 12 characters; five random words work well. Store it apart from the file: without it, the backup can’t be opened."
              error={errors.passphrase}
            />
            <TextField
              label="Repeat Passphrase"
              type="password"
              autoComplete="new-password"
              value={repeated}
              onChange={(event) => setRepeated(event.target.value)}
              error={errors.repeated}
            />
          </>
        )}
        <Button look="outline" type="submit" disabled={isBusy}>
          Download backup
        </Button>
      </form>
    </section>
  );
}

/** A response to HEAD has no body and so no message. */
function explained(error: unknown): string {
  return error instanceof ApiError && error.status === 409 ? BACKUP_RUNNING : reasonOf(error);
}
