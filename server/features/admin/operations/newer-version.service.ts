/**
 * Whether there is a newer version of Druse: asked once a day at most, by one of the processes, and only at the address that Settings names.
 * Nothing about the shop is sent. What it said is remembered, so that a restart asks nobody.
 */
import { z } from 'zod';
import type { Context } from '#server/context.ts';
import { readSetting } from '#server/features/admin/settings/settings.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { deleteMarkersOf, markerTime, markerValue, putMarker } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import type { GetTextPublicly } from '#server/platform/http/public-post.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The list of a project's releases has their notes in it. */
export const MAX_VERSIONS_BYTES = 2 ** 20;
/** Markers: the address with when it was asked, and the newest version with when it was named. */
const ASKED = 'versions asked';
const NEWEST = 'newest version';

const announced = z.object({
  version: z.string().optional(),
  /** As GitHub, GitLab and Gitea call it. */
  tag_name: z.string().optional(),
  draft: z.boolean().optional(),
  prerelease: z.boolean().optional(),
});

/** Asks if the last time was a day ago, or another address was asked. */
export async function askForVersions(ctx: Context, get: GetTextPublicly): Promise<void> {
  const { announcedAt } = await readSetting(ctx, 'new_versions');
  if (announcedAt === '' || !(await isDue(ctx, announcedAt)) || !(await claim(ctx, announcedAt))) return;
  try {
    const newest = newestOf(await get(announcedAt));
    await inTransaction(ctx.db, async (tx) => {
      await deleteMarkersOf(tx, NEWEST);
      await putMarker(tx, `${NEWEST}:${newest}`, instantOf(ctx.clock));
    });
  } catch (err) {
    ctx.log.warn({ err }, 'new versions could not be asked for');
  }
}

async function isDue({ db, clock }: Pick<Context, 'db' | 'clock'>, address: string): Promise<boolean> {
  const at = await markerTime(db, `${ASKED}:${address}`);
  return at === null || Math.abs(clock.now().getTime() - Date.parse(at)) >= DAY_MS;
}

/** @returns whether this process is the one that asks. What another address has named is forgotten. */
const claim = (ctx: Context, address: string): Promise<boolean> =>
  inTransaction(ctx.db, async (tx) => {
    await lockNames(tx, ctx.dialect, [ASKED]);
    if (!(await isDue({ db: tx, clock: ctx.clock }, address))) return false;
    if ((await markerValue(tx, ASKED)) !== address) await deleteMarkersOf(tx, NEWEST);
    await deleteMarkersOf(tx, ASKED);
    await putMarker(tx, `${ASKED}:${address}`, instantOf(ctx.clock));
    return true;
  });

/** The highest version that a text of JSON names; drafts and previews don't count. @throws where it names none. */
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

/** The newest version that was named, if it is newer than the given one. */
export async function newerThan(ctx: Context, version: string): Promise<string | null> {
  const { announcedAt } = await readSetting(ctx, 'new_versions');
  const newest = announcedAt === '' ? null : await markerValue(ctx.db, NEWEST);
  return newest !== null && compare(newest, version) > 0 ? newest : null;
}

export async function lastAsked(ctx: Context): Promise<{ at: string; isAnswered: boolean } | null> {
  const { announcedAt } = await readSetting(ctx, 'new_versions');
  const at = announcedAt === '' ? null : await markerTime(ctx.db, `${ASKED}:${announcedAt}`);
  if (at === null) return null;
  const newest = await markerValue(ctx.db, NEWEST);
  const namedAt = newest === null ? null : await markerTime(ctx.db, `${NEWEST}:${newest}`);
  return { at, isAnswered: namedAt !== null && namedAt >= at };
}

const compare = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true });
