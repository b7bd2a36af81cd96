import { isDeepStrictEqual } from 'node:util';
import { DEMO_HANDLE } from '#core/contract/selling/venmo.ts';
import type { DemoRemoval } from '#core/contract/transfer/demo-removal.ts';
import type { Act } from '#core/server/act.ts';
import { forgetSetting, storeSetting } from '#core/server/admin/settings/writing.service.ts';
import { removeCovers } from '#core/server/catalogue/collections/covers.service.ts';
import { indexSpecimen } from '#core/server/catalogue/search/search-index.service.ts';
import type { Context } from '#core/server/context.ts';
import { idsByContent } from '#core/server/media/files/media.service.ts';
import { contentHashOf } from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import { markerTime } from '#platform/db/markers.ts';
import { deleteUnclaimed, selectClaims, selectMarked } from './demo.queries.ts';
import { DEMO_FOLDER, DEMO_MARKER } from './demo.service.ts';
import { readDemoData } from './demo-data.ts';

/** Returns null where the demo was never loaded. */
export async function leftOfDemo({ db }: Context): Promise<number[] | null> {
  const left = (await selectMarked(db, DEMO_MARKER)).map(({ id }) => id);
  return left.length === 0 && (await markerTime(db, DEMO_MARKER)) === null ? null : left;
}

/**
 * Spares specimens of unfinished orders. Resets the demo's Venmo name, social links and covers; the
 * hero's picture stays until the admin replaces it.
 */
export function removeDemo(ctx: Context): Promise<DemoRemoval> {
  return perform(ctx, 'owner', async (act) => {
    const { tx } = act;
    const deleted = await deleteUnclaimed(tx, DEMO_MARKER);
    for (const specimen of deleted) await indexSpecimen(tx, specimen.id, specimen, null);
    const removed = deleted.length;
    const kept = await selectMarked(tx, DEMO_MARKER);
    const claims = await selectClaims(
      tx,
      kept.map(({ id }) => id),
    );
    await resetSettings(act);
    await act.record({ kind: 'demo_removed', data: { removed, kept: kept.length } });
    const ordersOf = (id: number) =>
      claims.filter(({ specimenId }) => specimenId === id).map(({ orderId }) => orderId);
    return { removed, kept: kept.map(({ id, title }) => ({ id, title, orders: ordersOf(id) })) };
  });
}

/** Resets only what the admin has not changed. */
async function resetSettings(act: Act): Promise<void> {
  const { tx } = act;
  const { venmo_settings, social_links: links } = await act.settings();
  // How buyers pay is then as open as in a new shop.
  if (venmo_settings.venmoUsername === DEMO_HANDLE) await forgetSetting(act, 'venmo_settings');
  const own = links.map((link) =>
    /\.example(\/druse)?$/.test(link.url) ? { ...link, url: '', enabled: false } : link,
  );
  if (!isDeepStrictEqual(own, links)) await storeSetting(act, 'social_links', own);
  const { pictures, collections } = await readDemoData(DEMO_FOLDER);
  const covers = pictures.filter(({ source }) => collections.some(({ cover }) => cover === source));
  const ids = await idsByContent(
    tx,
    covers.map(({ sha256 }) => contentHashOf(sha256)),
  );
  await removeCovers(tx, [...ids.values()]);
}
