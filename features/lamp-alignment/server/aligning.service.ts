import path from 'node:path';
import { fitIn } from '#core/contract/media/lights.ts';
import { renditionName } from '#core/contract/media/media-urls.ts';
import type { Context } from '#core/server/context.ts';
import type { MediumRow } from '#core/server/feature.ts';
import type { WorkDir } from '#core/server/media/files/ingest/ingest.service.ts';
import { endJob } from '#core/server/media/files/jobs/media-jobs.service.ts';
import { fetchFile } from '#core/server/media/files/jobs/stored-file.service.ts';
import { mediumRow } from '#core/server/media/files/media.service.ts';
import { perform } from '#core/server/perform.ts';
import { runImageTask } from '#platform/images/image-worker-client.ts';
import type { AlignInput } from './align-task.ts';
import type { AlignmentResult } from './alignment.ts';
import { insertAlignment } from './alignments.queries.ts';
import { queue, unknownPairs } from './alignments.service.ts';

const TASK = 'features/lamp-alignment/server/align-task.ts';
/** Wide enough for what is compared, and made with the upload. */
const MAX_WIDTH = 640;

/**
 * Stores what it finds for each daylight picture, and ends the job.
 * @throws Error if it cannot be done now.
 */
export async function alignPicture(ctx: Context, picture: MediumRow, work: WorkDir): Promise<void> {
  for (const pair of await unknownPairs(ctx.db, picture.id)) {
    const base = await mediumRow(ctx.db, pair.base_id);
    if (!base) continue;
    const found = await align(ctx, picture, base, work);
    await perform(ctx, 'system', ({ tx }) => insertAlignment(tx, pair, found));
  }
  await perform(ctx, 'system', async ({ tx, now }) => {
    // Delete first, then look: a pair that is added meanwhile waits for this row, or is seen.
    await endJob(tx, 'alignment', picture.id);
    await queue(tx, await unknownPairs(tx, picture.id), now);
  });
}

async function align(
  ctx: Context,
  picture: MediumRow,
  base: MediumRow,
  { folder, signal }: WorkDir,
) {
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

function shownIn(frame: Size, picture: Size): Size {
  const factors = [frame.width / picture.width, frame.height / picture.height] as const;
  const factor = fitIn(frame, picture) === 'cover' ? Math.max(...factors) : Math.min(...factors);
  return { width: picture.width * factor, height: picture.height * factor };
}
