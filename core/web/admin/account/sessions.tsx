import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { messageOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { toast } from '#ui/toast.ts';
import { accountKey, endSessions, sessionsQuery } from './account-queries.ts';

export function Sessions({ timeZone }: { timeZone: string }) {
  const queryClient = useQueryClient();
  const { data: sessions } = useQuery(sessionsQuery);
  const end = useMutation({
    mutationFn: endSessions,
    onSuccess: (_response, id) =>
      toast({ title: id === null ? 'Other Sessions Ended' : 'Session Ended' }),
    onError: (error) =>
      toastError(error, messageOf(error, 'Couldn’t end the session. Please try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  });
  if (!sessions) return null;
  return (
    <section aria-labelledby="sessions-heading">
      <h2 id="sessions-heading" className="text-2xl">
        Sessions
      </h2>
      <p className="mt-2 mb-4 text-quiet">
        Where you’re logged in. A session ends after 14 days without use, or after 30 days.
      </p>
      <ul className="figures mb-4 border-b border-line">
        {sessions.map(({ id, device, network, passkey, lastSeenAt, isCurrent }) => (
          <li
            key={id}
            className="flex items-center justify-between gap-4 border-t border-line py-2"
          >
            <span className="min-w-0 wrap-anywhere">
              {device || 'An unknown device'}
              {isCurrent && <b> – this one</b>}
              <span className="block text-sm text-quiet">
                {[
                  `last used ${formatDate(lastSeenAt, timeZone)}`,
                  network,
                  passkey && `by the passkey “${passkey}”`,
                ]
                  .filter(Boolean)
                  .join(', ')}
              </span>
            </span>
            {!isCurrent && (
              <Button look="outline" disabled={end.isPending} onClick={() => end.mutate(id)}>
                End<span className="sr-only"> the session of {device || 'an unknown device'}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button look="outline" disabled={end.isPending} onClick={() => end.mutate(null)}>
          End all other sessions
        </Button>
      )}
    </section>
  );
}
