import { readdirSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { Problem } from '#core/contract/problems.ts';
import type { Context } from '#core/server/context.ts';
import type { NewCopyPlace } from '#features/copies/contract/copies.ts';
import { asTyped } from '#platform/process/way-of-running.ts';
import { readSecret } from '#platform/secrets.ts';
import { readBucket, type S3Bucket } from '#platform/storage/bucket.ts';
import { diskStore } from '#platform/storage/disk.ts';
import type { MediaStore } from '#platform/storage/media-store.ts';
import type { PlaceRow } from './copies.queries.ts';
import { partsOf } from './copy-format.ts';

/** Tells the place from the empty folder under a disk that is away. */
const SIGN = 'druse-copies.txt';
const SIGN_TEXT = `Encrypted copies of a Druse shop.\nThey are restored by: ${asTyped('npm run restore -- --from THIS-PLACE')}\nKeep all files together, and this one with them.\n`;

export const isBucket = (address: string) => address.startsWith('s3://');
export const secretOf = (id: number) => `copy place ${id}`;

export function addressOf(typed: string): string {
  if (isBucket(typed)) return typed.replace(/(?<![/:])\/+$/, '');
  return path.isAbsolute(typed) ? path.resolve(typed) : typed;
}

/** @throws Problem saying what is wrong with the address. */
export async function openPlace(place: NewCopyPlace): Promise<MediaStore> {
  if (!isBucket(place.address)) return diskStore(place.address);
  const { s3Store } = await import('#platform/storage/s3.ts');
  return s3Store(bucketOf(place));
}

const NO_REGION = 'Enter the region, or the store’s address if it isn’t Amazon.';

function bucketOf(place: NewCopyPlace): S3Bucket {
  const values = {
    MEDIA_URL: place.address,
    AWS_REGION: place.region,
    AWS_ACCESS_KEY_ID: place.accessKeyId,
    AWS_SECRET_ACCESS_KEY: place.secretAccessKey,
    AWS_SESSION_TOKEN: '',
  };
  const labels = {
    MEDIA_URL: 'The place',
    AWS_REGION: 'The region',
    AWS_ACCESS_KEY_ID: 'The access key',
    AWS_SECRET_ACCESS_KEY: 'The secret key',
    AWS_SESSION_TOKEN: '',
    S3_ENDPOINT: 'The store’s address',
  };
  const wrong: string[] = [];
  const bucket = readBucket(
    (name) => values[name] || null,
    place.endpoint || null,
    (name, isValid, expected) => {
      const isMissing = name === 'AWS_REGION' && place.region === '';
      if (!isValid)
        wrong.push(
          isMissing ? NO_REGION : `${labels[name]} ${expected.replace(/ with MEDIA_URL.*/, '')}.`,
        );
    },
  );
  if (wrong[0] !== undefined || bucket === null)
    throw new Problem('invalid_input', wrong[0] ?? 'Enter a folder or a bucket.');
  return bucket;
}

/** Also signs the place. @throws Problem in words. */
export async function signPlace(
  { config }: Pick<Context, 'config'>,
  place: NewCopyPlace,
): Promise<void> {
  const reason = isBucket(place.address)
    ? reasonAgainstBucket(bucketOf(place), config.bucket)
    : reasonAgainstFolder(place.address, config.dataDir);
  if (reason !== null) throw new Problem('invalid_input', reason);
  const store = await openPlace(place);
  await store.put(SIGN, Buffer.from(SIGN_TEXT)).catch((error: Error) => {
    throw new Problem('state_conflict', troubleOf(error, place.address));
  });
}

const PART_OF_DATA =
  'is part of the shop’s own data: what destroys one destroys the other. Choose another disk.';

/** What is written there is lost, or something else. */
const NO_DISKS = ['/proc', '/sys', '/dev'];
/** What systems put into the root of a disk. */
const OF_SYSTEMS = /^\.|^(?:lost\+found|System Volume Information|\$RECYCLE\.BIN)$/;

function reasonAgainstFolder(address: string, dataDir: string): string | null {
  if (!path.isAbsolute(address))
    return 'Enter the folder’s whole path, such as /mnt/copies, or a bucket as s3://name.';
  const [folder, data] = [realPath(address), realPath(dataDir)];
  const system = NO_DISKS.find((one) => isWithin(folder, one));
  if (system)
    return `Nothing stays in ${system}, which is the system’s own. Enter a folder on a disk.`;
  if (isWithin(folder, data)) return `This folder ${PART_OF_DATA}`;
  if (isWithin(data, folder))
    return 'The shop’s own data are in this folder. Enter a folder of its own, on another disk.';
  const isOurs = (name: string) => name === SIGN || partsOf(name) !== null || OF_SYSTEMS.test(name);
  return namesIn(folder).every(isOurs)
    ? null
    : `There is something else in this folder. Enter one of its own, such as ${path.join(address, 'druse-copies')}.`;
}

function reasonAgainstBucket(place: S3Bucket, media: S3Bucket | null): string | null {
  const isWithinOther =
    media?.url === place.url &&
    (place.prefix.startsWith(media.prefix) || media.prefix.startsWith(place.prefix));
  return isWithinOther ? `This place ${PART_OF_DATA.replace('disk', 'bucket')}` : null;
}

/** Whether it can be written is seen where it is. */
function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isWithin(inner: string, outer: string): boolean {
  const way = path.relative(outer, inner);
  return !path.isAbsolute(way) && way.split(path.sep)[0] !== '..';
}

function realPath(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    const parent = path.dirname(folder);
    return parent === folder ? folder : path.join(realPath(parent), path.basename(folder));
  }
}

