/**
 * Finds the file behind a public name for those who may see it: anyone if a visible specimen, a collection or a setting shows the medium, else
 * admins alone.
 * The picture of an order line or a certificate has a name of its own, for those who can read the order, or have the certificate.
 */

import type { SettingKey } from '#contract/admin/settings.ts';
import { MEDIA_ID } from '#contract/media/media-id.ts';
import { isVideo } from '#contract/media/media-kind.ts';
import { renditionUrl, turnName, videoName } from '#contract/media/media-urls.ts';
import type { Context } from '#server/context.ts';
import { settingTag } from '#server/features/admin/settings/cache-tags.ts';
import { COLLECTIONS } from '#server/features/catalogue/collections/cache-tags.ts';
import { specimenTag } from '#server/features/catalogue/specimens/cache-tags.ts';
import { mediumTag } from '#server/features/media/files/cache-tags.ts';
import { isConverted } from '#server/features/media/files/media-files.service.ts';
import { createLane } from '#server/platform/http/lane.ts';
import { WIDTHS } from '#server/platform/images/renditions.ts';
import type { PageCache } from '#server/platform/page-cache/page-cache.ts';
import type { Finding } from '#server/platform/page-cache/tagged-memory.ts';
import { isCover, type NamedMedium, selectNamed, selectOrdered, selectShowing, selectShowingSetting } from './public-media.queries.ts';

/** Renditions, previews, videos and turns; nothing else in the store is public. */
const publicName = new RegExp(
  String.raw`^(${MEDIA_ID})(-(?:[1-9]\d{1,4}|full)\.(?:avif|jpg)|-preview\.jpg|-turn-[0-9a-f]{8}\.jpg|(?:-converted)?\.mp4)$`,
);

/** Names that must be looked up: a flood of invented ones leaves the database to the pages, and each client gets its turn. */
const LOOKUPS = { running: 4, waiting: 500, waitMs: 5_000 };
/** Of one IP address: more than the pictures of any page. */
const EACH = 150;

/** Who gets the medium: anyone, admins, or `knowers`, who know the name that an order line or a certificate has for it. */
type Audience = 'everybody' | 'admins' | 'knowers';
type Known = { medium: NamedMedium; audience: Audience } | null;

/** `name` is the medium's present name, `stored` the file's name in the media store. */
export type FoundFile = { name: string; stored: string; isPublic: boolean };

/** `client`: the IP address. `isAdmin` is asked only about what visitors must not see. */
export type Viewer = { client: string; isAdmin: () => Promise<boolean> };

/** @returns null if there is no such file for the one who asks. @throws Problem unavailable while too many ask for names that are not remembered. */
export type FindFile = (name: string, viewer: Viewer) => Promise<FoundFile | null>;

/** Remembers beside the page cache what visitors may see, so that their pictures cost no query. */
export function mediaFinder({ db, config }: Context, cache: PageCache): FindFile {
  const memory = cache.openMemory<Known>();
  const lane = createLane({ ...LOOKUPS, each: config.rateLimits ? EACH : Number.POSITIVE_INFINITY });
  return async (name, { client, isAdmin }) => {
    const [, id, rest] = publicName.exec(name) ?? [];
    if (id === undefined || rest === undefined) return null;
    const known = await memory.recall(id, async () => {
      const release = await lane.enter(client);
      return lookUp(db, id).finally(release);
    });
    if (!known || (known.audience === 'admins' && !(await isAdmin()))) return null;
    const file = fileOf(known.medium, rest);
    if (!file) return null;
    return { ...file, ...(known.audience === 'knowers' && { name }), isPublic: known.audience === 'everybody' };
  };
}

/** Only what everybody may see is remembered: of other names a stranger can make up any number. */
async function lookUp(db: Context['db'], id: string): Promise<Finding<Known>> {
  const medium = await selectNamed(db, id);
  if (!medium) {
    // Whoever knows the picture by one size knows it by all: mails show a small one.
    const sizes = [...WIDTHS, 'full' as const].map((size) => renditionUrl(id, size, 'jpg'));
    const ordered = await selectOrdered(db, sizes);
    return { value: ordered ? { medium: ordered, audience: 'knowers' } : null, tags: null };
  }
  const tags = await tagsOfShowing(db, medium.id);
  if (!tags) return { value: { medium, audience: 'admins' }, tags: null };
  return { value: { medium, audience: 'everybody' }, tags: [mediumTag(medium.id), ...tags] };
}

/** The cache tags of something that shows the medium to visitors; null if there is nothing. */
async function tagsOfShowing(db: Context['db'], id: string): Promise<string[] | null> {
  const showing = await selectShowing(db, id);
  if (showing) return [specimenTag(showing.specimenId), mediumTag(showing.shownId)];
  if (await isCover(db, id)) return [COLLECTIONS];
  const setting = await selectShowingSetting(db, id);
  return setting === undefined ? null : [settingTag(setting as SettingKey)];
}

/** The file that the rest of a name stands for, and its present name; null if the medium has none of the kind. */
function fileOf(medium: NamedMedium, rest: string): Pick<FoundFile, 'name' | 'stored'> | null {
  if (!isVideo(medium)) return { name: `${medium.id}${rest}`, stored: `${medium.stem}${rest}` };
  const turn = medium.turn && turnName('', medium.turn.key);
  if (rest === turn) return { name: `${medium.id}${rest}`, stored: `${medium.stem}${rest}` };
  const name = videoName(medium.id, { isConverted: isConverted(medium) });
  const isName = rest === '.mp4' || name.endsWith(rest);
  return isName && medium.video_file !== null ? { name, stored: medium.video_file } : null;
}
