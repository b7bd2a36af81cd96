/** Loads the demo collection, once, into a shop that never had a specimen. */
import path from 'node:path';
import { socialPlatforms } from '#contract/admin/setting-rules.ts';
import { specimenInput } from '#contract/catalogue/specimens.ts';
import type { Picture } from '#contract/media/media.ts';
import { DEFAULT_INSTRUCTIONS } from '#contract/selling/payment-instructions.ts';
import { DEMO_HANDLE } from '#contract/selling/venmo.ts';
import type { Context } from '#server/context.ts';
import { isSettingStored, storeSetting } from '#server/features/admin/settings/settings.service.ts';
import { addCovers } from '#server/features/catalogue/collections/covers.service.ts';
import { addSpecimen, type SpecimenMediumInput } from '#server/features/catalogue/specimens/editing/adding.service.ts';
import { addMedia, idsByContent } from '#server/features/media/files/media.service.ts';
import { contentHashOf, type MediaFile, newMediaId, storeFiles } from '#server/features/media/files/media-files.service.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import { lockNames } from '#server/platform/db/locks.ts';
import { insertMarker, markerTime } from '#server/platform/db/markers.ts';
import { handleFor } from '#server/platform/db/purposes.ts';
import { inTransaction } from '#server/platform/db/transaction.ts';
import { projectFolder } from '#server/platform/project-folder.ts';
import { hasHadSpecimens } from './demo.queries.ts';
import { type DemoData, type DemoSpecimen, readDemoData } from './demo-data.ts';
import type { DemoPicture, DemoVideo } from './demo-manifest.ts';

export const DEMO_FOLDER = path.join(projectFolder, 'demo');
export const DEMO_MARKER = 'demo';
const HERO = 'hero/hero.jpg';

/** The demo with the id of each medium in this shop. */
type NamedDemo = Omit<DemoData, 'pictures' | 'videos'> & { pictures: Named<DemoPicture>[]; videos: Named<DemoVideo>[] };
type Named<Medium> = Medium & { id: string; contentHash: string };

/**
 * Loads the demo collection if the configuration wants it, it was never loaded before and the shop never had a specimen.
 * Stores the files first, then all rows in one transaction, so that an interrupted start can simply be repeated.
 * @returns whether it was loaded now.
 */
export async function loadDemoOnce(ctx: Context): Promise<boolean> {
  if (!ctx.config.demo || !(await isWanted(ctx.db))) return false;
  const demo = await readDemoData(DEMO_FOLDER);
  await storeFiles(ctx, filesOf(demo));
  // Processes that start together wait here for the one that loads it, longer than anybody waits for a page.
  const isLoaded = await inTransaction(handleFor(ctx.db, 'bulk'), async (tx) => {
    await lockNames(tx, ctx.dialect, [DEMO_MARKER]);
    // Another process may have loaded it meanwhile.
    if (!(await isWanted(tx))) return false;
    await addRows(tx, await nameMedia(tx, demo), ctx.clock.now());
    return true;
  });
  if (isLoaded) ctx.invalidateCache();
  return isLoaded;
}

const isWanted = async (db: Db | Tx) => (await markerTime(db, DEMO_MARKER)) === null && !(await hasHadSpecimens(db));

function filesOf({ pictures, videos }: DemoData): MediaFile[] {
  const rendered = pictures.flatMap(({ files }) =>
    files.map((file) => ({ ...file, localPath: path.join(DEMO_FOLDER, 'renditions', file.name) })),
  );
  const adopted = videos.flatMap(({ files, source }) => files.map((file) => ({ ...file, localPath: path.join(DEMO_FOLDER, source) })));
  const turns = videos.flatMap(({ turn }) => (turn ? [{ ...turn.file, localPath: path.join(DEMO_FOLDER, turn.source) }] : []));
  return [...rendered, ...adopted, ...turns];
}

