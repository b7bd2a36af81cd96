/** A setting refers to an uploaded picture by id; the media table has the rest. */
import { fieldsOf, settingKeys } from '#core/contract/admin/setting-table.ts';
import type { Picture } from '#core/contract/media/media.ts';
import { largestJpeg } from '#core/contract/media/media-urls.ts';
import {
  keepMedia,
  noSuchPhoto,
  type UploadedPicture,
  uploadedPictures,
} from '#core/server/media/files/media.service.ts';
import type { Db, Tx } from '#platform/db/db.ts';

const pictureFields = new Set(
  settingKeys.flatMap((key) =>
    fieldsOf(key).flatMap(([name, { kind }]) => (kind === 'picture' ? [name] : [])),
  ),
);

/** A deleted picture becomes null. */
export async function withCurrentPictures(
  db: Db | Tx,
  stored: Map<string, unknown>,
): Promise<Map<string, unknown>> {
  const known = await picturesIn(db, [...stored.values()]);
  const current = (setting: unknown) =>
    withUrls(mapPictures(setting, (picture) => merged(picture, known.get(picture.id))));
  return new Map([...stored].map(([key, setting]) => [key, current(setting)]));
}

/**
 * Completes each picture from the media table, and the URL fields from the pictures.
 * @throws Problem invalid_input for a picture that was never uploaded.
 */
export async function withUploadedPictures<T>(tx: Tx, setting: T, now: string): Promise<T> {
  await keepMedia(tx, idsIn(setting), now);
  const known = await picturesIn(tx, setting);
  const complete = mapPictures(setting, (picture) => {
    const uploaded = merged(picture, known.get(picture.id));
    if (!uploaded) throw noSuchPhoto();
    return uploaded;
  });
  return withUrls(complete) as T;
}

const merged = ({ alt, light }: Picture, row: UploadedPicture | undefined): Picture | null =>
  row ? { ...row, kind: 'picture', alt, light } : null;

const picturesIn = (db: Db | Tx, setting: unknown) => uploadedPictures(db, idsIn(setting));

const isPicture = (value: object): value is Picture =>
  'kind' in value && value.kind === 'picture' && 'id' in value;

function mapPictures(value: unknown, change: (picture: Picture) => Picture | null): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (isPicture(value)) return change(value);
  if (Array.isArray(value)) return value.map((part) => mapPictures(part, change));
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, mapPictures(part, change)]),
  );
}

function idsIn(setting: unknown): string[] {
  const ids = new Set<string>();
  mapPictures(setting, (picture) => {
    ids.add(picture.id);
    return picture;
  });
  return [...ids];
}

function withUrls(setting: unknown): unknown {
  if (typeof setting !== 'object' || setting === null || Array.isArray(setting)) return setting;
  const complete: Record<string, unknown> = { ...setting };
  for (const picture of pictureFields) {
    const url = `${picture}Url`;
    if (!(url in complete) || !(picture in complete)) continue;
    const shown = complete[picture] as Picture | null;
    complete[url] = shown ? largestJpeg(shown) : '';
  }
  return complete;
}
