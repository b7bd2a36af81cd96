/** HEIC pictures: decoded by libheif in WebAssembly, which reads what phones write and applies the rotation itself. */
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { readHeifColours } from './heif-colours.ts';
import { MAX_PIXELS } from './images.ts';
import { writeTiff } from './tiff.ts';

/**
 * Writes the primary picture of a HEIC file as a TIFF in its own colour space.
 * @throws Error if it cannot be decoded.
 */
export async function decodeHeic(localPath: string, outPath: string): Promise<void> {
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  await libheif.ready;
  const bytes = await readFile(localPath);
  const context = libheif.heif_context_alloc();
  const read = libheif.heif_context_read_from_memory(context, bytes);
  if (read.code !== libheif.heif_error_code.heif_error_Ok) throw new Error(`libheif: ${read.message}`);
  const handle = libheif.heif_js_context_get_primary_image_handle(context);
  if ('code' in handle) throw new Error('libheif: there is no primary picture');
  const { heif_colorspace, heif_chroma, heif_channel } = libheif;
  const decoded = libheif.heif_js_decode_image2(handle, heif_colorspace.heif_colorspace_RGB, heif_chroma.heif_chroma_interleaved_RGB);
  const rows = 'channels' in decoded ? decoded.channels.find(({ id }) => id === heif_channel.heif_channel_interleaved) : undefined;
  if (!('image' in decoded) || !rows) throw new Error('libheif: the picture cannot be decoded');
  const { profile, isP3 } = readHeifColours(bytes);
  await writeTiff(outPath, rows, profile ?? (isP3 ? await p3Profile() : null));
  libheif.heif_image_release(decoded.image);
  libheif.heif_image_handle_release(handle);
  libheif.heif_context_free(context);
}

/** Whether an AVIF picture declares Display P3 by code points alone: sharp looks at profiles only. */
export async function isWideAvif(localPath: string): Promise<boolean> {
  const { profile, isP3 } = readHeifColours(await readFile(localPath));
  return profile === null && isP3;
}

/** Writes such a picture as a TIFF with the profile of Display P3. */
export async function decodeWideAvif(localPath: string, outPath: string): Promise<void> {
  const upright = sharp(localPath, { failOn: 'error', limitInputPixels: MAX_PIXELS }).autoOrient().flatten();
  const { data, info } = await upright.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  await writeTiff(outPath, { data, ...info, stride: info.width * info.channels }, await p3Profile());
}

/** The Display P3 profile that comes with sharp. */
async function p3Profile(): Promise<Buffer> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } });
  const { icc } = await sharp(await pixel.withIccProfile('p3').png().toBuffer()).metadata();
  if (!icc) throw new Error('sharp has no profile of Display P3');
  return icc;
}
