/** The media job that aligns a picture under a lamp with those in daylight over which it lies. */
import path from 'node:path';
import { fitIn } from '#contract/media/lights.ts';
import { renditionName } from '#contract/media/media-urls.ts';
import type { Context } from '#server/context.ts';
import type { MediumRow } from '#server/extra.ts';
import { changedMedia } from '#server/features/media/files/cache-tags.ts';
import type { WorkDir } from '#server/features/media/files/ingest/ingest.service.ts';
import { endJob } from '#server/features/media/files/jobs/media-jobs.service.ts';
import { fetchFile } from '#server/features/media/files/jobs/stored-file.service.ts';
import { mediumRow } from '#server/features/media/files/media.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { runImageTask } from '#server/platform/images/image-worker-client.ts';
import type { AlignInput } from './align-task.ts';
import type { AlignmentResult } from './alignment.ts';
import { insertAlignment } from './alignments.queries.ts';
import { queue, unknownPairs } from './alignments.service.ts';

const TASK = 'server/extras/lamp-alignment/align-task.ts';
/** Wide enough for what is compared, and made with the upload. */
const MAX_WIDTH = 640;

/** Aligns the picture with each one in daylight that it lies over, stores what was found, and ends the job. @throws Error if it cannot be done now. */
export async function alignPicture(ctx: Context, picture: MediumRow, work: WorkDir): Promise<void> {
  for (const pair of await unknownPairs(ctx.db, picture.id)) {
    const base = await mediumRow(ctx.db, pair.base_id);
    if (!base) continue;
    const found = await align(ctx, picture, base, work);
    await inTransaction(ctx.db, (tx) => insertAlignment(tx, pair, found));
  }
  await inTransaction(ctx.db, async (tx) => {
    // Delete first, then look: a pair that is added meanwhile waits for this row, or is seen.
    await endJob(tx, 'alignment', picture.id);
    await queue(tx, await unknownPairs(tx, picture.id), instantOf(ctx.clock));
  });
  ctx.invalidateCache(changedMedia([picture.id]));
}

async function align(ctx: Context, picture: MediumRow, base: MediumRow, { folder, signal }: WorkDir) {
  const fetch = (row: MediumRow, name: string) =>
    fetchFile(
      ctx,
      renditionName(row.stem, row.widths.findLast((width) => width <= MAX_WIDTH) ?? 'full', 'jpg'),
      path.join(folder, name),
      signal,
    );
  const input: AlignInput = {
    base: await fetch(base, 'base'),
    moved: await fetch(picture, 'moved'),
    frame: { width: base.width, height: base.height },
    shown: shownIn(base, picture),
  };
  const { alignment, check } = await runImageTask<AlignmentResult>(TASK, input, signal, false);
  return { alignment, agreement: check.agreement };
}

type Size = { width: number; height: number };

/** The size of a picture in the frame of another, as pages show it. */
function shownIn(frame: Size, picture: Size): Size {
  const factors = [frame.width / picture.width, frame.height / picture.height] as const;
  const factor = fitIn(frame, picture) === 'cover' ? Math.max(...factors) : Math.min(...factors);
  return { width: picture.width * factor, height: picture.height * factor };
}
