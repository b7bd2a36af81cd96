/**
 * Every process must look in the same place, or its pictures are missing and its uploads lost to
 * the others.
 */
import type { Config } from '#core/server/config.ts';
import type { Context } from '#core/server/context.ts';
import { perform } from '#core/server/perform.ts';
import { ConfigurationError } from '#platform/configuration-error.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { deleteMarkersOf, insertMarker, markerValue } from '#platform/db/markers.ts';
import { asTyped } from '#platform/process/way-of-running.ts';
import { selectMediaAfter } from './media.queries.ts';
import { filesOfMedium } from './media-files.service.ts';

type Place = Pick<Config, 'bucket'>;

const KEY = 'media-place';
const FOLDER = 'folder';
/** Media looked for in a shop older than the record. */
const SAMPLE = 5;
const BATCH = 500;

/** Processes may reach one store by different names. */
const placeOf = ({ bucket }: Place): string =>
  bucket === null ? FOLDER : bucket.mediaUrl.replace(/(?<!\/)\/+$/, '');

const inWords = (place: string): string =>
  place === FOLDER ? 'the folder media/ of DATA_DIR' : `the bucket ${place}`;

/** @throws ConfigurationError where the media are elsewhere than configured. */
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
 * With media already, records only a place where some are found, since no one has said where they
 * are. @returns a warning for the log where none is. @throws ConfigurationError as
 * `refuseOtherMediaPlace` does.
 */
export async function settleMediaPlace(
  ctx: Pick<Context, 'db' | 'dialect' | 'mediaStore' | 'clock'>,
  config: Place,
): Promise<string | null> {
  await refuseOtherMediaPlace(ctx.db, config);
  if ((await markerValue(ctx.db, KEY)) !== null) return null;
  const sample = await selectMediaAfter(ctx.db, '', SAMPLE);
  const found = await Promise.all(
    sample.flatMap(filesOfMedium).map((name) => ctx.mediaStore.has(name)),
  );
  if (sample.length > 0 && !found.includes(true))
    return `The shop has photos or videos, and none of those looked for is in ${inWords(placeOf(config))}. Set MEDIA_URL to where they are, or restore a backup`;
  await perform(ctx, 'system', async ({ tx, dialect, now }) => {
    // Of two starts at once, the second compares with the first's record.
    await lockNames(tx, dialect, ['media-place']);
    await refuseOtherMediaPlace(tx, config);
    if ((await markerValue(tx, KEY)) === null)
      await insertMarker(tx, `${KEY}:${placeOf(config)}`, now);
  });
  return null;
}

/**
 * Records the configured place if every file is there. @returns the place in words, and missing
 * names; with any, nothing is recorded.
 */
export async function moveMediaPlace(
  ctx: Pick<Context, 'db' | 'dialect' | 'mediaStore' | 'clock'>,
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
    await perform(ctx, 'system', async ({ tx, now }) => {
      await deleteMarkersOf(tx, KEY);
      await insertMarker(tx, `${KEY}:${placeOf(config)}`, now);
    });
  }
  return { place: inWords(placeOf(config)), missing };
}

/** A backup may be restored into another place, which the next start records. */
export const forgetMediaPlace = (tx: Tx): Promise<void> => deleteMarkersOf(tx, KEY);
