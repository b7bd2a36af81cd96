import path from 'node:path';
import { socialPlatforms } from '#core/contract/admin/setting-checks.ts';
import { specimenInput } from '#core/contract/catalogue/specimens.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { DEFAULT_INSTRUCTIONS } from '#core/contract/selling/payment-instructions.ts';
import { DEMO_HANDLE } from '#core/contract/selling/venmo.ts';
import type { Act } from '#core/server/act.ts';
import { isSettingStored } from '#core/server/admin/settings/settings.service.ts';
import { storeSetting } from '#core/server/admin/settings/writing.service.ts';
import { addCovers } from '#core/server/catalogue/collections/covers.service.ts';
import {
  addSpecimen,
  type SpecimenMediumInput,
} from '#core/server/catalogue/specimens/editing/adding.service.ts';
import type { Context } from '#core/server/context.ts';
import { addMedia, idsByContent } from '#core/server/media/files/media.service.ts';
import {
  contentHashOf,
  type MediaFile,
  newMediaId,
  storeFiles,
} from '#core/server/media/files/media-files.service.ts';
import { perform } from '#core/server/perform.ts';
import type { Db, Tx } from '#platform/db/db.ts';
import { lockNames } from '#platform/db/locks.ts';
import { insertMarker, markerTime } from '#platform/db/markers.ts';
import { handleFor } from '#platform/db/purposes.ts';
import { projectFolder } from '#platform/process/project-folder.ts';
import { hasHadSpecimens } from './demo.queries.ts';
import { type DemoData, type DemoSpecimen, readDemoData } from './demo-data.ts';
import type { DemoPicture, DemoVideo } from './demo-manifest.ts';

export const DEMO_FOLDER = path.join(projectFolder, 'demo');
export const DEMO_MARKER = 'demo';
const HERO = 'hero/hero.jpg';

type NamedDemo = Omit<DemoData, 'pictures' | 'videos'> & {
  pictures: Named<DemoPicture>[];
  videos: Named<DemoVideo>[];
};
type Named<Medium> = Medium & { id: string; contentHash: string };

/**
 * Does nothing unless the configuration wants it and the shop never had a specimen. Stores files
 * first, then all rows in one transaction, so that an interrupted start can be repeated. @returns
 * whether it was loaded now.
 */
export async function loadDemoOnce(ctx: Context): Promise<boolean> {
  if (!ctx.config.demo || !(await isWanted(ctx.db))) return false;
  const demo = await readDemoData(DEMO_FOLDER);
  await storeFiles(ctx, filesOf(demo));
  // Processes that start together wait here, longer than anyone waits for a page.
  return perform({ ...ctx, db: handleFor(ctx.db, 'bulk') }, 'system', async (act) => {
    await lockNames(act.tx, act.dialect, [DEMO_MARKER]);
    // Another process may have loaded it meanwhile.
    if (!(await isWanted(act.tx))) return false;
    await addRows(act, await nameMedia(act.tx, demo));
    return true;
  });
}

const isWanted = async (db: Db | Tx) =>
  (await markerTime(db, DEMO_MARKER)) === null && !(await hasHadSpecimens(db));

function filesOf({ pictures, videos }: DemoData): MediaFile[] {
  const rendered = pictures.flatMap(({ files }) =>
    files.map((file) => ({ ...file, localPath: path.join(DEMO_FOLDER, 'renditions', file.name) })),
  );
  const adopted = videos.flatMap(({ files, source }) =>
    files.map((file) => ({ ...file, localPath: path.join(DEMO_FOLDER, source) })),
  );
  const turns = videos.flatMap(({ turn }) =>
    turn ? [{ ...turn.file, localPath: path.join(DEMO_FOLDER, turn.source) }] : [],
  );
  return [...rendered, ...adopted, ...turns];
}

/** A medium that the shop has already keeps its id. */
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

async function addRows(act: Act, demo: NamedDemo): Promise<void> {
  const { tx, now } = act;
  const today = new Date(now);
  const pictures = demo.pictures.map((picture) => ({ ...picture, complete: true, original: null }));
  const videos = demo.videos.map(({ poster, files: [file], turn, ...video }) => ({
    ...video,
    ...(turn && {
      turn: { key: turn.key, frames: turn.frames, width: turn.width, height: turn.height },
    }),
    posterId: pictureOf(demo, poster).id,
    file: file?.name ?? '',
    original: null,
  }));
  await addMedia(tx, { pictures, videos }, now);

  // Oldest first, so that ids ascend with time.
  for (const [index, specimen] of [...demo.specimens.entries()].toReversed()) {
    const { slug, pins, files, ...input } = specimen;
    const complete = specimenInput.parse(input);
    await addSpecimen(act, complete, mediaOf(demo, specimen), createdAt(index, today));
  }
  await addSettings(act, demo);
  await addCovers(
    tx,
    demo.collections.map(({ slug, cover }) => ({
      slug,
      id: pictureOf(demo, cover).id,
      alt: altOf(demo, cover),
    })),
  );
  await insertMarker(tx, DEMO_MARKER, now);
}

function mediaOf(demo: NamedDemo, { files, pins }: DemoSpecimen): SpecimenMediumInput[] {
  const medium = (source: string, light: SpecimenMediumInput['light']) => {
    const mediaId = [...demo.pictures, ...demo.videos].find((known) => known.source === source)?.id;
    if (mediaId === undefined) throw new Error(`No renditions of ${source}`);
    return { mediaId, alt: altOf(demo, source), light };
  };
  return [
    { ...medium(files.video ?? files.main, files.uv === null ? null : 'daylight'), pins },
    ...files.additional.map((source) =>
      medium(source, source.includes('--close') ? 'detail' : null),
    ),
    ...(files.uv === null ? [] : [medium(files.uv, files.uvLight)]),
  ];
}

function createdAt(index: number, today: Date): string {
  const day = new Date(today);
  day.setUTCDate(day.getUTCDate() - 1 - Math.floor(index * 1.3));
  day.setUTCHours(14, (index * 97) % 480, 0, 0);
  return day.toISOString();
}

async function addSettings(act: Act, demo: NamedDemo): Promise<void> {
  const values = {
    hero: { background: shown(demo, HERO) },
    social_links: socialPlatforms.map((platform) => ({
      platform,
      url:
        platform === 'email' ? 'mailto:hello@druse.example' : `https://${platform}.example/druse`,
      icon: platform,
      enabled: true,
    })),
    venmo_settings: {
      venmoUsername: DEMO_HANDLE,
      paymentInstructions: DEFAULT_INSTRUCTIONS,
      enabled: true,
    },
  };
  for (const key of Object.keys(values) as (keyof typeof values)[]) {
    // What the admin has saved stays.
    if (!(await isSettingStored(act.tx, key))) await storeSetting(act, key, values[key]);
  }
}

function shown(demo: NamedDemo, source: string): Picture {
  const { id, width, height, widths, placeholder } = pictureOf(demo, source);
  return {
    kind: 'picture',
    id,
    width,
    height,
    widths,
    placeholder,
    complete: true,
    alt: altOf(demo, source),
    light: null,
  };
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
