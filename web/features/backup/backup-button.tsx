import { useState } from 'react';
import { ApiError, messageOf, send } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';

const ADDRESS = '/api/manage/backup';

/**
 * Downloads the whole shop as one file.
 * @param onLoggedOut called where the session has ended meanwhile.
 */
export default function BackupButton({ onLoggedOut }: { onLoggedOut?: () => void }) {
  const [isAsking, setAsking] = useState(false);

  const download = async () => {
    setAsking(true);
    try {
      // A download that fails says nothing on the page; so the server is asked first.
      await send(ADDRESS, { method: 'HEAD' });
      const link = document.createElement('a');
      link.href = ADDRESS;
      link.download = '';
      link.click();
      toast({ title: 'Backup started', description: 'Your browser is saving the file.' });
    } catch (error) {
      const status = error instanceof ApiError ? error.status : 0;
      if (status === 401 && onLoggedOut) onLoggedOut();
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

/** An answer to HEAD has no words of its own. */
function reasonOf(error: unknown, status: number): string {
  if (status === 401) return 'Please log in again.';
  if (status === 409) return 'A backup is being made already. Please wait until it is done.';
  return messageOf(error, 'The shop could not be reached. Please try again.');
}
