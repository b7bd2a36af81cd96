import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { formatCount } from '#core/contract/counts.ts';
import { matchPhotos, photoNameOf } from '#features/sheets/contract/photo-names.ts';
import { Button } from '#ui/button.tsx';
import { DropZone } from '#ui/drop-zone.tsx';
import { FileButton } from '#ui/file-button.tsx';
import { LeaveGuard } from '#ui/leave-guard.tsx';
import { messageOf } from '#ui/lib/api.ts';
import { upload } from '#ui/lib/upload.ts';
import { ProgressBar } from '#ui/progress-bar.tsx';
import { awaitingPhotosQuery } from './import-queries.ts';

type Sent = { done: number; all: number; isOver: boolean; failures: string[]; others: string[] };

const IMAGES = 'image/*,.heic,.avif,video/mp4,video/quicktime';

export function AwaitedPhotos() {
  const queryClient = useQueryClient();
  const { data: pieces = [] } = useQuery(awaitingPhotosQuery());
  const [sent, setSent] = useState<Sent | null>(null);
  const stopping = useRef<AbortController>(null);
  useEffect(() => () => stopping.current?.abort(), []);
  const isBusy = sent !== null && !sent.isOver;

  const send = async (files: File[]) => {
    const { byPiece, others } = matchPhotos(
      files.map(({ name }) => name),
      pieces,
    );
    const controller = new AbortController();
    stopping.current = controller;
    let progress: Sent = {
      done: 0,
      all: byPiece.size,
      isOver: byPiece.size === 0,
      failures: [],
      others,
    };
    setSent(progress);
    for (const [id, names] of byPiece) {
      const form = new FormData();
      for (const file of files.filter(({ name }) => names.includes(name)))
        form.append('images', file);
      try {
        await upload('POST /api/specimens/:id/images', form, {
          params: { id },
          signal: controller.signal,
        });
      } catch (error) {
        if (controller.signal.aborted) break;
        progress = {
          ...progress,
          failures: [
            ...progress.failures,
            `${names.join(', ')}: ${messageOf(error, 'The connection was lost.')}`,
          ],
        };
      }
      progress = { ...progress, done: progress.done + 1 };
      setSent(progress);
    }
    setSent({ ...progress, isOver: true });
    await queryClient.invalidateQueries();
  };
  const take = (files: Iterable<File>) => void send([...files]);

  if (pieces.length === 0 && sent === null) return null;
  return (
    <section aria-labelledby="awaited-title">
      <h2 id="awaited-title" className="text-2xl">
        Photos to add
      </h2>
      <p className="mt-2 mb-4 max-w-prose text-quiet">
        {pieces.length === 1 ? 'One piece has' : `${formatCount(pieces.length)} pieces have`} no
        photo yet. Add the photos all at once: each finds its piece by the file name in your sheet,
        or by its catalog number, such as {exampleOf(pieces)}.
      </p>
      <DropZone
        className="flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-5"
        disabled={isBusy}
        onFiles={take}
      >
        <FileButton label="Photos to add" multiple accept={IMAGES} disabled={isBusy} onFiles={take}>
          Choose photos
        </FileButton>
        <span className="text-quiet">or drop them here</span>
      </DropZone>
      {sent && <Progress sent={sent} onStop={() => stopping.current?.abort()} />}
      <LeaveGuard when={() => isBusy}>
        The photos sent so far stay. Add the others again to finish.
      </LeaveGuard>
    </section>
  );
}

const exampleOf = (pieces: { number: string | null }[]): string =>
  photoNameOf(pieces.find(({ number }) => number)?.number ?? 'F-012');

function Progress({
  sent: { done, all, isOver, failures, others },
  onStop,
}: {
  sent: Sent;
  onStop: () => void;
}) {
  return (
    <div className="mt-4 max-w-2xl space-y-3">
      <p role="status" className="figures">
        {all === 0
          ? 'No file name fits a piece without a photo.'
          : `${formatCount(done - failures.length)} of ${formatCount(all)} pieces have their photos.`}
      </p>
      {!isOver && (
        <>
          <ProgressBar label="Photos" share={done / all} />
          <Button look="outline" onClick={onStop}>
            Stop
          </Button>
        </>
      )}
      {[
        ...failures,
        ...(others.length > 0 ? [`No piece found for: ${others.join(', ')}`] : []),
      ].map((line) => (
        <p key={line} className="border-l-4 border-warn pl-4 text-fine wrap-anywhere">
          {line}
        </p>
      ))}
    </div>
  );
}
