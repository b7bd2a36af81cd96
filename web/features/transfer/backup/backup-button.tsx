import { useState } from 'react';
import { BACKUP_RUNNING, passphraseError } from '#contract/admin/passphrase.ts';
import { ApiError, send } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { reasonOf } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { TextField } from '#web/ui/field.tsx';
import { toastSaving } from '#web/ui/saving-toast.ts';
import { Switch } from '#web/ui/switch.tsx';
import { useSubmit } from '#web/ui/use-submit.ts';

const PATH = '/api/manage/backup';

/** A button that downloads the whole shop as one file, and a switch that encrypts the file with a passphrase. */
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
      await send(PATH, { method: 'HEAD' });
      if (isEncrypted) form.submit();
      else download(PATH);
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
        One file with everything: specimens, orders, settings, photos and videos. It contains buyers’ names and addresses, so keep it
        private.
      </p>
      {/* The admin's pages name no referrer, and such a page's form has the origin "null", which the server takes for another site's. */}
      <meta name="referrer" content="same-origin" />
      {/* A form sends the passphrase in its body, and the browser saves the response while it arrives: a script would hold it in memory. */}
      <form action={PATH} method="post" onSubmit={onSubmit} noValidate aria-label="Backup" className="space-y-4">
        <Switch label="Encrypt it with a passphrase" checked={isEncrypted} onChange={setEncrypted} />
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

/** Explains the error by its status: a response to HEAD has no body and so no message. */
function explained(error: unknown): string {
  return error instanceof ApiError && error.status === 409 ? BACKUP_RUNNING : reasonOf(error);
}
