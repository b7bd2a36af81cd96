/**
 * Asks at most once a day, by one process, only at the address in Settings, and sends nothing about
 * the shop. The answer is remembered, so a restart asks nobody.
 */

import { z } from 'zod';
import { DAY_MS } from '#core/contract/durations.ts';
import type { NewerVersion } from '#core/contract/version.ts';
import { readSetting } from '#core/server/admin/settings/settings.service.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { lockNames } from '#platform/db/locks.ts';
import { deleteMarkersOf, markerTime, markerValue, putMarker } from '#platform/db/markers.ts';
import type { GetTextPublicly } from '#platform/http/public-post.ts';

/** A project's list of releases has their notes in it. */
export const MAX_VERSIONS_BYTES = 2 ** 20;
/** Markers: the address with when it was asked, and the newest version with when it was named. */
const ASKED = 'versions asked';
const NEWEST = 'newest version';

const announced = z.object({
  version: z.string().optional(),
  /** The name in GitHub, GitLab and Gitea. */
  tag_name: z.string().optional(),
  draft: z.boolean().optional(),
  prerelease: z.boolean().optional(),
});

/** Asks if the last time was a day ago, or at another address. */
export async function askForVersions(ctx: Context, get: GetTextPublicly): Promise<void> {
  const { announcedAt } = await readSetting(ctx, 'new_versions');
  if (announcedAt === '' || !(await isDue(ctx, announcedAt)) || !(await claim(ctx, announcedAt)))
    return;
  try {
    const newest = newestOf(await get(announcedAt));
    await perform(ctx, 'system', async ({ tx, now }) => {
      await deleteMarkersOf(tx, NEWEST);
      await putMarker(tx, `${NEWEST}:${newest}`, now);
    });
  } catch (err) {
    ctx.log.warn({ err }, 'new versions could not be asked for');
  }
}

async function isDue(
  { db, clock }: Pick<Context, 'db' | 'clock'>,
  address: string,
): Promise<boolean> {
  const at = await markerTime(db, `${ASKED}:${address}`);
  return at === null || Math.abs(clock.now().getTime() - Date.parse(at)) >= DAY_MS;
}

/**
 * Forgets what another address has named.
 * @returns whether this process is the one that asks.
 */
const claim = (ctx: Context, address: string): Promise<boolean> =>
  perform(ctx, 'system', async (act) => {
    const { tx, now } = act;
    await lockNames(tx, act.dialect, [ASKED]);
    if (!(await isDue(act, address))) return false;
    if ((await markerValue(tx, ASKED)) !== address) await deleteMarkersOf(tx, NEWEST);
    await deleteMarkersOf(tx, ASKED);
    await putMarker(tx, `${ASKED}:${address}`, now);
    return true;
  });

/**
 * Skips drafts and previews.
 * @throws if the JSON text names no version.
 */
export function newestOf(text: string): string {
  const listed = [JSON.parse(text)].flat().flatMap((entry) => {
    const { success, data } = announced.safeParse(entry);
    if (!success || data.draft || data.prerelease) return [];
    return /^v?(\d{1,5}\.\d{1,5}\.\d{1,5})$/.exec(data.version ?? data.tag_name ?? '')?.[1] ?? [];
  });
  const newest = listed.toSorted(compare).at(-1);
  if (newest === undefined) throw new Error('It names no version such as 1.2.3');
  return newest;
}

/** null if it is not newer than the given version. */
export async function newerThan(ctx: Context, version: string): Promise<string | null> {
  const { announcedAt } = await readSetting(ctx, 'new_versions');
  const newest = announcedAt === '' ? null : await markerValue(ctx.db, NEWEST);
  return newest !== null && compare(newest, version) > 0 ? newest : null;
}

async function lastAsked(ctx: Context): Promise<{ at: string; isAnswered: boolean } | null> {
  const { announcedAt } = await readSetting(ctx, 'new_versions');
  const at = announcedAt === '' ? null : await markerTime(ctx.db, `${ASKED}:${announcedAt}`);
  if (at === null) return null;
  const newest = await markerValue(ctx.db, NEWEST);
  const namedAt = newest === null ? null : await markerTime(ctx.db, `${NEWEST}:${newest}`);
  return { at, isAnswered: namedAt !== null && namedAt >= at };
}

export const tellNewer = async (ctx: Context, running: string): Promise<NewerVersion> => ({
  newer: await newerThan(ctx, running),
  asked: await lastAsked(ctx),
});

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
