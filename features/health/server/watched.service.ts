/** Conditions that take long to find: the watch looks now and then, and Today reads its notes. */

import { statfs } from 'node:fs/promises';
import { hostname } from 'node:os';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/contract/durations.ts';
import { isLoopback } from '#core/server/config.ts';
import type { Context } from '#core/server/context.ts';
import { waitingJobs } from '#core/server/media/files/jobs/failed-jobs.service.ts';
import { perform } from '#core/server/perform.ts';
import type { Condition } from '#features/health/contract/conditions.ts';
import { instantOf } from '#platform/clock.ts';
import {
  deleteMarker,
  deleteMarkersBefore,
  markerTimesOf,
  putMarker,
} from '#platform/db/markers.ts';
import { lookAtOwnAddress, type OwnAddress } from '#platform/http/own-address.ts';
import { type GetTextPublicly, textGetter } from '#platform/http/public-post.ts';
import { version } from '#platform/process/version.ts';
import { clockOffsetMs } from './clock-offset.service.ts';
import { askForVersions, MAX_VERSIONS_BYTES, newerThan } from './newer-version.service.ts';

/** As a share of the disk; the owner is told if less is free. */
const LOW_SHARE = 0.1;
const MAX_OFFSET_MS = 2 * MINUTE_MS;
const MAX_RESTARTS = 3;
const RESTARTS_WITHIN_MS = HOUR_MS;
const CERTIFICATE_MS = 14 * DAY_MS;
/** Other machines are not asked in every round. */
const ASK_EVERY_MS = 5 * MINUTE_MS;

export type WatchedCondition = Extract<
  Condition,
  | 'diskLow'
  | 'mediaFailing'
  | 'restarting'
  | 'clockOff'
  | 'addressUnreachable'
  | 'certificateEnding'
  | 'newerVersion'
>;

/** A test gives its own. */
export type Asked = {
  freeShare(folder: string): Promise<number>;
  ownAddress(origin: string): Promise<OwnAddress>;
  clockOffsetMs(ctx: Context): Promise<number | null>;
  getVersions: GetTextPublicly;
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

/**
 * Names the process whose restarts are counted: several of one shop may start one after another.
 */
const startsOf = ({ config }: Pick<Context, 'config'>) => `started ${hostname()} ${config.port}`;

/** @returns what `noteOrderlyEnd` takes back. */
export async function noteStart(ctx: Context): Promise<string> {
  const start = `${startsOf(ctx)}:${instantOf(ctx.clock)}`;
  const before = new Date(ctx.clock.now().getTime() - RESTARTS_WITHIN_MS).toISOString();
  await perform(ctx, 'system', async (act) => {
    await deleteMarkersBefore(act.tx, startsOf(act), before);
    await putMarker(act.tx, start, act.now);
  });
  return start;
}

/**
 * A restart after an orderly end, as by an upgrade, is no trouble: only starts that a crash or a
 * kill has ended remain.
 */
export async function noteOrderlyEnd(ctx: Context, start: string): Promise<void> {
  await perform(ctx, 'system', ({ tx }) => deleteMarker(tx, start));
}

export function watchedFinders(
  ctx: Context,
  world: Asked,
): Record<WatchedCondition, () => Promise<boolean>> {
  const now = () => ctx.clock.now().getTime();
  const { publicUrl } = ctx.config;
  const address = sometimes(now, async () =>
    publicUrl === null || isLoopback(new URL(publicUrl).hostname)
      ? null
      : world.ownAddress(publicUrl),
  );
  const offset = sometimes(now, () => world.clockOffsetMs(ctx));
  return {
    diskLow: async () => (await world.freeShare(ctx.config.dataDir)) < LOW_SHARE,
    mediaFailing: async () => (await waitingJobs(ctx)).count > 0,
    restarting: async () => {
      const since = new Date(now() - RESTARTS_WITHIN_MS).toISOString();
      const starts = (await markerTimesOf(ctx.db, startsOf(ctx))).filter((at) => at > since);
      // The first start is no restart.
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

/** A certificate that is made for a few days ends when a third of its time is left. */
export const isEnding = ({ from, until }: { from: Date; until: Date }, now: number): boolean =>
  until.getTime() - now < Math.min(CERTIFICATE_MS, (until.getTime() - from.getTime()) / 3);

function sometimes<Answer>(now: () => number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { at: number; answer: Promise<Answer> } | null = null;
  return () => {
    if (last === null || Math.abs(now() - last.at) >= ASK_EVERY_MS)
      last = { at: now(), answer: ask() };
    return last.answer;
  };
}
