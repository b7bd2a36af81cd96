import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { WaitingEntry } from '#features/waiting-list/contract/waiting-list.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { formatDate, formatDeadline } from '#ui/lib/format.ts';
import { useHashTarget } from '#ui/lib/hash-target.ts';
import { mailtoUrl } from '#ui/lib/mailto.ts';
import { toast } from '#ui/toast.ts';
import { useWaitingRemoval, waitingListQuery } from './waiting-list-queries.ts';

type Props = { specimenId: number; timeZone: string };

/** Shows nothing for an empty list. */
export function WaitingList({ specimenId, timeZone }: Props) {
  const { data: entries = [] } = useQuery(waitingListQuery(specimenId));
  const removal = useWaitingRemoval(specimenId);
  const [chosen, setChosen] = useState<WaitingEntry | 'all' | null>(null);
  useHashTarget(entries.length > 0);
  if (entries.length === 0) return null;

  const remove = (which: WaitingEntry | 'all') =>
    removal.mutate(which === 'all' ? 'all' : which.id, {
      onSuccess: () =>
        toast({
          title: which === 'all' ? 'Waiting List Emptied' : 'Removed from the Waiting List',
        }),
      onError: (error) => toastError(error),
      onSettled: () => setChosen(null),
    });

  return (
    <section aria-labelledby="waiting-list" className="mt-12 border-t border-line pt-6">
      <h2 id="waiting-list" className="scroll-mt-24 text-2xl">
        Waiting list
      </h2>
      <p className="mt-1 max-w-prose text-sm text-quiet">
        When this piece becomes available, we offer it to the first person alone, then to the next,
        then to everyone. Only you see the addresses.
      </p>
      <ol className="figures mt-4">
        {entries.map((entry, index) => (
          <li
            key={entry.id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line py-2"
          >
            <span className="w-6 text-quiet">{index + 1}.</span>
            <span className="min-w-0 flex-1 basis-52">
              <a href={mailtoUrl(entry.email)} className="wrap-anywhere hover:text-accent">
                {entry.email}
              </a>
              <span className="block text-sm text-quiet">
                {entry.offeredUntil === null
                  ? `On the list since ${formatDate(entry.since, timeZone)}`
                  : `Can buy it until ${formatDeadline(entry.offeredUntil, timeZone)}`}
              </span>
            </span>
            <Button
              look="plain"
              onClick={() => setChosen(entry)}
              aria-label={`Remove ${entry.email}`}
            >
              Remove
            </Button>
          </li>
        ))}
      </ol>
      {entries.length > 1 && (
        <Button look="outline" className="mt-4" onClick={() => setChosen('all')}>
          Remove everyone
        </Button>
      )}
      <ConfirmDialog
        open={chosen !== null}
        title={chosen === 'all' ? 'Empty the waiting list' : 'Remove from the waiting list'}
        confirm="Remove"
        isBusy={removal.isPending}
        onCancel={() => setChosen(null)}
        onConfirm={() => chosen !== null && remove(chosen)}
      >
        {chosen === 'all'
          ? 'Everyone is removed, and anyone can buy what’s available.'
          : `${chosen?.email} is removed from the list.`}{' '}
        No email is sent.
      </ConfirmDialog>
    </section>
  );
}
