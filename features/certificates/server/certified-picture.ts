import { createHash } from 'node:crypto';
import type { Picture } from '#core/contract/media/media.ts';
import { renditionUrl, sizesIn } from '#core/contract/media/media-urls.ts';
import type { Context } from '#core/server/context.ts';
import { newMediaId, openRendition } from '#core/server/media/files/media-files.service.ts';
import type { CertificateDocument } from '#features/certificates/contract/certificates.ts';

type Signed = CertificateDocument['picture'];
type Size = number | 'full';

/** Pixels: wide enough for a printed card. */
const WIDTH = 1440;

/**
 * Signs the picture's own name, so the certificate shows it whatever becomes of the specimen.
 * @returns null if there is no file.
 */
export async function pictureToSign(ctx: Context, picture: Picture): Promise<Signed> {
  const sizes = sizesIn(picture, 'jpg');
  const size = sizes.findLast((one) => one !== 'full' && one <= WIDTH) ?? sizes.at(-1) ?? 'full';
  const sha256 = await hashOf(ctx, picture.id, size);
  return sha256 === null ? null : { path: renditionUrl(newMediaId(), size, 'jpg'), sha256 };
}

export async function comparePicture(
  ctx: Context,
  signed: Signed,
  mediaId: string | null,
): Promise<'none' | 'same' | 'missing' | 'other'> {
  if (signed === null) return 'none';
  const sha256 = mediaId === null ? null : await hashOf(ctx, mediaId, sizeOf(signed.path));
  if (sha256 === null) return 'missing';
  return sha256 === signed.sha256 ? 'same' : 'other';
}

/** @param mediaId the medium in the certificate's row, whose file has been compared already. */
export async function isPictureSigned(
  ctx: Context,
  signed: Signed,
  mediaId: string | null,
  now: Picture,
): Promise<boolean> {
  if (now.id === mediaId) return true;
  if (signed === null) return (await pictureToSign(ctx, now)) === null;
  return (await comparePicture(ctx, signed, now.id)) === 'same';
}

/** Hexadecimal; null if there is no such file. */
async function hashOf(ctx: Context, mediaId: string, size: Size): Promise<string | null> {
  const file = await openRendition(ctx, mediaId, size);
  if (!file) return null;
  const hash = createHash('sha256');
  for await (const bytes of file.read()) hash.update(bytes);
  return hash.digest('hex');
}

function sizeOf(path: string): Size {
  const size = /-(\d+)\.jpg$/.exec(path)?.[1];
  return size === undefined ? 'full' : Number(size);
}
