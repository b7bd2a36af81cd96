import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useCommandWords } from '#core/web/admin/operations/version-queries.ts';
import { Parts } from '#core/web/on-desk.tsx';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { toast } from '#ui/toast.ts';
import { accountKey, endSessions } from './account-queries.ts';

/** Where the mails’ “This was not me” leads. Opening it changes nothing. */
export function NotYou() {
  const asTyped = useCommandWords();
  const queryClient = useQueryClient();
  const end = useMutation({
    mutationFn: () => endSessions(null),
    onSuccess: () => toast({ title: 'Other Sessions Ended' }),
    onError: (error) => toastError(error),
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey }),
  });
  return (
    <section id="not-me" aria-labelledby="not-you-heading" className="mb-10 callout">
      <h2 id="not-you-heading" className="text-2xl">
        Wasn’t you?
      </h2>
      <ol className="mt-3 ml-5 list-decimal space-y-3">
        <li>
          Log everyone else out.{' '}
          <Button look="outline" disabled={end.isPending} onClick={() => end.mutate()}>
            End other sessions now
          </Button>
        </li>
        <li>
          Change your password below
          <Parts at="afterNewPassword" />.
        </li>
        <li>
          Check your{' '}
          <Link to="/settings" hash="venmo" activeProps={{}} className="text-link">
            Venmo username
          </Link>{' '}
          and your{' '}
          <Link to="/settings" hash="general" activeProps={{}} className="text-link">
            contact email
          </Link>
          .
        </li>
      </ol>
      <p className="mt-3 text-sm text-quiet">
        If your password no longer works, set a new one on the shop’s own computer:{' '}
        <code>{asTyped('npm run user -- set-password')}</code>
      </p>
    </section>
  );
}
