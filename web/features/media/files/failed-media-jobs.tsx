import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { isLoggedOut, messageOf } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.ts';
import { failedMediaJobsQuery, useMediaRetry } from './failed-media-jobs-queries.ts';

const descriptions = {
  renditions: 'the larger sizes of a picture could not be made; visitors see it small.',
  colours: 'the colours of the stone could not be found; whoever looks for one of them does not find it.',
  alignment: 'two pictures of a piece could not be compared; they lie over each other as they were taken.',
  conversion: 'a film could not be converted; some visitors see its still picture only.',
};

/** On Manage: the media jobs that the shop has given up on, and a button that retries them; nothing if there are none. */
export function FailedMediaJobsList({ onLoginNeeded }: { onLoginNeeded: () => void }) {
  const { data: failedJobs = [] } = useQuery(failedMediaJobsQuery);
  const retry = useMediaRetry();
  if (failedJobs.length === 0) return null;

  const retryAll = () =>
    retry.mutate(undefined, {
      onSuccess: () => toast({ title: 'Trying again', description: 'If it fails again, you will find it here in two days.' }),
      onError: (error) => {
        if (isLoggedOut(error)) onLoginNeeded();
        toast({ variant: 'destructive', title: 'Could not retry', description: messageOf(error) });
      },
    });

  return (
    <section aria-label="Pictures and films that could not be made" className="mt-8 border-l-4 border-warn py-1 pl-4">
      <ul className="space-y-2">
        {failedJobs.map(({ kind, specimen }) => (
          <li key={`${kind} ${specimen?.id}`} className="wrap-anywhere">
            {specimen ? (
              <Link to="/edit/$id" params={{ id: String(specimen.id) }} className="text-accent underline underline-offset-4">
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
        The shop has tried for two days. If trying again does not help, save the file in another format and upload that.
      </p>
      <Button look="outline" className="mt-3" disabled={retry.isPending} onClick={retryAll}>
        Retry failed
      </Button>
    </section>
  );
}
