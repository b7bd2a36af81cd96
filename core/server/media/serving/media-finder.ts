/**
 * Anyone gets what a visible specimen, a collection or a setting shows, admins the rest. An order
 * line's or certificate's picture has a name of its own, for those who can read that.
 */

import type { SettingKey } from '#core/contract/admin/settings.ts';
import { MEDIA_ID } from '#core/contract/media/media-id.ts';
import { isVideo } from '#core/contract/media/media-kind.ts';
import { renditionUrl, turnName, videoName } from '#core/contract/media/media-urls.ts';
import { settingTag } from '#core/server/admin/settings/cache-tags.ts';
import { COLLECTIONS } from '#core/server/catalogue/collections/cache-tags.ts';
import { specimenTag } from '#core/server/catalogue/specimens/cache-tags.ts';
import type { Context } from '#core/server/context.ts';
import { mediumTag } from '#core/server/media/files/cache-tags.ts';
import { isConverted } from '#core/server/media/files/media-files.service.ts';
import { createLane } from '#platform/http/lane.ts';
import { WIDTHS } from '#platform/images/renditions.ts';
import type { PageCache } from '#platform/page-cache/page-cache.ts';
import type { Finding } from '#platform/page-cache/tagged-memory.ts';
import {
  isCover,
  type NamedMedium,
  selectNamed,
  selectOrdered,
  selectShowing,
  selectShowingSetting,
} from './public-media.queries.ts';

/** Nothing else in the store is public. */
const publicName = new RegExp(
  String.raw`^(${MEDIA_ID})(-(?:[1-9]\d{1,4}|full)\.(?:avif|jpg)|-preview\.jpg|-turn-[0-9a-f]{8}\.jpg|(?:-converted)?\.mp4)$`,
);

/** A flood of invented names leaves the database to the pages, and each client gets its turn. */
const LOOKUPS = { running: 4, waiting: 500, waitMs: 5_000 };
/** Per IP address: more than the pictures of any page. */
const EACH = 150;

/** `knowers` know the name in an order line or certificate. */
type Audience = 'everybody' | 'admins' | 'knowers';
type Known = { medium: NamedMedium; audience: Audience } | null;

/** `name`: the medium's present one; `stored`: the file's. */
type FoundFile = { name: string; stored: string; isPublic: boolean };

/** `client`: the IP address. `isAdmin` is asked only about what visitors must not see. */
type Viewer = { client: string; isAdmin: () => Promise<boolean> };

/**
 * @returns null if the viewer may see no such file. @throws Problem unavailable while too many ask
 * for unknown names.
 */
type FindFile = (name: string, viewer: Viewer) => Promise<FoundFile | null>;

/** Visitors' pictures then cost no query. */
export function mediaFinder({ db, config }: Context, cache: PageCache): FindFile {
  const memory = cache.openMemory<Known>();
  const lane = createLane({
    ...LOOKUPS,
    each: config.rateLimits ? EACH : Number.POSITIVE_INFINITY,
  });
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
    return {
      ...file,
      ...(known.audience === 'knowers' && { name }),
      isPublic: known.audience === 'everybody',
    };
  };
}

/** Remembers only public names: strangers can make up any number of others. */
async function lookUp(db: Context['db'], id: string): Promise<Finding<Known>> {
  const medium = await selectNamed(db, id);
  if (!medium) {
    // Whoever knows one size knows all: emails show a small one.
    const sizes = [...WIDTHS, 'full' as const].map((size) => renditionUrl(id, size, 'jpg'));
    const ordered = await selectOrdered(db, sizes);
    return { value: ordered ? { medium: ordered, audience: 'knowers' } : null, tags: null };
  }
  const tags = await tagsOfShowing(db, medium.id);
  if (!tags) return { value: { medium, audience: 'admins' }, tags: null };
  return { value: { medium, audience: 'everybody' }, tags: [mediumTag(medium.id), ...tags] };
}

async function tagsOfShowing(db: Context['db'], id: string): Promise<string[] | null> {
  const showing = await selectShowing(db, id);
  if (showing) return [specimenTag(showing.specimenId), mediumTag(showing.shownId)];
  if (await isCover(db, id)) return [COLLECTIONS];
  const setting = await selectShowingSetting(db, id);
  return setting === undefined ? null : [settingTag(setting as SettingKey)];
}

/** Returns null if the medium has no such file. */
function fileOf(medium: NamedMedium, rest: string): Pick<FoundFile, 'name' | 'stored'> | null {
  if (!isVideo(medium)) return { name: `${medium.id}${rest}`, stored: `${medium.stem}${rest}` };
  const turn = medium.turn && turnName('', medium.turn.key);
  if (rest === turn) return { name: `${medium.id}${rest}`, stored: `${medium.stem}${rest}` };
  const name = videoName(medium.id, { isConverted: isConverted(medium) });
  const isName = rest === '.mp4' || name.endsWith(rest);
  return isName && medium.video_file !== null ? { name, stored: medium.video_file } : null;
}
