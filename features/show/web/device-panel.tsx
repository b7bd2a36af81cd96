import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { Button } from '#ui/button.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { formatDate } from '#ui/lib/format.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { removePieces, StorageFull, type Taken } from './show-queries.ts';
import { type Estimate, estimate, takeAlong } from './taking.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

export function sizeWords(bytes: number): string {
  const megabytes = bytes / 1_000_000;
  return megabytes < 0.1
    ? 'under 0.1 MB'
    : `${megabytes < 10 ? megabytes.toFixed(1) : formatCount(Math.round(megabytes))} MB`;
}

export function ageWords(ms: number): string {
  const [minutes, hours, days] = [ms / 60_000, ms / 3_600_000, ms / DAY_MS].map(Math.floor) as [
    number,
    number,
    number,
  ];
  const words = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'} ago`;
  return days > 0
    ? words(days, 'day')
    : hours > 0
      ? words(hours, 'hour')
      : minutes > 0
        ? words(minutes, 'minute')
        : 'just now';
}

type Props = { taken: Taken | null; isOnline: boolean; timeZone: string };

export function DevicePanel({ taken, isOnline, timeZone }: Props) {
  const [offer, setOffer] = useState<Estimate | null>(null);
  const [share, setShare] = useState<number | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const running = useRef<AbortController>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function run(work: (signal: AbortSignal) => Promise<void>) {
    const control = new AbortController();
    running.current = control;
    setProblem(null);
    setShare(0);
    try {
      await work(control.signal);
    } catch (error) {
      if (control.signal.aborted) return;
      setProblem(
        error instanceof StorageFull
          ? 'There’s not enough room on this device for the pieces. Anything waiting to be sent is safe.'
          : messageOf(error, 'Couldn’t reach the shop. Nothing on this device changed.'),
      );
    } finally {
      setShare(null);
    }
  }

  const ask = () => run(async () => setOffer(await estimate()));
  const take = () =>
    run(async (signal) => {
      setOffer(null);
      // The browser may refuse; then a full device may clear what is kept here.
      await navigator.storage?.persist?.().catch(() => false);
      const hasRoom = await takeAlong({ onProgress: setShare, signal });
      if (!hasRoom)
        setProblem('Not all photos fit. The list is complete; some pieces have only a title.');
    });

  return (
    <section aria-label="On this device" className="mt-8 border-t border-line pt-5 pb-10">
      <h2 className="text-2xl">On this device</h2>
      {taken ? (
        <p className="figures mt-2">
          {taken.pieces === 1 ? '1 piece' : `${formatCount(taken.pieces)} pieces`},{' '}
          {sizeWords(taken.bytes)}, as of {ageWords(Date.now() - taken.takenAt)} (
          {formatDate(new Date(taken.takenAt).toISOString(), timeZone)}).
          {taken.missingPictures > 0 &&
            ` ${formatCount(taken.missingPictures)} photos are missing.`}
          {taken.total > taken.pieces && ` These are the oldest of ${formatCount(taken.total)}.`}
        </p>
      ) : (
        <p className="mt-2 text-quiet">
          Nothing saved yet. While you’re online, download your pieces for sale to this device. They
          stay until you remove them or log out.
        </p>
      )}
      {problem !== null && (
        <p role="alert" className="mt-3 callout look-bad wrap-anywhere">
          {problem}
        </p>
      )}
      {share !== null && (
        <ProgressBar
          share={share}
          label={offer === null ? 'Downloading your pieces' : 'Checking the shop'}
        />
      )}
      {offer && share === null && (
        <p role="status" className="figures mt-3 border-l-4 border-accent pl-4">
          {formatCount(offer.pieces)} pieces,{' '}
          {offer.newPictures === 0
            ? 'no new photos'
            : `${formatCount(offer.newPictures)} new photos`}
          : about {sizeWords(offer.bytes)} to download.
        </p>
      )}
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        {offer && share === null ? (
          <Button className="min-h-14" onClick={() => void take()}>
            Download
          </Button>
        ) : (
          <Button
            className="min-h-14"
            look={taken ? 'outline' : 'solid'}
            disabled={!isOnline || share !== null}
            onClick={() => void ask()}
          >
            {taken ? 'Refresh my pieces' : 'Download my pieces'}
          </Button>
        )}
        {share !== null && offer === null ? (
          <Button look="outline" className="min-h-14" onClick={() => running.current?.abort()}>
            Stop
          </Button>
        ) : (
          taken && (
            <Button
              look="danger"
              className="min-h-14"
              onClick={() => void removePieces().catch(() => {})}
            >
              Remove my pieces
            </Button>
          )
        )}
      </div>
      {!isOnline && (
        <p className="mt-3 text-sm text-quiet">You’re offline. Refresh when you’re back online.</p>
      )}
    </section>
  );
}
