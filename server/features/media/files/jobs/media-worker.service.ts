/**
 * The media worker: makes what an upload does not wait for, the remaining renditions and videos that every browser plays, finds the colours
 * and outlines of pictures from before they were found at once, and does what extras find of media later. Survives restarts and crashes.
 */

import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { renditionName } from '#contract/media/media-urls.ts';
import { Problem } from '#contract/problems.ts';
import type { Context } from '#server/context.ts';
import type { MediaJob } from '#server/extra.ts';
import { changedMedia } from '#server/features/media/files/cache-tags.ts';
import type { WorkDir } from '#server/features/media/files/ingest/ingest.service.ts';
import { completePicture, type MediumRow, storeStone } from '#server/features/media/files/media.queries.ts';
import { sourceOf } from '#server/features/media/files/media-files.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { readStone, renderRendition } from '#server/platform/images/image-worker-client.ts';
import type { PictureType } from '#server/platform/images/picture-header.ts';
import { allWidths, renditionsOf } from '#server/platform/images/renditions.ts';
import { type Job, startJob } from '#server/platform/jobs/job.ts';
import { pluggedInto } from '#server/plugged-in.ts';
import { MAX_ATTEMPTS, MAX_CLAIM_MS } from './failed-jobs.service.ts';
import { type ClaimedJob, claimJob, deleteJob, type JobKey, type JobKind, releaseJob, renewClaim } from './media-jobs.queries.ts';
import { fetchFile } from './stored-file.service.ts';
import { convertStoredVideo } from './video-conversion.service.ts';

const MINUTE = 60_000;
const ROUND_PAUSE_MS = 1_000;
const RENEWAL_MS = MAX_CLAIM_MS / 4;
/** Milliseconds until a failed job is retried, by the number of attempts. */
const RETRY_DELAYS_MS = [1, 5, 15, 60, 360, 1440].map((minutes) => minutes * MINUTE);

/** Works through the queue while the shop runs: one picture and one video at a time, side by side. */
export function startMediaWorker(ctx: Context): Job {
  const stopping = new AbortController();
  const kinds = [...work.keys()].filter((kind) => kind !== 'conversion' || ctx.config.ffmpeg !== null);
  const jobs = kinds.map((kind) =>
    startJob(`media ${kind}`, ROUND_PAUSE_MS, ctx.log, (isStopping) => runDueJobs(ctx, kind, stopping.signal, isStopping)),
  );
  return {
    async stop(maxMs) {
      stopping.abort(new Error('The shop is closing'));
      await Promise.all(jobs.map((job) => job.stop(maxMs)));
    },
  };
}

/** Runs every due job of the kind until none is left or the shop stops. */
export async function runDueJobs(ctx: Context, kind: JobKind, signal: AbortSignal, isStopping: () => boolean = () => false): Promise<void> {
  // A full disk takes no pictures: what room is left is for orders.
  while (!isStopping() && !ctx.room.isScarce()) {
    const limits = { maxAttempts: MAX_ATTEMPTS, claimedBefore: inTime(ctx, -MAX_CLAIM_MS) };
    const job = await claimJob(ctx.db, kind, instantOf(ctx.clock), limits);
    if (!job) return;
    await runJob(ctx, job, signal);
  }
}

async function runJob(ctx: Context, { kind, attempts, medium }: ClaimedJob, signal: AbortSignal): Promise<void> {
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
    await releaseJob(ctx.db, key, { due_at: inTime(ctx, delay), last_error: String(err), attempts: counted });
  } finally {
    clearInterval(renewal);
    await rm(folder, { recursive: true, force: true });
  }
}

const work = new Map(
  [{ renditions: makeRenditions, colours: findColours, conversion: convertStoredVideo }, ...pluggedInto('mediaJobs')].flatMap(
    (jobs) => Object.entries(jobs) as [JobKind, MediaJob][],
  ),
);

/** Makes and stores every rendition that is missing, then lets pages use them. */
async function makeRenditions(ctx: Context, medium: MediumRow, { folder, signal }: WorkDir): Promise<void> {
  const { id, stem, width } = medium;
  const widths = allWidths(width, medium.is_wide);
  const source = sourceOf(medium);
  const file = { localPath: await fetchFile(ctx, source, path.join(folder, 'original'), signal), type: typeOf(source) };
  for (const rendition of renditionsOf(stem, { width, widths, complete: true })) {
    if (await ctx.mediaStore.has(rendition.name)) continue;
    const outPath = path.join(folder, rendition.name);
    await renderRendition({ ...file, rendition, outPath, effort: ctx.config.pictureEffort }, signal);
    await ctx.mediaStore.putFile(rendition.name, outPath);
    await rm(outPath);
  }
  await finish(ctx, { media_id: id, kind: 'renditions' }, (tx) => completePicture(tx, medium, widths));
}

/** Finds the colours and the outline of the stone in the smallest rendition of a picture. */
async function findColours(ctx: Context, medium: MediumRow, { folder, signal }: WorkDir): Promise<void> {
  const { id, stem, widths } = medium;
  const smallest = await fetchFile(ctx, renditionName(stem, widths[0] ?? 'full', 'jpg'), path.join(folder, 'original'), signal);
  const stone = await readStone(smallest, signal);
  await finish(ctx, { media_id: id, kind: 'colours' }, (tx) => storeStone(tx, medium, stone));
}

/** Ends a job with what it has found. @param store returns false for a picture that has other files by now: its job begins again. */
async function finish(ctx: Context, job: JobKey, store: (tx: Tx) => Promise<boolean>): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    if (await store(tx)) await deleteJob(tx, job);
    else await releaseJob(tx, job, { attempts: 0 });
  });
  ctx.invalidateCache(changedMedia([job.media_id]));
}

const types: Record<string, PictureType> = { jpg: 'jpeg', png: 'png', gif: 'gif', webp: 'webp', avif: 'avif', heic: 'heic' };

function typeOf(original: string): PictureType {
  const type = types[original.slice(original.lastIndexOf('.') + 1)];
  if (!type) throw new Error(`${original} is not a picture`);
  return type;
}

/** @param time milliseconds from now. */
const inTime = (ctx: Context, time: number) => new Date(ctx.clock.now().getTime() + time).toISOString();
