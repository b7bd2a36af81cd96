/** The picture of a certificate: which file is signed, and whether the media store still has exactly that one. */
import { createHash } from 'node:crypto';
import type { CertificateDocument } from '#contract/extras/certificates/certificates.ts';
import type { Picture } from '#contract/media/media.ts';
import { renditionUrl, sizesIn } from '#contract/media/media-urls.ts';
import type { Context } from '#server/context.ts';
import { newMediaId, openRendition } from '#server/features/media/files/media-files.service.ts';

type Signed = CertificateDocument['picture'];
type Size = number | 'full';

/** Wide enough for a printed card; in pixels. */
const WIDTH = 1440;

/** The picture under its own name, so that the certificate shows it whatever becomes of the specimen. @returns null if there is no file. */
export async function pictureToSign(ctx: Context, picture: Picture): Promise<Signed> {
  const sizes = sizesIn(picture, 'jpg');
  const size = sizes.findLast((one) => one !== 'full' && one <= WIDTH) ?? sizes.at(-1) ?? 'full';
  const sha256 = await hashOf(ctx, picture.id, size);
  return sha256 === null ? null : { path: renditionUrl(newMediaId(), size, 'jpg'), sha256 };
}

/** How the medium's file compares with what was signed; `none` where no picture was. */
export async function comparePicture(ctx: Context, signed: Signed, mediaId: string | null): Promise<'none' | 'same' | 'missing' | 'other'> {
  if (signed === null) return 'none';
  const sha256 = mediaId === null ? null : await hashOf(ctx, mediaId, sizeOf(signed.path));
  if (sha256 === null) return 'missing';
  return sha256 === signed.sha256 ? 'same' : 'other';
}

/**
 * Whether this is the picture that was signed.
 * @param mediaId the medium in the certificate's row, whose file has been compared already.
 */
export async function isPictureSigned(ctx: Context, signed: Signed, mediaId: string | null, now: Picture): Promise<boolean> {
  if (now.id === mediaId) return true;
  if (signed === null) return (await pictureToSign(ctx, now)) === null;
  return (await comparePicture(ctx, signed, now.id)) === 'same';
}

/** The SHA-256 of a rendition's bytes in hexadecimal; null if there is no such file. */
async function hashOf(ctx: Context, mediaId: string, size: Size): Promise<string | null> {
  const file = await openRendition(ctx, mediaId, size);
  if (!file) return null;
  const hash = createHash('sha256');
  for await (const bytes of file.read()) hash.update(bytes);
  return hash.digest('hex');
}

/** The size in the path of a rendition. */
function sizeOf(path: string): Size {
  const size = /-(\d+)\.jpg$/.exec(path)?.[1];
  return size === undefined ? 'full' : Number(size);
}
