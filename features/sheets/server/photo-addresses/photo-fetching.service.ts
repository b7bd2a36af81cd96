/**
 * Each photo is noted in the transaction that gives it to its specimen, so one that was cut off is
 * fetched again, and no other.
 */
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import type { Act } from '#core/server/act.ts';
import { linkPictures } from '#core/server/catalogue/specimens/editing/specimen-pictures.service.ts';
import type { Context } from '#core/server/context.ts';
import {
  ingestUploads,
  typeOfUpload,
  type Upload,
  uploadsOf,
} from '#core/server/media/files/ingest/ingest.service.ts';
import { MEDIA_LOCK } from '#core/server/media/files/media.service.ts';
import { perform } from '#core/server/perform.ts';
import { instantOf } from '#platform/clock.ts';
import { failureOf } from '#platform/db/failures.ts';
import { lockNames } from '#platform/db/locks.ts';
import {
  type GetFault,
  type GetPublicly,
  getPublicly,
  NotFetched,
} from '#platform/http/public-get.ts';
import { type Job, startJob } from '#platform/jobs/job.ts';
import {
  type Claimed,
  claimNext,
  hasMedium,
  keepUndoable,
  lockVersion,
  noteFailure,
  noteFailureOfHost,
  noteFetched,
  release,
  selectFetched,
} from './photo-addresses.queries.ts';

const MAX_MB = 50;
const MAX_MS = 60_000;
/** An older claim was that of a process that is gone. */
const CLAIM_MS = 5 * MAX_MS;
const ROUND_PAUSE_MS = 2_000;
/** After this many failures in a row, a host's other photos are not waited for. */
const MAX_IN_VAIN = 3;

/** Also fetches what an earlier process was asked for. */
export function startPhotoFetching(ctx: Context, get: GetPublicly = getPublicly): Job {
  const stopping = new AbortController();
  const job = startJob('photos of other shops', ROUND_PAUSE_MS, ctx.log, () =>
    fetchAsked(ctx, get, stopping.signal),
  );
  return {
    async stop(maxMs) {
      stopping.abort();
      await job.stop(maxMs);
    },
  };
}

export async function fetchAsked(
  ctx: Context,
  get: GetPublicly,
  signal: AbortSignal,
): Promise<void> {
  const inVain = new Map<string, number>();
  // A full disk takes no pictures: its last room is for orders.
  while (!signal.aborted && !ctx.room.isScarce()) {
    const lapsed = new Date(ctx.clock.now().getTime() - CLAIM_MS).toISOString();
    const claimed = await claimNext(ctx.db, instantOf(ctx.clock), lapsed);
    if (!claimed) return;
    const { id, host } = claimed;
    try {
      await fetchOne(ctx, claimed, get, signal);
      inVain.delete(host);
    } catch (error) {
      if (signal.aborted) return release(ctx.db, id);
      if (isOfShop(error)) {
        await release(ctx.db, id);
        throw error;
      }
      const failure = messageOf(error, host);
      if (failure === UNKNOWN)
        ctx.log.error(
          { err: error, address: claimed.address },
          'a photo of another shop was not copied',
        );
      await noteFailure(ctx.db, id, failure);
      const times = isInVain(error) ? (inVain.get(host) ?? 0) + 1 : 0;
      inVain.set(host, times);
      if (times === MAX_IN_VAIN) await noteFailureOfHost(ctx.db, host, failure);
    }
  }
}

const isInVain = (error: unknown): boolean =>
  error instanceof NotFetched && (error.fault === 'time' || error.fault === 'away');

async function fetchOne(
  ctx: Context,
  claimed: Claimed,
  get: GetPublicly,
  signal: AbortSignal,
): Promise<void> {
  const known = await selectFetched(ctx.db, claimed.address);
  if (known !== undefined && (await giveKnown(ctx, claimed, known))) return;
  const { uploads } = uploadsOf(ctx);
  await mkdir(uploads, { recursive: true });
  const folder = await mkdtemp(path.join(uploads, 'fetched-'));
  try {
    const localPath = path.join(folder, 'photo');
    const { sha256 } = await get(claimed.address, {
      localPath,
      maxBytes: MAX_MB * 2 ** 20,
      maxMs: MAX_MS,
      signal,
    });
    const file: Upload = {
      part: 'images',
      index: 0,
      name: nameOf(claimed.address),
      localPath,
      sha256,
    };
    if ((await typeOfUpload(file)) === 'video') throw new Problem('unsupported_type', NO_PHOTO);
    await ingestUploads(
      ctx,
      { files: [file], posters: [] },
      { folder, signal },
      (act, [mediumId = '']) => give(act, claimed, mediumId),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns false where the specimen is gone meanwhile. */
function giveKnown(ctx: Context, claimed: Claimed, mediumId: string): Promise<boolean> {
  return perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    // Media cleanup may be about to remove a picture that nothing shows.
    await lockNames(tx, act.dialect, [MEDIA_LOCK]);
    if (!(await hasMedium(tx, mediumId))) return false;
    await give(act, claimed, mediumId);
    return true;
  });
}

async function give(
  act: Act,
  { id, specimen_id: specimenId }: Claimed,
  mediumId: string,
): Promise<void> {
  const { tx } = act;
  const before = await lockVersion(tx, specimenId);
  // A photo would keep it from being deleted. The claim stays: if the deletion is undone, the photo
  // comes once the claim has lapsed.
  if (before && before.delete_at !== null) return;
  if (!(await noteFetched(tx, id, mediumId))) return;
  await linkPictures(act, specimenId, [{ mediaId: mediumId, light: null }]);
  if (before) await keepUndoable(tx, specimenId, before);
}

/**
 * Old shops write names in other encodings than UTF-8: such a name stays as the URL has it. No
 * database takes every control character.
 */
function nameOf(address: string): string {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {}
  return name.replace(/\p{Cc}/gu, '').slice(0, 200) || 'photo';
}

const NO_PHOTO = 'This isn’t a photo. Videos aren’t copied: add them by hand.';

/**
 * Failures of the database, disk or media store pass, so the photo is tried again. Any other would
 * come again each time and hold up the rest.
 */
function isOfShop(error: unknown): boolean {
  if (error instanceof Problem)
    return error.code === 'unavailable' || error.code === 'storage_full';
  const failure = failureOf(error);
  if (failure !== null)
    return (
      failure === 'conflict' ||
      failure === 'timeout' ||
      failure === 'full' ||
      failure === 'unavailable'
    );
  return error instanceof Error && 'syscall' in error;
}

const UNKNOWN = 'Something went wrong on our side. Please try again.';

function messageOf(error: unknown, host: string): string {
  if (error instanceof NotFetched) return faults[error.fault](host, error.status);
  return error instanceof Problem && error.code !== 'internal' ? error.message : UNKNOWN;
}

const faults: Record<GetFault, (host: string, status: number | undefined) => string> = {
  inside: () => 'This address isn’t on the public internet, so we don’t open it.',
  redirects: (host) => `${host} sends us from one address to the next without end.`,
  answer: (host, status) =>
    status === 404 || status === 410
      ? `${host} no longer has this photo.`
      : `${host} refused (${status}).`,
  size: () => `The photo is larger than ${MAX_MB} MB.`,
  time: (host) => `${host} takes too long to answer.`,
  away: (host) => `We can’t reach ${host}.`,
};
