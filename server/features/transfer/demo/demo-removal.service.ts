/** Removes the demo collection, and the parts of the settings that only the demo needed. */
import { isDeepStrictEqual } from 'node:util';
import type { DemoRemoval } from '#contract/admin/first-steps.ts';
import { DEMO_HANDLE } from '#contract/selling/venmo.ts';
import type { Context } from '#server/context.ts';
import { addEvents } from '#server/features/admin/events/events.service.ts';
import { forgetSetting, readSettingIn, storeSetting } from '#server/features/admin/settings/settings.service.ts';
import { removeCovers } from '#server/features/catalogue/collections/covers.service.ts';
import { indexSpecimen } from '#server/features/catalogue/search/search-index.service.ts';
import { idsByContent } from '#server/features/media/files/media.service.ts';
import { contentHashOf } from '#server/features/media/files/media-files.service.ts';
import { instantOf } from '#server/platform/clock.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { markerTime } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { deleteUnclaimed, selectClaims, selectMarked } from './demo.queries.ts';
import { DEMO_FOLDER, DEMO_MARKER } from './demo.service.ts';
import { readDemoData } from './demo-data.ts';

/** The specimens that are left of the demo collection; null where it was never loaded. */
export async function leftOfDemo({ db }: Context): Promise<number[] | null> {
  const left = (await selectMarked(db, DEMO_MARKER)).map(({ id }) => id);
  return left.length === 0 && (await markerTime(db, DEMO_MARKER)) === null ? null : left;
}

/**
 * Deletes the demo specimens that no unfinished order needs; order lines have copies. The demo's Venmo user name, social
 * links and covers of collections go too; the hero's picture stays until the admin replaces it.
 */
export async function removeDemo(ctx: Context): Promise<DemoRemoval> {
  const now = instantOf(ctx.clock);
  const removal = await inTransaction(ctx.db, async (tx) => {
    const deleted = await deleteUnclaimed(tx, DEMO_MARKER);
    for (const specimen of deleted) await indexSpecimen(tx, specimen.id, specimen, null);
    const removed = deleted.length;
    const kept = await selectMarked(tx, DEMO_MARKER);
    const claims = await selectClaims(
      tx,
      kept.map(({ id }) => id),
    );
    await resetSettings(tx, now);
    await addEvents(tx, [{ at: now, actor: 'owner', kind: 'demo_removed', data: { removed, kept: kept.length } }]);
    const ordersOf = (id: number) => claims.filter(({ specimenId }) => specimenId === id).map(({ orderId }) => orderId);
    return { removed, kept: kept.map(({ id, title }) => ({ id, title, orders: ordersOf(id) })) };
  });
  ctx.invalidateCache();
  return removal;
}

/** Resets only what the admin has not changed. */
async function resetSettings(tx: Tx, now: string): Promise<void> {
  // How buyers pay is then as open as in a new shop.
  if ((await readSettingIn(tx, 'venmo_settings')).venmoUsername === DEMO_HANDLE) await forgetSetting(tx, 'venmo_settings', now);
  const links = await readSettingIn(tx, 'social_links');
  const own = links.map((link) => (/\.example(\/druse)?$/.test(link.url) ? { ...link, url: '', enabled: false } : link));
  if (!isDeepStrictEqual(own, links)) await storeSetting(tx, 'social_links', own, { now, actor: 'system' });
  const { pictures, collections } = await readDemoData(DEMO_FOLDER);
  const covers = pictures.filter(({ source }) => collections.some(({ cover }) => cover === source));
  const ids = await idsByContent(
    tx,
    covers.map(({ sha256 }) => contentHashOf(sha256)),
  );
  await removeCovers(tx, [...ids.values()]);
}
