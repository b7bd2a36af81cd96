/** Does what an upload does not wait for. Survives restarts and crashes. */

import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { MINUTE_MS } from '#core/contract/durations.ts';
import { renditionName } from '#core/contract/media/media-urls.ts';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import type { MediaJob } from '#core/server/feature.ts';
import type { WorkDir } from '#core/server/media/files/ingest/ingest.service.ts';
import {
  completePicture,
  type MediumRow,
  storeStone,
} from '#core/server/media/files/media.queries.ts';
import { sourceOf } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import { pluggedInto } from '#core/server/plugged-in.ts';
import { instantOf } from '#platform/clock.ts';
import type { Tx } from '#platform/db/db.ts';
import { readStone, renderRendition } from '#platform/images/image-worker-client.ts';
import type { PictureType } from '#platform/images/picture-header.ts';
import { allWidths, renditionsOf } from '#platform/images/renditions.ts';
import { type Job, startJob } from '#platform/jobs/job.ts';
import { MAX_ATTEMPTS, MAX_CLAIM_MS } from './failed-jobs.service.ts';
import {
  type ClaimedJob,
  claimJob,
  deleteJob,
  type JobKey,
  type JobKind,
  releaseJob,
  renewClaim,
} from './media-jobs.queries.ts';
import { fetchFile } from './stored-file.service.ts';
import { convertStoredVideo } from './video-conversion.service.ts';

const ROUND_PAUSE_MS = 1_000;
const RENEWAL_MS = MAX_CLAIM_MS / 4;
/** By the number of attempts. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 360, 1440].map((minutes) => minutes * MINUTE_MS);

/** Runs one picture and one video at a time. */
export function startMediaWorker(ctx: Context): Job {
  const stopping = new AbortController();
  const kinds = [...work.keys()].filter(
    (kind) => kind !== 'conversion' || ctx.config.ffmpeg !== null,
  );
  const jobs = kinds.map((kind) =>
    startJob(`media ${kind}`, ROUND_PAUSE_MS, ctx.log, (isStopping) =>
      runDueJobs(ctx, kind, stopping.signal, isStopping),
    ),
  );
  return {
    async stop(maxMs) {
      stopping.abort(new Error('The shop is closing'));
      await Promise.all(jobs.map((job) => job.stop(maxMs)));
    },
  };
}

export async function runDueJobs(
  ctx: Context,
  kind: JobKind,
  signal: AbortSignal,
  isStopping: () => boolean = () => false,
): Promise<void> {
  // On a full disk, what room is left is for orders.
  while (!isStopping() && !ctx.room.isScarce()) {
    const limits = { maxAttempts: MAX_ATTEMPTS, claimedBefore: inTime(ctx, -MAX_CLAIM_MS) };
    const job = await claimJob(ctx.db, kind, instantOf(ctx.clock), limits);
    if (!job) return;
    await runJob(ctx, job, signal);
  }
}

async function runJob(
  ctx: Context,
  { kind, attempts, medium }: ClaimedJob,
  signal: AbortSignal,
): Promise<void> {
  const key: JobKey = { media_id: medium.id, kind };
  const folder = path.join(ctx.config.dataDir, 'uploads', randomUUID());
  const renewal = setInterval(() => {
    renewClaim(ctx.db, key, instantOf(ctx.clock)).catch((err: unknown) =>
      ctx.log.warn({ err }, 'could not renew the claim of a media job'),
    );
  }, RENEWAL_MS);
  try {
    await mkdir(folder, { recursive: true });
    await work.get(kind)?.(ctx, medium, { folder, signal });
  } catch (err) {
    if (signal.aborted) {
      // Another process, or this one after a restart, takes it up at once.
      await releaseJob(ctx.db, key, { attempts: attempts - 1 });
      return;
    }
    ctx.log.warn({ err, medium: medium.id, attempts }, `media job failed: ${kind}`);
    const delay = RETRY_DELAYS_MS[Math.min(attempts, RETRY_DELAYS_MS.length) - 1] ?? 0;
    // A store that is down or full is not the job's fault: such a job never fails for good.
    const counted = err instanceof Problem ? Math.min(attempts, MAX_ATTEMPTS - 1) : attempts;
    await releaseJob(ctx.db, key, {
      due_at: inTime(ctx, delay),
      last_error: String(err),
      attempts: counted,
    });
  } finally {
    clearInterval(renewal);
    await rm(folder, { recursive: true, force: true });
  }
}

const work = new Map(
  [
    { renditions: makeRenditions, colours: findColours, conversion: convertStoredVideo },
    ...pluggedInto('mediaJobs'),
  ].flatMap((jobs) => Object.entries(jobs) as [JobKind, MediaJob][]),
);

async function makeRenditions(
  ctx: Context,
  medium: MediumRow,
  { folder, signal }: WorkDir,
): Promise<void> {
  const { id, stem, width } = medium;
  const widths = allWidths(width, medium.is_wide);
  const source = sourceOf(medium);
  const file = {
    localPath: await fetchFile(ctx, source, path.join(folder, 'original'), signal),
    type: typeOf(source),
  };
  for (const rendition of renditionsOf(stem, { width, widths, complete: true })) {
    if (await ctx.mediaStore.has(rendition.name)) continue;
    const outPath = path.join(folder, rendition.name);
    await renderRendition(
      { ...file, rendition, outPath, effort: ctx.config.pictureEffort },
      signal,
    );
    await ctx.mediaStore.putFile(rendition.name, outPath);
    await rm(outPath);
  }
  await finish(ctx, { media_id: id, kind: 'renditions' }, (tx) =>
    completePicture(tx, medium, widths),
  );
}

async function findColours(
  ctx: Context,
  medium: MediumRow,
  { folder, signal }: WorkDir,
): Promise<void> {
  const { id, stem, widths } = medium;
  const smallest = await fetchFile(
    ctx,
    renditionName(stem, widths[0] ?? 'full', 'jpg'),
    path.join(folder, 'original'),
    signal,
  );
  const stone = await readStone(smallest, signal);
  await finish(ctx, { media_id: id, kind: 'colours' }, (tx) => storeStone(tx, medium, stone));
}

/** @param store returns false where the picture has other files by now: its job begins again. */
async function finish(
  ctx: Context,
  job: JobKey,
  store: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  await perform(ctx, 'system', async (act) => {
    const { tx } = act;
    if (await store(tx)) await deleteJob(tx, job);
    else await releaseJob(tx, job, { attempts: 0 });
  });
}

const types: Record<string, PictureType> = {
  jpg: 'jpeg',
  png: 'png',
  gif: 'gif',
  webp: 'webp',
  avif: 'avif',
  heic: 'heic',
};

function typeOf(original: string): PictureType {
  const type = types[original.slice(original.lastIndexOf('.') + 1)];
  if (!type) throw new Error(`${original} is not a picture`);
  return type;
}

/** @param time in milliseconds. */
const inTime = (ctx: Context, time: number) =>
  new Date(ctx.clock.now().getTime() + time).toISOString();