/**
 * The place must be signed.
 * @throws Problem if its keys cannot be read, or it is not there.
 */
export async function openKnownPlace(
  ctx: Pick<Context, 'config' | 'db'>,
  row: PlaceRow,
): Promise<MediaStore> {
  let keys = { accessKeyId: '', secretAccessKey: '' };
  if (isBucket(row.address)) {
    const secret = await readSecret(ctx, ctx.db, secretOf(row.id));
    if (secret.state !== 'known') {
      throw new Problem(
        'state_conflict',
        'Its keys can’t be read: the file shop.key in DATA_DIR is missing or another one. Remove the place and add it again.',
      );
    }
    keys = JSON.parse(secret.text) as typeof keys;
  }
  const store = await openPlace({
    address: row.address,
    endpoint: row.endpoint ?? '',
    region: row.region ?? '',
    ...keys,
  });
  if (!(await store.has(SIGN))) {
    throw new Problem(
      'state_conflict',
      `The copies are not there: the file ${SIGN} is missing. Is the disk connected, and the share mounted?`,
    );
  }
  return store;
}

const FULL = 'It is full. Make room there, or keep fewer copies.';
const NO_RIGHT = 'The shop may not write there. Give its user the right to.';
const A_FILE = 'Part of this path is a file. Enter a folder.';

const reasons: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EACCES: NO_RIGHT,
  EPERM: NO_RIGHT,
  EROFS: 'It can only be read. Mount it so that the shop can write.',
  ENOENT: 'It isn’t there. Is the disk connected, and the share mounted?',
  ENOTDIR: A_FILE,
  EEXIST: A_FILE,
  EIO: 'The disk is failing. Try it on another machine, and replace it.',
};

export function troubleOf(error: unknown, address: string): string {
  const { code = '', name, message } = error as NodeJS.ErrnoException;
  if (name === 'Problem') {
    if (code === 'storage_full') return FULL;
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}${/[.?]$/.test(message) ? '' : '.'}`;
  }
  if (isBucket(address)) {
    const { reason = message } = error as { reason?: string };
    return `The bucket can’t be used: ${reason}. Check its name, its address and the keys.`;
  }
  return reasons[code] ?? `It can’t be used: ${message}.`;
}
