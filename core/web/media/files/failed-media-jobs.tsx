import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { FAILED_MEDIA_LABEL } from '#core/contract/media/failed-media.ts';
import { entriesOnDesk } from '#core/web/on-desk.tsx';
import { Button } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { toast } from '#ui/toast.ts';
import { failedMediaJobsQuery, retried, useMediaRetry } from './failed-media-jobs-queries.ts';

const descriptions: Record<string, string> = {
  renditions: 'We couldn’t make the larger sizes, so visitors see a small photo.',
  colours: 'We couldn’t detect the stone’s color, so color filters won’t find it.',
  conversion: 'We couldn’t convert this video, so some visitors see only its still photo.',
  ...entriesOnDesk('failedJobs'),
};

export function FailedMediaJobsList() {
  const { data: failedJobs = [] } = useQuery(failedMediaJobsQuery);
  const retry = useMediaRetry();
  if (failedJobs.length === 0) return null;

  const retryAll = () =>
    retry.mutate(undefined, {
      onSuccess: () => toast(retried),
      onError: (error) => {
        toast({ variant: 'destructive', title: 'Could not retry', description: messageOf(error) });
      },
    });

  return (
    <section aria-label={FAILED_MEDIA_LABEL} className="mt-8 callout">
      <ul className="space-y-2">
        {failedJobs.map(({ kind, specimen }) => (
          <li key={`${kind} ${specimen?.id}`} className="wrap-anywhere">
            {specimen ? (
              <Link to="/edit/$id" params={{ id: String(specimen.id) }} className="text-link">
                {specimen.title}
              </Link>
            ) : (
              'Settings or orders'
            )}
            : {descriptions[kind]}
          </li>
        ))}
      </ul>
      <p className="mt-2 text-sm text-quiet">
        We tried for two days. If another try doesn’t help, save the file in another format and
        upload that.
      </p>
      <Button look="outline" className="mt-3" disabled={retry.isPending} onClick={retryAll}>
        Retry failed
      </Button>
    </section>
  );
}
