/** Conditions that take long to find, or are found by asking other machines: the watch looks now and then, and Today reads what it has noted. */

import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import type { Condition } from '#contract/admin/conditions.ts';
import { isLoopback } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { clockOffsetMs } from '#server/features/admin/operations/clock-offset.service.ts';
import { askForVersions, MAX_VERSIONS_BYTES, newerThan } from '#server/features/admin/operations/newer-version.service.ts';
import { waitingJobs } from '#server/features/media/files/jobs/failed-jobs.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { deleteMarker, deleteMarkersBefore, markerTimesOf, putMarker } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { lookAtOwnAddress, type OwnAddress } from '#server/platform/http/own-address.ts';
import { type GetTextPublicly, textGetter } from '#server/platform/http/public-post.ts';
import { version } from '#server/platform/version.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Less free than this share of the disk is told. */
const LOW_SHARE = 0.1;
const MAX_OFFSET_MS = 2 * MINUTE;
const MAX_RESTARTS = 3;
const RESTARTS_WITHIN_MS = 60 * MINUTE;
const CERTIFICATE_MS = 14 * DAY;
/** Other machines are not asked in every round. */
const ASK_EVERY_MS = 5 * MINUTE;

export type WatchedCondition = Extract<
  Condition,
  'diskLow' | 'mediaFailing' | 'restarting' | 'clockOff' | 'addressUnreachable' | 'certificateEnding' | 'newerVersion'
>;

/** What the watch asks of the world; a test gives its own. */
export type Asked = {
  freeShare(folder: string): Promise<number>;
  ownAddress(origin: string): Promise<OwnAddress>;
  clockOffsetMs(ctx: Context): Promise<number | null>;
  getVersions: GetTextPublicly;
  /** What runs here. */
  version: string;
};

export const LIVE_PATH = '/livez';

export const asked: Asked = {
  freeShare: async (folder) => {
    const { bavail, blocks } = await statfs(folder);
    return blocks === 0 ? 1 : bavail / blocks;
  },
  ownAddress: (origin) => lookAtOwnAddress(origin, LIVE_PATH, 'ok'),
  clockOffsetMs,
  getVersions: textGetter(MAX_VERSIONS_BYTES),
  version,
};

/** The process by whose starts restarts are counted: several of one shop may start one after another. */
const startsOf = ({ config }: Context) => `started ${hostname()} ${config.port}`;

/** Notes that the shop has started. @returns what `noteOrderlyEnd` takes back. */
export async function noteStart(ctx: Context): Promise<string> {
  const start = `${startsOf(ctx)}:${instantOf(ctx.clock)}`;
  const before = new Date(ctx.clock.now().getTime() - RESTARTS_WITHIN_MS).toISOString();
  await inTransaction(ctx.db, async (tx) => {
    await deleteMarkersBefore(tx, startsOf(ctx), before);
    await putMarker(tx, start, instantOf(ctx.clock));
  });
  return start;
}

/** A shop that was told to end, as by an upgrade, and is started again is no trouble: what remains are starts that a crash or a kill has ended. */
export async function noteOrderlyEnd(ctx: Context, start: string): Promise<void> {
  await inTransaction(ctx.db, (tx) => deleteMarker(tx, start));
}

/** Whether each of them lasts right now. */
export function watchedFinders(ctx: Context, world: Asked): Record<WatchedCondition, () => Promise<boolean>> {
  const now = () => ctx.clock.now().getTime();
  const { publicUrl } = ctx.config;
  const address = sometimes(now, async () =>
    publicUrl === null || isLoopback(new URL(publicUrl).hostname) ? null : world.ownAddress(publicUrl),
  );
  const offset = sometimes(now, () => world.clockOffsetMs(ctx));
  return {
    diskLow: async () => (await world.freeShare(ctx.config.dataDir)) < LOW_SHARE,
    mediaFailing: async () => (await waitingJobs(ctx)).count > 0,
    restarting: async () => {
      const since = new Date(now() - RESTARTS_WITHIN_MS).toISOString();
      const starts = (await markerTimesOf(ctx.db, startsOf(ctx))).filter((at) => at > since);
      // The first of them was a start, the others started it again.
      return starts.length > MAX_RESTARTS;
    },
    clockOff: async () => Math.abs((await offset()) ?? 0) > MAX_OFFSET_MS,
    addressUnreachable: async () => (await address())?.problem != null,
    certificateEnding: async () => {
      const certificate = (await address())?.certificate;
      return certificate != null && isEnding(certificate, now());
    },
    newerVersion: async () => {
      await askForVersions(ctx, world.getVersions);
      return (await newerThan(ctx, world.version)) !== null;
    },
  };
}

/** Some are made for a few days only: those have a third of their time left. */
export const isEnding = ({ from, until }: { from: Date; until: Date }, now: number): boolean =>
  until.getTime() - now < Math.min(CERTIFICATE_MS, (until.getTime() - from.getTime()) / 3);

/** Asks again only after a while, and gives the answer before meanwhile. */
function sometimes<Answer>(now: () => number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | null = null;
  return () => {
    if (last === null || Math.abs(now() - last.at) >= ASK_EVERY_MS) last = { at: now(), answer: ask() };
    return last.answer;
  };
}
