import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import type { PhotoAddresses as Found } from '#features/sheets/contract/photo-addresses.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { toastError } from '#ui/error-toast.ts';
import { reasonOf } from '#ui/lib/refusals.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { toast } from '#ui/toast.ts';
import { fetchPhotos, forgetPhotos, photoAddressesQuery, stopPhotos } from './import-queries.ts';

const photos = (count: number, one = 'one'): string =>
  count === 1 ? `${one} photo` : `${formatCount(count)} photos`;

export function PhotoAddresses() {
  const queryClient = useQueryClient();
  const { data } = useQuery(photoAddressesQuery());
  const [isBusy, setBusy] = useState(false);
  const [isLeavingOut, setLeavingOut] = useState(false);
  const [hasWatched, setWatched] = useState(false);
  const left = data?.run?.left ?? 0;
  const isRunning = left > 0;

  // The pieces have their photos by then: the page still shows older data.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (isRunning) setWatched(true);
    else if (wasRunning.current) void queryClient.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queryClient]);

  if (!data || (data.waiting.length === 0 && data.failed === 0 && !isRunning && !hasWatched))
    return null;
  const act = async (call: () => Promise<Found>) => {
    setBusy(true);
    try {
      queryClient.setQueryData(photoAddressesQuery().queryKey, await call());
    } catch (error) {
      toastError(error, reasonOf(error));
    }
    setBusy(false);
  };
  const waiting = data.waiting.reduce((sum, { photos: count }) => sum + count, 0);
  const unfetched = waiting + data.failed;
  const leaveOut = async () => {
    await act(async () => {
      const found = await forgetPhotos();
      toast({
        title: 'Photos Left Out',
        description: `We won’t copy ${unfetched === 1 ? 'it' : 'them'}. Your pieces stay as they are.`,
      });
      return found;
    });
    setLeavingOut(false);
  };
  return (
    <section aria-labelledby="addresses-title">
      <h2 id="addresses-title" className="text-2xl">
        Photos in your other shop
      </h2>
      {waiting > 0 && !isRunning && (
        <p className="mt-2 max-w-prose text-quiet wrap-anywhere">
          {photos(waiting, 'One')} from your sheet {waiting === 1 ? 'is' : 'are'} still at{' '}
          {hostsOf(data.waiting)}. Close your other shop only once{' '}
          {waiting === 1 ? 'it’s' : 'they’re'} copied here.
        </p>
      )}
      <Progress data={data} isRunning={isRunning} />
      <div className="mt-4 flex flex-wrap gap-3">
        {isRunning && (
          <Button look="outline" disabled={isBusy} onClick={() => void act(stopPhotos)}>
            Stop
          </Button>
        )}
        {waiting > 0 && !isRunning && (
          <Button disabled={isBusy} onClick={() => void act(() => fetchPhotos(false))}>
            Copy {photos(waiting)}
          </Button>
        )}
        {data.failed > 0 && !isRunning && (
          <Button
            look="outline"
            disabled={isBusy}
            onClick={() => void act(() => fetchPhotos(true))}
          >
            Try again
          </Button>
        )}
        {unfetched > 0 && !isRunning && (
          <Button look="plain" disabled={isBusy} onClick={() => setLeavingOut(true)}>
            Leave {unfetched === 1 ? 'it' : 'them'} out
          </Button>
        )}
      </div>
      {data.failures.length > 0 && !isRunning && <Failures data={data} />}
      <ConfirmDialog
        open={isLeavingOut}
        title={`Leave out ${photos(unfetched)}?`}
        confirm={`Leave ${unfetched === 1 ? 'it' : 'them'} out`}
        isBusy={isBusy}
        onCancel={() => setLeavingOut(false)}
        onConfirm={() => void leaveOut()}
      >
        <p>
          The shop forgets where {unfetched === 1 ? 'it is' : 'they are'}. Your pieces stay, and you
          can add photos by hand.
        </p>
      </ConfirmDialog>
    </section>
  );
}

const MAX_HOSTS = 3;

function hostsOf(hosts: Found['waiting']): string {
  const named = hosts.slice(0, MAX_HOSTS).map(({ host }) => host);
  return [
    ...named,
    ...(hosts.length > MAX_HOSTS ? [`${formatCount(hosts.length - MAX_HOSTS)} more`] : []),
  ].join(', ');
}

function Progress({ data: { run }, isRunning }: { data: Found; isRunning: boolean }) {
  if (!run) return null;
  const { fetched, failed, left } = run;
  const all = fetched + failed + left;
  const copied = `${formatCount(fetched)} of ${formatCount(all)} ${all === 1 ? 'photo' : 'photos'} copied.`;
  return (
    <div className="mt-3 max-w-2xl space-y-3">
      {/* Read out when it begins and when it ends, and not with every photo. */}
      <p role="status" className="figures">
        {isRunning
          ? 'You can leave this page. If the shop restarts, copying goes on within five minutes.'
          : copied}
      </p>
      {isRunning && (
        <>
          <p className="figures">{copied}</p>
          <ProgressBar label="Photos copied" share={(fetched + failed) / all} />
        </>
      )}
    </div>
  );
}

function Failures({ data: { failed, failures } }: { data: Found }) {
  const title =
    failed === 1
      ? 'One photo couldn’t be copied'
      : `${formatCount(failed)} photos couldn’t be copied`;
  return (
    <section className="mt-5 border-l-4 border-bad py-1 pl-4">
      <h3 className="text-lg">{title}</h3>
      <ol
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too
        tabIndex={0}
        aria-label={title}
        className="mt-2 max-h-96 space-y-2 overflow-y-auto text-fine wrap-anywhere"
      >
        {failures.map(({ row, specimenId, title: piece, address, message }) => (
          <li key={`${specimenId} ${address}`}>
            <span className="figures text-quiet">Row {row},</span> {piece}: {message}{' '}
            <span className="block text-sm text-quiet">{address}</span>
          </li>
        ))}
      </ol>
    </section>
  );
}
