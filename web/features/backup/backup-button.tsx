import { useState } from 'react';
import { ApiError, messageOf, send } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

const PATH = '/api/manage/backup';

type Props = { onLoggedOut: () => void; onConfirmationNeeded: (retry: () => void) => void };

/**
 * A button that downloads the whole shop as one file.
 * @param onLoggedOut called if the session has ended.
 * @param onConfirmationNeeded called if the password has to be given again, with what to do then.
 */
export default function BackupButton({ onLoggedOut, onConfirmationNeeded }: Props) {
  const [isAsking, setAsking] = useState(false);

  const download = async () => {
    setAsking(true);
    try {
      // The page would not notice a failed download, so HEAD asks first.
      await send(PATH, { method: 'HEAD' });
      const link = document.createElement('a');
      link.href = PATH;
      link.download = '';
      link.click();
      toast({ title: 'Backup started', description: 'Your browser is saving the file.' });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401) onLoggedOut();
      else if (status === 403) onConfirmationNeeded(() => void download());
      else toast({ title: 'Error', description: reasonOf(error, status), variant: 'destructive' });
    } finally {
      setAsking(false);
    }
  };

  return (
    <section aria-labelledby="backup-title">
      <h2 id="backup-title" className="text-2xl">
        Backup
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        One file with everything: specimens, orders, settings and all pictures. It holds your buyers’ names and addresses, so keep it where
        only you can open it.
      </p>
      <Button look="outline" disabled={isAsking} onClick={() => void download()}>
        Download backup
      </Button>
    </section>
  );
}

/** Explains the error by its status: a response to HEAD has no body and so no message. */
function reasonOf(error: unknown, status: number): string {
  if (status === 409) return 'A backup is being made already. Please wait until it is done.';
  return messageOf(error, 'The shop could not be reached. Please try again.');
}
