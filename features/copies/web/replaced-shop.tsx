import { useQuery } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { isCancelled } from '#ui/lib/cancelled.ts';
import { download } from '#ui/lib/download.ts';
import { formatDate } from '#ui/lib/format.ts';
import { replacedFile, restoreQuery } from './copies-queries.ts';

export function ReplacedShop({ timeZone }: { timeZone: string }) {
  const { data } = useQuery(restoreQuery);
  if (!data?.replacedAt) return null;
  const onDownload = () =>
    replacedFile().then(download, (error: unknown) => {
      if (!isCancelled(error)) toastError(error);
    });
  return (
    <div className="mt-8 max-w-2xl callout">
      <p>
        A copy replaced this shop on {formatDate(data.replacedAt, timeZone)}. What it had before is
        in a file, which we keep for 90 days. The copy’s 24 words open it, or the passphrase you
        typed with the backup.
      </p>
      <Button look="outline" className="mt-3" onClick={() => void onDownload()}>
        Download the file
      </Button>
    </div>
  );
}