/** A medium that the shop has already, such as an uploaded hero, keeps its id. */
async function nameMedia(tx: Tx, demo: DemoData): Promise<NamedDemo> {
  const known = await idsByContent(
    tx,
    [...demo.pictures, ...demo.videos].map(({ sha256 }) => contentHashOf(sha256)),
  );
  const named = <Medium extends { sha256: string }>(medium: Medium): Named<Medium> => {
    const contentHash = contentHashOf(medium.sha256);
    return { ...medium, contentHash, id: known.get(contentHash) ?? newMediaId() };
  };
  return { ...demo, pictures: demo.pictures.map(named), videos: demo.videos.map(named) };
}

async function addRows(tx: Tx, demo: NamedDemo, today: Date): Promise<void> {
  const now = today.toISOString();
  const pictures = demo.pictures.map((picture) => ({ ...picture, complete: true, original: null }));
  const videos = demo.videos.map(({ poster, files: [file], turn, ...video }) => ({
    ...video,
    ...(turn && { turn: { key: turn.key, frames: turn.frames, width: turn.width, height: turn.height } }),
    posterId: pictureOf(demo, poster).id,
    file: file?.name ?? '',
    original: null,
  }));
  await addMedia(tx, { pictures, videos }, now);

  // Oldest first, so that ids ascend with time.
  for (const [index, specimen] of [...demo.specimens.entries()].toReversed()) {
    const { slug, pins, files, ...input } = specimen;
    const complete = specimenInput.parse(input);
    const when = { now, createdAt: createdAt(index, today), actor: 'system' as const };
    await addSpecimen(tx, complete, mediaOf(demo, specimen), when);
  }
  await addSettings(tx, demo, now);
  await addCovers(
    tx,
    demo.collections.map(({ slug, cover }) => ({ slug, id: pictureOf(demo, cover).id, alt: altOf(demo, cover) })),
  );
  await insertMarker(tx, DEMO_MARKER, now);
}

/** The main video or picture, then further views, then the same view in other light. */
function mediaOf(demo: NamedDemo, { files, pins }: DemoSpecimen): SpecimenMediumInput[] {
  const medium = (source: string, light: SpecimenMediumInput['light']) => {
    const mediaId = [...demo.pictures, ...demo.videos].find((known) => known.source === source)?.id;
    if (mediaId === undefined) throw new Error(`No renditions of ${source}`);
    return { mediaId, alt: altOf(demo, source), light };
  };
  return [
    { ...medium(files.video ?? files.main, files.uv === null ? null : 'daylight'), pins },
    ...files.additional.map((source) => medium(source, source.includes('--close') ? 'detail' : null)),
    ...(files.uv === null ? [] : [medium(files.uv, files.uvLight)]),
  ];
}

/** Spreads the specimens over the days before today, always at the same times of day. */
function createdAt(index: number, today: Date): string {
  const day = new Date(today);
  day.setUTCDate(day.getUTCDate() - 1 - Math.floor(index * 1.3));
  day.setUTCHours(14, (index * 97) % 480, 0, 0);
  return day.toISOString();
}

async function addSettings(tx: Tx, demo: NamedDemo, now: string): Promise<void> {
  const values = {
    hero: { background: shown(demo, HERO) },
    social_links: socialPlatforms.map((platform) => ({
      platform,
      url: platform === 'email' ? 'mailto:hello@druse.example' : `https://${platform}.example/druse`,
      icon: platform,
      enabled: true,
    })),
    venmo_settings: { venmoUsername: DEMO_HANDLE, paymentInstructions: DEFAULT_INSTRUCTIONS, enabled: true },
  };
  for (const key of Object.keys(values) as (keyof typeof values)[]) {
    // What the admin has saved stays.
    if (!(await isSettingStored(tx, key))) await storeSetting(tx, key, values[key], { now, actor: 'system' });
  }
}

function shown(demo: NamedDemo, source: string): Picture {
  const { id, width, height, widths, placeholder } = pictureOf(demo, source);
  return { kind: 'picture', id, width, height, widths, placeholder, complete: true, alt: altOf(demo, source), light: null };
}

function pictureOf(demo: NamedDemo, source: string) {
  const picture = demo.pictures.find((known) => known.source === source);
  if (!picture) throw new Error(`No renditions of ${source}`);
  return picture;
}

function altOf({ altTexts }: NamedDemo, source: string): string {
  const alt = altTexts[source];
  if (alt === undefined) throw new Error(`No alternative text for ${source}`);
  return alt;
}
