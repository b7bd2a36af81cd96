import { useQuery } from '@tanstack/react-query';
import { blockedQuery, useBuyerChange } from '#core/web/selling/buyers/buyers-queries.ts';
import { Button } from '#ui/button.tsx';
import { toastError } from '#ui/error-toast.ts';
import { formatDate } from '#ui/lib/format.ts';
import { toast } from '#ui/toast.ts';

/** Draws nothing if there are none. */
export function BlockedEmails({ timeZone }: { timeZone: string }) {
  const { data: blocked = [] } = useQuery(blockedQuery);
  const change = useBuyerChange();
  if (blocked.length === 0) return null;

  const unblock = (email: string) =>
    change.mutate(
      { email, isBlocked: false },
      {
        onSuccess: () =>
          toast({
            title: 'Address Unblocked',
            description: `${email} can order and ask questions again.`,
          }),
        onError: (error) => toastError(error),
      },
    );

  return (
    <details className="mt-10 border-t border-line pt-2">
      <summary className="min-h-11 py-2.5 hover:text-accent">
        Blocked email addresses <span className="figures text-quiet">{blocked.length}</span>
      </summary>
      <ul className="figures max-w-3xl divide-y divide-line border-y border-line">
        {blocked.map(({ email, blockedAt }) => (
          <li key={email} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2">
            <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
              {email}
              <span className="block text-sm text-quiet">
                since {formatDate(blockedAt, timeZone)}
              </span>
            </span>
            <Button
              look="outline"
              disabled={change.isPending}
              aria-label={`Unblock ${email}`}
              onClick={() => unblock(email)}
            >
              Unblock
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}
