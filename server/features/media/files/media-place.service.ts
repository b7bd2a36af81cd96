/** Where the shop's media are: every process must look in the same place, or its pictures are missing and its uploads are lost to the others. */
import type { Config } from '#server/config.ts';
import type { Context } from '#server/context.ts';
import { instantOf } from '#server/platform/clock.ts';
import { ConfigurationError } from '#server/platform/configuration-error.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { deleteMarkersOf, insertMarker, markerValue } from '#server/platform/db/markers.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { asTyped } from '#server/platform/way-of-running.ts';
import { selectMediaAfter } from './media.queries.ts';
import { filesOfMedium } from './media-files.service.ts';

type Place = Pick<Config, 'bucket'>;

const KEY = 'media-place';
const FOLDER = 'folder';
/** How many media are looked for in a shop that is older than the record. */
const SAMPLE = 5;
const BATCH = 500;

/** By the bucket and the folder in it: processes may reach one store by different names. */
const placeOf = ({ bucket }: Place): string => (bucket === null ? FOLDER : bucket.mediaUrl.replace(/(?<!\/)\/+$/, ''));

const inWords = (place: string): string => (place === FOLDER ? 'the folder media/ of DATA_DIR' : `the bucket ${place}`);

/** @throws ConfigurationError where the shop's media are in another place than the configuration names. */
export async function refuseOtherMediaPlace(db: Db | Tx, config: Place): Promise<void> {
  const known = await markerValue(db, KEY);
  if (known === null || known === placeOf(config)) return;
  const change = known === FOLDER ? 'Remove MEDIA_URL' : `Set MEDIA_URL=${known}`;
  throw new ConfigurationError([
    `The photos and videos of this shop are in ${inWords(known)}, and this process looks for them in ${inWords(placeOf(config))}. ` +
      `${change}; or, if you have moved them there, run ${asTyped('npm run media-moved')}`,
  ]);
}

/**
 * Records where the media are when a shop first starts; of a shop that has media already only where some of them are found, since nobody has said where they are.
 * @returns a warning for the log where none is. @throws ConfigurationError as above.
 */
export async function settleMediaPlace(
  ctx: Pick<Context, 'db' | 'dialect' | 'mediaStore' | 'clock'>,
  config: Place,
): Promise<string | null> {
  await refuseOtherMediaPlace(ctx.db, config);
  if ((await markerValue(ctx.db, KEY)) !== null) return null;
  const sample = await selectMediaAfter(ctx.db, '', SAMPLE);
  const found = await Promise.all(sample.flatMap(filesOfMedium).map((name) => ctx.mediaStore.has(name)));
  if (sample.length > 0 && !found.includes(true))
    return `The shop has photos or videos, and none of those looked for is in ${inWords(placeOf(config))}. Set MEDIA_URL to where they are, or restore a backup`;
  await inTransaction(ctx.db, async (tx) => {
    // If two processes start at once, the second compares with the record of the first.
    await lockNames(tx, ctx.dialect, ['media-place']);
    await refuseOtherMediaPlace(tx, config);
    if ((await markerValue(tx, KEY)) === null) await insertMarker(tx, `${KEY}:${placeOf(config)}`, instantOf(ctx.clock));
  });
  return null;
}

/**
 * Records the configured place as that of all media, if every file of theirs is there.
 * @returns the place in words, and the names of files that are missing; with any, nothing is recorded.
 */
export async function moveMediaPlace(
  ctx: Pick<Context, 'db' | 'mediaStore' | 'clock'>,
  config: Place,
): Promise<{ place: string; missing: string[] }> {
  const stored = new Set<string>();
  for await (const { name } of ctx.mediaStore.list()) stored.add(name);
  const missing: string[] = [];
  for (let last = ''; ; ) {
    const media = await selectMediaAfter(ctx.db, last, BATCH);
    missing.push(...media.flatMap(filesOfMedium).filter((name) => !stored.has(name)));
    const final = media.at(-1);
    if (final === undefined) break;
    last = final.id;
  }
  if (missing.length === 0) {
    await inTransaction(ctx.db, async (tx) => {
      await deleteMarkersOf(tx, KEY);
      await insertMarker(tx, `${KEY}:${placeOf(config)}`, instantOf(ctx.clock));
    });
  }
  return { place: inWords(placeOf(config)), missing };
}

/** Forgets the place, which the next start records: a backup may be restored into another one. */
export const forgetMediaPlace = (tx: Tx): Promise<void> => deleteMarkersOf(tx, KEY);
