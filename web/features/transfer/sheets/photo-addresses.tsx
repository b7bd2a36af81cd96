import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#contract/counts.ts';
import type { PhotoAddresses as Found } from '#contract/transfer/photo-addresses.ts';
import { reasonOf } from '#web/lib/refusals.ts';
import { Button } from '#web/ui/button.tsx';
import { toastError } from '#web/ui/error-toast.ts';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { fetchPhotos, forgetPhotos, photoAddressesQuery, stopPhotos } from './import-queries.ts';

const photos = (count: number): string => (count === 1 ? 'one photo' : `${formatCount(count)} photos`);

/** Photos that are in another shop, by the addresses in a sheet: copied here on the owner's word, while the shop runs. */
export function PhotoAddresses() {
  const queryClient = useQueryClient();
  const { data } = useQuery(photoAddressesQuery());
  const [isBusy, setBusy] = useState(false);
  const left = data?.run?.left ?? 0;
  const isRunning = left > 0;

  // The pieces have their photos by then: what else the page shows of them is of before.
  const wasRunning = useRef(false);
  useEffect(() => {
    if (wasRunning.current && !isRunning) void queryClient.invalidateQueries();
    wasRunning.current = isRunning;
  }, [isRunning, queryClient]);

  if (!data || (data.waiting.length === 0 && data.failed === 0 && !isRunning && !wasRunning.current)) return null;
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
  return (
    <section aria-labelledby="addresses-title">
      <h2 id="addresses-title" className="text-2xl">
        Photos in your other shop
      </h2>
      {waiting > 0 && !isRunning && (
        <p className="mt-2 max-w-prose text-quiet wrap-anywhere">
          Your sheet has the addresses of {photos(waiting)}, at {hostsOf(data.waiting)}. Nothing has been copied yet. Close your other shop
          only once its photos are here.
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
          <Button look="outline" disabled={isBusy} onClick={() => void act(() => fetchPhotos(true))}>
            Try again
          </Button>
        )}
        {waiting + data.failed > 0 && !isRunning && (
          <Button look="plain" disabled={isBusy} onClick={() => void act(forgetPhotos)}>
            Leave them out
          </Button>
        )}
      </div>
      {data.failures.length > 0 && !isRunning && <Failures data={data} />}
    </section>
  );
}

const MAX_HOSTS = 3;

function hostsOf(hosts: Found['waiting']): string {
  const named = hosts.slice(0, MAX_HOSTS).map(({ host }) => host);
  return [...named, ...(hosts.length > MAX_HOSTS ? [`${formatCount(hosts.length - MAX_HOSTS)} more`] : [])].join(', ');
}

function Progress({ data: { run }, isRunning }: { data: Found; isRunning: boolean }) {
  if (!run) return null;
  const { fetched, failed, left } = run;
  const all = fetched + failed + left;
  return (
    <div className="mt-3 max-w-2xl space-y-3">
      <p role="status" className="figures">
        {formatCount(fetched)} of {formatCount(all)} {all === 1 ? 'photo' : 'photos'} copied.
        {isRunning && ' You can leave this page: it goes on.'}
      </p>
      {isRunning && <ProgressBar label="Photos copied" share={(fetched + failed) / all} />}
    </div>
  );
}

function Failures({ data: { failed, failures } }: { data: Found }) {
  const title = failed === 1 ? 'One photo could not be copied' : `${formatCount(failed)} photos could not be copied`;
  return (
    <section className="mt-5 border-l-4 border-bad py-1 pl-4">
      <h3 className="text-lg">{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled by keyboard too */}
      <ol tabIndex={0} aria-label={title} className="mt-2 max-h-96 space-y-2 overflow-y-auto text-fine wrap-anywhere">
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
